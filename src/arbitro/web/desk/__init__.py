"""The arbiter's pages: every one gives commands of `arbitro.desk` and shows what they answer."""
