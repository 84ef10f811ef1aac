"""Files are whole or not there: written beside, brought to the disk, then renamed.

A reader never sees half a file, and on a full disk or after a power cut the old file is still there. What is no plain
file (`/dev/stdout`, a pipe) is written to directly.
"""

from __future__ import annotations

import contextlib
import os
from os import PathLike
from pathlib import Path

PRIVATE = 0o600  # for the owner of the installation alone
PUBLIC = 0o666  # as the user's umask says


def write_whole(path: str | PathLike[str], data: str | bytes, *, mode: int = PUBLIC) -> None:
    """Put data into a file, all of it or nothing; text is UTF-8 with its line ends as they are."""
    content = data.encode("utf-8") if isinstance(data, str) else data
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    beside = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = os.fspath(path)
        raise
    _sync_folder(target.parent)


def private_folder(path: Path) -> Path:
    """A folder for the owner of the installation alone, made if need be."""
    path.mkdir(parents=True, exist_ok=True)
    if path.stat().st_uid == os.getuid() and path.stat().st_mode & 0o077:
        path.chmod(0o700)
    return path


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk too, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
