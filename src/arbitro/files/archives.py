"""Zip archives from outside: what reading a broken one may raise."""

from __future__ import annotations

import zipfile
import zlib

# RuntimeError: an archive with a password; its NotImplementedError: a way of packing that Python does not know.
BROKEN = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, RuntimeError)
