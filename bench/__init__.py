"""Benchmarks: `python -m bench` runs all, `python -m bench dutch files` some. Each module has `run()`."""
