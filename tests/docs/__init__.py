"""The documentation says what the program does: its examples are run."""
