"""Make `build/arbitro`: the program, the site and the papers with their Python in one file, for this kind of machine.

For Windows and macOS run it there. Django, uvicorn and the drivers load their parts by name, which no packer can see:
all modules of these packages are named here, by their files, without importing them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import PyInstaller.__main__

ROOT = Path(__file__).parents[1]
BY_NAME = (
    "arbitro", "argon2", "chess", "django", "django_htmx", "ninja", "psycopg", "psycopg_binary", "psycopg_pool",
    "segno", "typst", "uvicorn", "uvloop",
)  # fmt: skip
DATA = ("arbitro", "django", "django_htmx", "ninja", "chess")
BINARIES = ("psycopg_binary", "typst", "argon2", "_argon2_cffi_bindings")
LEFT_OUT = ("babel", "dask", "distributed", "django.contrib.gis", "hypothesis", "mypy", "numpy", "playwright", "polars",
            "pytest", "tkinter")  # fmt: skip


def modules_of(package: str) -> Iterator[str]:
    """Every module of a package that is installed."""
    spec = find_spec(package)
    for place in (spec.submodule_search_locations or []) if spec else []:
        for path in sorted(Path(place).rglob("*.py")):
            parts = path.relative_to(place).with_suffix("").parts
            name = ".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts)))
            if all(part.replace("_", "").isalnum() for part in parts) and not name.startswith(LEFT_OUT):
                yield name


def main() -> None:
    """Collect and pack."""
    work = ROOT / "build/bundle"
    work.mkdir(parents=True, exist_ok=True)
    start = work / "start.py"  # outside the package, which PyInstaller would take for a project of Django's kind
    start.write_text("from arbitro.cli import main\n\nmain()\n")
    words = ["--onefile", "--noconfirm", "--log-level", "ERROR", "--name", "arbitro", "--distpath", str(ROOT / "build")]
    words += ["--workpath", str(work), "--specpath", str(work), "--paths", str(ROOT / "src")]
    words += [word for package in BY_NAME for name in modules_of(package) for word in ("--hidden-import", name)]
    words += [word for package in DATA for word in ("--collect-data", package)]
    words += [word for package in BINARIES for word in ("--collect-binaries", package)]
    words += [word for package in LEFT_OUT for word in ("--exclude-module", package)]
    with TemporaryDirectory() as data:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "arbitro.web.settings", "ARBITRO_DATA": data}
        PyInstaller.__main__.run([*words, str(start)])
    print(ROOT / "build/arbitro")


if __name__ == "__main__":
    main()
