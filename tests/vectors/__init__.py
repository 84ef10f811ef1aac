"""The rulebook's vectors as tests: one mechanism for all files.

    catalogue.py     reads the JSON files and yields one Vector per case
    registry.py      @adaptor("club.json", "kashdan"): the function that judges a kind of vector
    adaptors/*.py    the rule rooms' adaptors, small
    disputed.toml    vectors believed wrong, each with its reason
    test_vectors.py  one test per vector, its id as the test id

`ARBITRO_VECTORS=DIR pytest tests/vectors` judges another folder with the same file names; files that are absent there
are left out, a kind without an adaptor is a failure.
"""
