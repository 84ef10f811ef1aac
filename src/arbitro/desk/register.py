"""The register: the players of the rating list in a local index, found while their names are typed.

Name parts in any order, the beginning of each is enough, accents and case do not matter; a number is a FIDE ID; a word
of three capitals is a federation. Stronger players come first: the rows are kept in the order of strength, so that a
search can stop at the first matches however many there are.

How a rating list becomes the register: laid aside, sorted by strength, indexed, and put in place at the end. The old
register is searched while the new one is made, and a desk that writes a result meanwhile waits for one batch of rows,
not for the list: each batch is a transaction of its own. Two renames put the new tables in place. An import that breaks
off leaves the old register as it was; the next one clears its remains away.

    SQLite        a full-text index (FTS5) with prefixes of 1 to 3 letters; its answers come in the order of the rows
    PostgreSQL    trigrams (pg_trgm); where the extension is not installed, a GIN index of words. Beside it an index by
                  strength: the planner walks that one when a name is common
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from typing import Any

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper

from arbitro.desk.models import RegisteredPlayer
from arbitro.desk.plain import shown
from arbitro.errors import Refused
from arbitro.files.rating_list import Listed
from arbitro.i18n import gettext_for
from arbitro.model import Sex, Title
from arbitro.records import is_whole

_ = gettext_for("desk")

TABLE = RegisteredPlayer._meta.db_table
NEXT = "desk_register_next"  # the register to be
INDEX, NEXT_INDEX = "desk_register_fts", "desk_register_fts_next"
BATCH = 20_000  # rows read at once
STEP = 100_000  # rows written at once: about half a second in which nobody else can write
COLUMNS = (
    "fide_id", "name", "folded", "federation", "sex", "title", "birth_year", "standard", "rapid", "blitz", "k",
)  # fmt: skip
_NAMES = ", ".join(COLUMNS)
_ORDER = "standard DESC, rapid DESC, name"
Row = tuple[str | int | None, ...]
Progress = Callable[[int], None]


# -- words


class _Folded(dict[int, str]):
    """What each letter becomes: lower case, no accent; a space for all that is neither letter nor digit."""

    _letters = str.maketrans(  # letters that are no base letter with a mark
        {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
    )

    def __missing__(self, code: int) -> str:
        letters = unicodedata.normalize("NFKD", chr(code).casefold()).translate(self._letters)
        plain = "".join(c if c.isalnum() else " " for c in letters if not unicodedata.combining(c))
        self[code] = plain
        return plain


_folded = _Folded()


def fold(text: str) -> str:
    """Lower case without accents, words separated by one space: what is compared.

    >>> fold("Muñoz, José-Luis")
    'munoz jose luis'
    """
    return " ".join(text.translate(_folded).split())


_BEST = {pair: min(pair, key=lambda title: title.order).value for pair in product(Title, Title)}
_SEX = {sex: sex.value for sex in Sex}


def rows_of(entries: Iterable[Listed]) -> Iterator[Row]:
    """Rows of the register (in the order of `COLUMNS`) from the entries of a rating list."""
    for e in entries:
        name, birth = shown(e.name), e.birth
        yield (
            e.fide_id, name[:120], fold(name)[:120], e.federation[:3], _SEX[e.sex], _BEST[e.title, e.women_title],
            int(birth) if is_whole(birth) else 0, e.standard, e.rapid, e.blitz, e.standard_k,
        )  # fmt: skip


# -- the list


def replace_all(players: Iterable[Row], progress: Progress | None = None) -> int:
    """Replace the register by these rows; of two with one FIDE ID the stronger stays. Returns how many there are."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            _into_sqlite(cursor, players, progress)
        else:
            _into_postgresql(cursor, players, progress)
        cursor.execute(f"SELECT count(*) FROM {TABLE}")
        (count,) = cursor.fetchone()
    return int(count)


def _batches(players: Iterable[Row], progress: Progress | None) -> Iterator[list[Row]]:
    rows = iter(players)
    count = 0
    while batch := list(islice(rows, BATCH)):
        yield batch
        count += len(batch)
        if progress:
            progress(count)


def _into_sqlite(cursor: CursorWrapper, players: Iterable[Row], progress: Progress | None) -> None:
    """Temporary tables take no lock on the database; of the rest each batch is written by itself."""
    cursor.execute("PRAGMA cache_size")
    (usual,) = cursor.fetchone()
    cursor.execute("PRAGMA cache_size = -200000")  # 200 MB: ids come in no order, their index should stay in memory
    try:
        for name in ("desk_register_read", "desk_register_sorted"):
            cursor.execute(f"DROP TABLE IF EXISTS temp.{name}")
        cursor.execute(f"CREATE TEMPORARY TABLE desk_register_read AS SELECT {_NAMES} FROM {TABLE} WHERE 1 = 0")
        marks = ", ".join(["%s"] * len(COLUMNS))
        for batch in _batches(players, progress):
            with transaction.atomic():
                cursor.executemany(f"INSERT INTO desk_register_read VALUES ({marks})", batch)
        cursor.execute(
            f"CREATE TEMPORARY TABLE desk_register_sorted AS SELECT * FROM desk_register_read ORDER BY {_ORDER}"
        )
        cursor.execute("DROP TABLE desk_register_read")
        _fill_sqlite(cursor)
        cursor.execute("DROP TABLE desk_register_sorted")
    finally:
        cursor.execute(f"PRAGMA cache_size = {int(usual)}")


def _fill_sqlite(cursor: CursorWrapper) -> None:
    """The sorted rows into the new register, batch by batch; then it takes the old one's place."""
    with transaction.atomic():
        for name in (NEXT, NEXT_INDEX):
            cursor.execute(f"DROP TABLE IF EXISTS {name}")
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [TABLE])
        (schema,) = cursor.fetchone()
        cursor.execute(schema.replace(TABLE, NEXT, 1))
        cursor.execute(
            f"CREATE VIRTUAL TABLE {NEXT_INDEX} USING fts5("
            "folded, federation, content='', prefix='1 2 3', detail='column')"
        )
        cursor.execute(f"INSERT INTO {NEXT_INDEX}({NEXT_INDEX}, rank) VALUES('hashsize', {1 << 26})")
    cursor.execute("SELECT count(*) FROM desk_register_sorted")
    (rows,) = cursor.fetchone()
    for first in range(1, rows + 1, STEP):
        with transaction.atomic():
            cursor.execute(
                f"INSERT INTO {NEXT} ({_NAMES}) SELECT {_NAMES} FROM desk_register_sorted"
                " WHERE rowid BETWEEN %s AND %s ORDER BY rowid ON CONFLICT (fide_id) DO NOTHING",
                [first, first + STEP - 1],
            )
            cursor.execute(
                f"INSERT INTO {NEXT_INDEX}(rowid, folded, federation) SELECT id, folded, federation FROM {NEXT}"
                f" WHERE id > (SELECT coalesce(max(rowid), 0) FROM {NEXT_INDEX})"
            )
    with transaction.atomic():
        for old, new in ((INDEX, NEXT_INDEX), (TABLE, NEXT)):
            cursor.execute(f"DROP TABLE IF EXISTS {old}")
            cursor.execute(f"ALTER TABLE {new} RENAME TO {old}")


def _into_postgresql(cursor: CursorWrapper, players: Iterable[Row], progress: Progress | None) -> None:
    """The rows go by COPY into a table of their own; indexes are made when it is full."""
    trigrams = has_trigrams()
    with transaction.atomic():
        cursor.execute("SET LOCAL maintenance_work_mem = '256MB'")
        cursor.execute("SET LOCAL work_mem = '128MB'")
        cursor.execute(
            f"CREATE TEMPORARY TABLE desk_register_read ON COMMIT DROP AS SELECT {_NAMES} FROM {TABLE} LIMIT 0"
        )
        with cursor.copy(f"COPY desk_register_read ({_NAMES}) FROM STDIN") as copy:
            for batch in _batches(players, progress):
                for row in batch:
                    copy.write_row(row)
        cursor.execute(f"DROP TABLE IF EXISTS {NEXT}")
        cursor.execute(
            f"CREATE TABLE {NEXT} (LIKE {TABLE} INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING CONSTRAINTS)"
        )
        cursor.execute(
            f"INSERT INTO {NEXT} ({_NAMES}) SELECT {_NAMES} FROM"
            f" (SELECT DISTINCT ON (fide_id) * FROM desk_register_read ORDER BY fide_id, {_ORDER}) once"
            f" ORDER BY {_ORDER}"
        )
        cursor.execute(f"ALTER TABLE {NEXT} ADD PRIMARY KEY (id), ADD UNIQUE (fide_id)")
        words = "(' ' || folded) gin_trgm_ops" if trigrams else "to_tsvector('simple', folded)"
        cursor.execute(f"CREATE INDEX ON {NEXT} USING gin ({words})")
        cursor.execute(f"CREATE INDEX ON {NEXT} (standard DESC, id)")
        cursor.execute(f'CREATE INDEX ON {NEXT} (fide_id COLLATE "C")')
        cursor.execute(f"ANALYZE {NEXT}")
        cursor.execute(f"DROP TABLE {TABLE}")
        cursor.execute(f"ALTER TABLE {NEXT} RENAME TO {TABLE}")


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


# -- searching


def search(query: str, limit: int = 12) -> list[RegisteredPlayer]:
    """The best matches for what has been typed so far; strongest first."""
    typed = query.split()
    codes = [w for w in typed if len(w) == 3 and w.isascii() and w.isalpha() and w.isupper()] if len(typed) > 1 else []
    find = _search_sqlite if connection.vendor == "sqlite" else _search_postgres
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
    """Ids that begin so: a range of an index (`LIKE` would read the whole table), in the order of bytes."""
    column = "fide_id" if connection.vendor == "sqlite" else 'fide_id COLLATE "C"'
    sql = f"SELECT * FROM {TABLE} WHERE {column} >= %s AND {column} < %s ORDER BY {column} LIMIT %s"
    return list(RegisteredPlayer.objects.raw(sql, [digits, digits + ":", limit]))  # ":" follows "9"


def _search_sqlite(words: list[str], federation: str, limit: int) -> list[RegisteredPlayer]:
    match = "folded : (" + " AND ".join(f'"{word}"*' for word in words) + ")"
    if federation:
        match += f' AND federation : "{federation.lower()}"'
    sql = (
        f"SELECT p.* FROM {INDEX} f JOIN {TABLE} p ON p.id = f.rowid WHERE f.{INDEX} MATCH %s ORDER BY f.rowid LIMIT %s"
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


def registered(fide_id: str) -> RegisteredPlayer:
    """A player of the rating list by FIDE ID."""
    player = RegisteredPlayer.objects.filter(fide_id=fide_id).first()
    if player is None:
        raise Refused(
            _("The register has no player {id}; import the rating list, or enter the name.").format(id=fide_id)
        )
    return player


def as_entry(found: RegisteredPlayer, rating_list: str) -> dict[str, Any]:
    """The fields of an entry. Rapid and blitz fall back to the standard rating where the list has none."""
    ratings = {name: getattr(found, name) for name in ("standard", "rapid", "blitz") if getattr(found, name)}
    entry: dict[str, Any] = {
        "name": found.name,
        "fide_id": found.fide_id,
        "rating": ratings.get(rating_list) or ratings.get("standard", 0),
        "ratings": ratings,
    }
    if found.federation:
        entry["federation"] = found.federation
    if found.sex:
        entry["sex"] = {"F": "w", "f": "w", "w": "w", "M": "m", "m": "m"}.get(found.sex, "")
    if found.title:
        entry["title"] = found.title
    if found.birth_year:
        entry["birth"] = str(found.birth_year)
    if found.k:
        entry["k"] = found.k
    return entry
