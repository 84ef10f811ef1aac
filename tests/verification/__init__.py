"""FIDE's questions to a tournament program, each with the test that shows its answer (`questions.toml`)."""
