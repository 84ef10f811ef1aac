"""The register: the players of the rating list in a local index, found while their names are typed.

Name parts in any order, the beginning of each is enough, accents and case do not matter; numbers are FIDE ids; a word
of three capitals is a federation. SQLite searches a full-text index (FTS5, prefixes of 2 and 3 letters), PostgreSQL
trigrams. The aim is 50 ms at 1.6 million rows; stronger players come first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from django.db import connection, transaction

from arbitro.desk.models import RegisteredPlayer
from arbitro.model import Player

BATCH = 20_000
_INSERT_COLUMNS = (
    "fide_id", "name", "folded", "federation", "sex", "title", "birth_year", "standard", "rapid", "blitz", "k",
)  # fmt: skip


def fold(text: str) -> str:
    """Lower case without accents, words separated by one space: what is compared.

    >>> fold("Muñoz, José-Luis")
    'munoz jose luis'
    """
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def _sqlite() -> bool:
    return connection.vendor == "sqlite"


def replace_all(players: Iterable[tuple[object, ...]], progress: Callable[[int], None] | None = None) -> int:
    """Replace the register by these rows (in the order of `_INSERT_COLUMNS`), in one transaction. Returns how many."""
    table = RegisteredPlayer._meta.db_table
    columns = ", ".join(_INSERT_COLUMNS)
    marks = ", ".join(["%s"] * len(_INSERT_COLUMNS))
    count = 0
    rows = iter(players)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table}")
        if _sqlite():
            cursor.execute("DROP TABLE IF EXISTS desk_register_fts")
        insert = f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT (fide_id) DO NOTHING"
        while batch := list(islice(rows, BATCH)):
            cursor.executemany(insert, batch)
            count += len(batch)
            if progress:
                progress(count)
        if _sqlite():
            cursor.execute(
                "CREATE VIRTUAL TABLE desk_register_fts USING fts5("
                f"folded, content='{table}', content_rowid='id', prefix='2 3', detail='column')"
            )
            cursor.execute("INSERT INTO desk_register_fts(desk_register_fts) VALUES('rebuild')")
        else:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            cursor.execute(f"CREATE INDEX IF NOT EXISTS desk_register_trgm ON {table} USING gin (folded gin_trgm_ops)")
    return count


def rows_of(records: Iterable[Player]) -> Iterator[tuple[object, ...]]:
    """Rows of the register from players of a rating list."""
    from arbitro.model import RatingList

    for p in records:
        yield (
            p.fide_id, p.name[:120], fold(p.name)[:120], p.federation[:3], p.sex.value[:1], p.title.value,
            p.birth_year or 0, p.ratings.get(RatingList.STANDARD, 0), p.ratings.get(RatingList.RAPID, 0),
            p.ratings.get(RatingList.BLITZ, 0), p.k or 0,
        )  # fmt: skip


def search(query: str, limit: int = 12) -> list[RegisteredPlayer]:
    """The best matches for what has been typed so far; strongest first."""
    federation = ""
    words = []
    for word in query.split():
        if len(word) == 3 and word.isupper() and word.isalpha() and len(query.split()) > 1:
            federation = word
        else:
            words += fold(word).split()
    if not words:
        return []
    if len(words) == 1 and words[0].isdigit():
        found = RegisteredPlayer.objects.filter(fide_id__startswith=words[0]).order_by("fide_id")
        return list(found[:limit])
    return _search_sqlite(words, federation, limit) if _sqlite() else _search_postgres(words, federation, limit)


def _has_index() -> bool:
    return "desk_register_fts" in connection.introspection.table_names()


def _search_sqlite(words: list[str], federation: str, limit: int) -> list[RegisteredPlayer]:
    if not _has_index():
        return []
    match = " ".join(f'"{word}"*' for word in words)
    table = RegisteredPlayer._meta.db_table
    hits = "SELECT rowid FROM desk_register_fts WHERE folded MATCH %s LIMIT 2000"
    sql = f"SELECT p.* FROM {table} p WHERE p.id IN ({hits})"
    args: list[object] = [match]
    if federation:
        sql += " AND p.federation = %s"
        args.append(federation)
    sql += " ORDER BY p.standard DESC, p.name LIMIT %s"
    args.append(limit)
    return list(RegisteredPlayer.objects.raw(sql, args))


def _search_postgres(words: list[str], federation: str, limit: int) -> list[RegisteredPlayer]:
    found = RegisteredPlayer.objects.all()
    for word in words:
        found = found.filter(folded__contains=word)
    if federation:
        found = found.filter(federation=federation)
    return list(found.order_by("-standard", "name")[:limit])
