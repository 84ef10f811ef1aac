"""The register: the players of the rating list in a local index, found while their names are typed.

Name parts in any order, the beginning of each is enough, accents and case do not matter; a number is a FIDE id; a word
of three capitals is a federation. Stronger players come first: the rows are kept in the order of strength
(`register_list`), so that a search can stop at the first matches however many there are.
"""

from __future__ import annotations

from typing import Any

from django.db import OperationalError, connection

from arbitro.desk.models import RegisteredPlayer, Section
from arbitro.desk.register_list import INDEX, TABLE, fold, has_trigrams, replace_all, rows_of
from arbitro.desk.store import state_of
from arbitro.errors import Refused
from arbitro.i18n import gettext_for

__all__ = ["as_entry", "fold", "has_trigrams", "player_of_register", "replace_all", "rows_of", "search"]


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


def player_of_register(fide_id: str, section: Section) -> dict[str, Any]:
    """A player of the rating list as an entry for a tournament: the rating is that of its list."""
    _ = gettext_for("desk")
    found = RegisteredPlayer.objects.filter(fide_id=fide_id).first()
    if found is None:
        raise Refused(
            _("The register has no player {id}; import the rating list, or enter the name.").format(id=fide_id)
        )
    return as_entry(found, state_of(section.pk).settings.rating_list.value)


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
