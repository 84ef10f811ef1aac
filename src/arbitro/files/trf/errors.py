"""The error of a tournament report file."""

from __future__ import annotations

from arbitro.errors import FileError


class TrfError(FileError):
    """A tournament report file that cannot be read: says where, what was found and what would be right."""
