"""The register: the players of the rating list in a local index, found while their names are typed.

Name parts in any order, the beginning of each is enough, accents and case do not matter; a number is a FIDE id; a word
of three capitals is a federation. Stronger players come first.

The rows are kept in the order of strength, so that a search can stop at the first matches however many there are:

    SQLite        a full-text index (FTS5) with prefixes of 1 to 3 letters; its answers come in the order of the rows
    PostgreSQL    trigrams (pg_trgm); where the extension is not installed, a GIN index of words. Beside it an index by
                  strength: the planner walks that one when a name is common
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper

from arbitro.desk.models import RegisteredPlayer
from arbitro.files.rating_list import Entry
from arbitro.model import Title

TABLE = RegisteredPlayer._meta.db_table
BATCH = 20_000
_INSERT_COLUMNS = (
    "fide_id", "name", "folded", "federation", "sex", "title", "birth_year", "standard", "rapid", "blitz", "k",
)  # fmt: skip


_LETTERS = str.maketrans(  # letters that are no base letter with a mark
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
)


_ASCII = str.maketrans({chr(i): " " for i in range(128) if not chr(i).isalnum()})
_TITLE_ORDER = {title: title.order for title in Title}


def fold(text: str) -> str:
    """Lower case without accents, words separated by one space: what is compared.

    >>> fold("Muñoz, José-Luis")
    'munoz jose luis'
    """
    if text.isascii():
        return " ".join(text.lower().translate(_ASCII).split())
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def _sqlite() -> bool:
    return connection.vendor == "sqlite"


def replace_all(players: Iterable[tuple[object, ...]], progress: Callable[[int], None] | None = None) -> int:
    """Replace the register by these rows (in the order of `_INSERT_COLUMNS`), in one transaction. Returns how many.

    The list goes to a table of its own first and from there, sorted by strength, into the register; of two rows with
    one FIDE id the stronger stays.
    """
    columns = ", ".join(_INSERT_COLUMNS)
    marks = ", ".join(["%s"] * len(_INSERT_COLUMNS))
    count = 0
    rows = iter(players)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS desk_register_new")
        cursor.execute(f"CREATE TEMPORARY TABLE desk_register_new AS SELECT {columns} FROM {TABLE} WHERE 1 = 0")
        while batch := list(islice(rows, BATCH)):
            cursor.executemany(f"INSERT INTO desk_register_new ({columns}) VALUES ({marks})", batch)
            count += len(batch)
            if progress:
                progress(count)
        cursor.execute(
            "DROP TABLE IF EXISTS desk_register_fts" if _sqlite() else "DROP INDEX IF EXISTS desk_register_names"
        )
        cursor.execute(f"DELETE FROM {TABLE}")
        cursor.execute(
            f"INSERT INTO {TABLE} ({columns}) SELECT {columns} FROM desk_register_new WHERE true"
            " ORDER BY standard DESC, rapid DESC, name ON CONFLICT (fide_id) DO NOTHING"
        )
        cursor.execute("DROP TABLE desk_register_new")
        _index(cursor)
        cursor.execute(f"SELECT count(*) FROM {TABLE}")
        (count,) = cursor.fetchone()
    return int(count)


def _index(cursor: CursorWrapper) -> None:
    if _sqlite():
        cursor.execute(
            "CREATE VIRTUAL TABLE desk_register_fts USING fts5("
            f"folded, federation, content='{TABLE}', content_rowid='id', prefix='1 2 3', detail='column')"
        )
        cursor.execute("INSERT INTO desk_register_fts(desk_register_fts) VALUES('rebuild')")
        return
    if has_trigrams():
        cursor.execute(f"CREATE INDEX desk_register_names ON {TABLE} USING gin ((' ' || folded) gin_trgm_ops)")
    else:
        cursor.execute(f"CREATE INDEX desk_register_names ON {TABLE} USING gin (to_tsvector('simple', folded))")
    cursor.execute(f"CREATE INDEX IF NOT EXISTS desk_register_strength ON {TABLE} (standard DESC, id)")
    cursor.execute(f"ANALYZE {TABLE}")


def has_trigrams() -> bool:
    """Has the PostgreSQL server trigrams? Installs the extension if it can (Debian: postgresql-contrib)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
        if cursor.fetchone():
            return True
        try:
            with transaction.atomic():
                cursor.execute("CREATE EXTENSION pg_trgm")
        except DatabaseError:  # not installed, or not for this user
            return False
    return True


def rows_of(entries: Iterable[Entry]) -> Iterator[tuple[object, ...]]:
    """Rows of the register from the entries of a rating list."""
    for e in entries:
        title = min(e.title, e.women_title, key=_TITLE_ORDER.__getitem__)
        yield (
            e.fide_id, e.name[:120], fold(e.name)[:120], e.federation[:3], e.sex.value, title.value,
            int(e.birth) if e.birth.isdigit() else 0, e.standard, e.rapid, e.blitz, e.standard_k,
        )  # fmt: skip


def search(query: str, limit: int = 12) -> list[RegisteredPlayer]:
    """The best matches for what has been typed so far; strongest first."""
    typed = query.split()
    codes = [w for w in typed if len(w) == 3 and w.isascii() and w.isalpha() and w.isupper()] if len(typed) > 1 else []
    find = _search_sqlite if _sqlite() else _search_postgres
    for code in (*codes[:1], ""):  # three capitals are a federation, or else part of a name
        words = [part for word in typed if word != code for part in fold(word).split()]
        if not words:
            continue
        if len(words) == 1 and words[0].isascii() and words[0].isdigit():
            return _by_id(words[0], limit)
        found = find(words, code, limit)
        if found:
            return found
    return []


def _by_id(digits: str, limit: int) -> list[RegisteredPlayer]:
    """Ids that begin so: a range of the unique index (`LIKE` would read the whole table)."""
    found = RegisteredPlayer.objects.filter(fide_id__gte=digits, fide_id__lt=digits + ":")  # ":" follows "9"
    return list(found.order_by("fide_id")[:limit])


def _search_sqlite(words: list[str], federation: str, limit: int) -> list[RegisteredPlayer]:
    match = "folded : (" + " AND ".join(f'"{word}"*' for word in words) + ")"
    if federation:
        match += f' AND federation : "{federation.lower()}"'
    sql = (
        f"SELECT p.* FROM desk_register_fts f JOIN {TABLE} p ON p.id = f.rowid"
        " WHERE f.desk_register_fts MATCH %s ORDER BY f.rowid LIMIT %s"
    )
    try:
        return list(RegisteredPlayer.objects.raw(sql, [match, limit]))
    except OperationalError as error:
        if "no such table" in str(error):  # no list has been imported yet
            return []
        raise


def _search_postgres(words: list[str], federation: str, limit: int) -> list[RegisteredPlayer]:
    if has_trigrams():
        conditions = ["(' ' || folded) LIKE %s"] * len(words)
        args: list[object] = [f"% {word}%" for word in words]
    else:
        conditions = ["to_tsvector('simple', folded) @@ to_tsquery('simple', %s)"]
        args = [" & ".join(f"'{word}':*" for word in words)]
    if federation:
        conditions.append("federation = %s")
        args.append(federation)
    sql = f"SELECT * FROM {TABLE} WHERE {' AND '.join(conditions)} ORDER BY standard DESC, id LIMIT %s"
    return list(RegisteredPlayer.objects.raw(sql, [*args, limit]))
