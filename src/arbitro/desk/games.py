"""The games of a tournament: found by board, round and player, brought in many at once, searched over all events.

The moves are in the journal (`game` entries), so undo, export, copies and merging know them; `GameRow` is only an
index over many tournaments, brought up to date whenever it is asked. A game whose players no longer sit at its board
is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q

from arbitro.desk.commands.games import draft_of, start_of
from arbitro.desk.commands.results import sign_of
from arbitro.desk.models import FeedBoard, GameRow, JournalEntry, Section
from arbitro.desk.register import fold
from arbitro.desk.roles import Forbidden, Role
from arbitro.desk.state import Board, Entrant, GameKey, State
from arbitro.desk.store import allowed, append_all, state_of, written
from arbitro.games import RecordedGame, Source, unpack
from arbitro.games.packing import unpack_line
from arbitro.games.pgn import FORFEIT, UNTERMINATED
from arbitro.i18n import gettext_for
from arbitro.model import Outcome
from arbitro.model.time_control import Mode
from arbitro.model.time_text import parse_encoded

_ = gettext_for("desk")
SIGNS = {"1-0": "1-0", "0-1": "0-1", "½-½": "1/2-1/2"}
INDEXED_PLIES = 24


# -- one tournament


def packed_of(state: State, key: GameKey) -> Mapping[str, Any] | None:
    """The short form of a board's game, if its players still sit there."""
    packed = state.games.get(key)
    if packed is None or key[0] > len(state.rounds) or key[1] not in state.round(key[0]).boards:
        return None
    board = state.round(key[0]).boards[key[1]]
    return packed if {board.white, board.black} == {packed["white"], packed["black"]} else None


def game_of(state: State, key: GameKey) -> RecordedGame | None:
    """The game of a board with the tags of the tournament; None without moves."""
    packed = packed_of(state, key)
    return unpacked(state, key, packed) if packed is not None else None


def of_round(section: int, round: int, board: int | None = None) -> dict[int, RecordedGame]:
    """The games of a round by board, or that of one board, those in play too; of a match of two the first one."""
    state = state_of(section)
    keys = [key for key in state.games if key[0] == round and board in (None, key[1])]
    packed = _current(state, _packed_by_feed(section, state, round, **({"board": board} if board else {})), keys)
    return {board: unpacked(state, key, packed[key]) for board, key in sorted(by_board(packed).items())}


def unpacked(state: State, key: GameKey, packed: Mapping[str, Any]) -> RecordedGame:
    """A record with the tags and the result of the tournament."""
    return _with_result(state, key, unpack(packed, headers_of(state, key)))


def _current(
    state: State, fed: Mapping[GameKey, Mapping[str, Any]], keys: Iterable[GameKey]
) -> dict[GameKey, Mapping[str, Any]]:
    """The record of each board: the journal's, or the feed's where the journal has none or the feed goes on with it.
    Other moves are replaced by an arbiter only."""
    kept = {key: packed for key in keys if (packed := packed_of(state, key)) is not None}
    return {**fed, **{key: packed for key, packed in kept.items() if not goes_on(packed, fed.get(key))}}


def goes_on(kept: Mapping[str, Any], fed: Mapping[str, Any] | None) -> bool:
    """Is the journal's record the beginning of what the feed has of the same board? A sheet that was kept up to a
    move that cannot be played is not."""
    own = kept["source"] == Source.FEED.value or not kept.get("stopped")
    return fed is not None and own and fed["moves"].startswith(kept["moves"])


def _packed_by_feed(section: int, state: State, round: int, **only: int) -> dict[GameKey, Mapping[str, Any]]:
    """What the feed has of a round, without the boards whose moves in the journal stay as an arbiter has decided."""
    rows = FeedBoard.objects.filter(section_id=section, round=round, **only)
    if round > len(state.rounds):
        return {}
    boards = state.round(round).boards
    return {
        (round, board, leg): packed
        for board, leg, packed, stays in rows.values_list("board", "leg", "packed", "kept")
        if board in boards
        and not (stays and packed_of(state, (round, board, leg)))
        and {boards[board].white, boards[board].black} == {packed["white"], packed["black"]}
    }


def shown(section: int, state: State, round: int) -> dict[GameKey, Mapping[str, Any]]:
    """The games of a round as pages show them, in short form: the journal's, and while it is played the feed's."""
    live = _packed_by_feed(section, state, round) if state.round(round).missing else {}
    return dict(sorted(_current(state, live, [key for key in state.games if key[0] == round]).items()))


def by_board(keys: Iterable[GameKey]) -> dict[int, GameKey]:
    """One game for each board; of a match of two the first."""
    return {key[1]: key for key in sorted(keys, reverse=True)}


def keys_of_round(state: State, round: int) -> dict[int, GameKey]:
    """Which boards of a round have a game in the journal; of a match of two the first."""
    return by_board(key for key in state.games if key[0] == round and packed_of(state, key) is not None)


def keys_of_player(state: State, number: int) -> tuple[GameKey, ...]:
    """The games of a player, by pairing number."""
    id = state.by_number(number).id
    mine = (key for key, packed in state.games.items() if id in (packed["white"], packed["black"]))
    return tuple(sorted(key for key in mine if packed_of(state, key) is not None))


def headers_of(state: State, key: GameKey) -> dict[str, str]:
    """The tags of a board: event, players with FIDE ids, ratings, titles and teams."""
    settings, (round, number, leg) = state.settings, key
    paired = state.round(round)
    board = paired.boards[number]
    time = settings.round_times[round - 1] if round <= len(settings.round_times) else ""
    tags = {
        "Event": settings.name,
        "Site": " ".join(part for part in (settings.city, settings.federation) if part),
        "Date": (time[:10] or settings.start).replace("-", "."),
        "Round": f"{round}.{paired.label(number)}" + (f".{leg}" if leg else ""),
        "White": "?",
        "Black": "?",
        "Board": str(number),
        "Time": f"{time[11:16]}:00" if len(time) >= 16 else "",
        "TimeControl": _time_control(settings.time_control),
    }
    seats = (
        (("White", board.white), ("Black", board.black))
        if leg != 2
        else (("White", board.black), ("Black", board.white))
    )
    for side, id in seats:
        if (entrant := state.entrants.get(id)) is not None:
            tags |= _tags_of(state, side, entrant)
    return {name: value for name, value in tags.items() if value}


@lru_cache(maxsize=64)
def _time_control(text: str) -> str:
    """A rate of play as PGN writes it, in seconds; it has no words for a delay or for different times."""
    control = parse_encoded(text)
    return control.encoded if control and control.mode is Mode.INCREMENT and not control.black else ""


def _tags_of(state: State, side: str, entrant: Entrant) -> dict[str, str]:
    player = entrant.player
    team = next((team.name for team in state.teams.values() if entrant.id in team.members), "")
    return {
        side: player.name,
        f"{side}Elo": str(player.rating or ""),
        f"{side}Title": player.title.value,
        f"{side}FideId": player.fide_id,
        f"{side}Team": team,
        f"{side}Federation": player.federation,
    }


def result_of(board: Board) -> tuple[str, str]:
    """Result and Termination of a board as PGN says them (`games.pgn`)."""
    outcomes = (board.white_outcome, board.black_outcome)
    if any(outcome in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS) for outcome in outcomes):
        won = {(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS): "1-0", (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN): "0-1"}
        return won.get(outcomes, "*"), FORFEIT
    result = SIGNS.get(sign_of(board), "*")
    return result, "" if result != "*" else UNTERMINATED


def _with_result(state: State, key: GameKey, game: RecordedGame) -> RecordedGame:
    """The tournament's result, never that of a file or feed: what nobody has entered is not published."""
    board = state.round(key[0]).boards[key[1]]
    if key[2]:
        return game
    result, termination = result_of(board)
    return replace(game, result=result, termination=termination or game.termination)


def games_for_pgn(
    state: State, *, round: int | None = None, player: int | None = None, live: Mapping[int, RecordedGame] | None = None
) -> Iterator[RecordedGame]:
    """Every published board as a game, with moves where they are known; of one round, or of one player (by id).

    `live` are games of a round in play, by board.
    """
    for paired in state.rounds:
        if not paired.published or round not in (None, paired.number):
            continue
        for number, board in paired.boards.items():
            if not board.white or not board.black or (player is not None and player not in (board.white, board.black)):
                continue
            keys = [key for leg in range(3) if (key := (paired.number, number, leg)) in state.games]
            known = [game for key in keys if (game := game_of(state, key)) is not None]
            if live and number in live and len(known) < 2:
                yield live[number]
            elif known:
                yield from known
            else:
                key = (paired.number, number, 0)
                empty = RecordedGame(start_of(state, paired.number), headers=headers_of(state, key), source=Source.FILE)
                result, termination = result_of(board)
                yield replace(empty, result=result, termination=termination)


def save(section: int, games: Sequence[tuple[GameKey, RecordedGame]], *, who: str, role: Role | None) -> int:
    """Write the moves of many boards in one entry; returns its number."""
    if not allowed("game", role):
        raise Forbidden(_("Your role does not allow this: {name}.").format(name="game"))
    return written(section, lambda: append_all(section, [draft_of(state_of(section), games)], who=who))


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a board that another one replaced, or that was taken out."""

    entry: int
    who: str
    at: str
    packed: Mapping[str, Any]

    def game(self) -> RecordedGame:
        return unpack(self.packed)


def earlier(section: int, state: State, key: GameKey) -> list[Record]:
    """The earlier records of a board by the same players, the newest first."""
    numbers = state.games_before.get(key, ())
    seats = state.round(key[0]).boards[key[1]]
    records = []
    for entry in JournalEntry.objects.filter(section_id=section, number__in=numbers).order_by("-number"):
        rows = [row for row in entry.payload["games"] if (row["round"], row["board"], row.get("leg", 0)) == key]
        records += [
            Record(entry.number, entry.who, entry.at, row)
            for row in rows
            if {row["white"], row["black"]} == {seats.white, seats.black}
        ]
    return records


# -- all tournaments


def bring_up_to_date() -> None:
    """Make the rows of tournaments whose journals have gone on since they were last looked at."""
    stale = (
        Section.objects.annotate(last=Max("journal__number"))
        .filter(last__isnull=False)
        .exclude(games_indexed=F("last"))
    )
    for section in stale.only("pk"):
        state = state_of(section.pk)
        try:
            with transaction.atomic():
                _index(section.pk, state)
                Section.objects.filter(pk=section.pk).update(games_indexed=state.number)
        except IntegrityError:  # another process does the same
            continue


def _index(section: int, state: State) -> None:
    there = {(r, b, leg): (pk, *known) for pk, r, b, leg, *known in _rows(section)}
    wanted = {
        key: (packed["entry"], _result(state, key), *_names(state, key))
        for key in state.games
        if (packed := packed_of(state, key))
    }
    gone = [pk for key, (pk, *known) in there.items() if wanted.get(key) != tuple(known)]
    for start in range(0, len(gone), 500):
        GameRow.objects.filter(pk__in=gone[start : start + 500]).delete()
    new = [key for key, known in wanted.items() if there.get(key, (0,))[1:] != known]
    GameRow.objects.bulk_create([_row(section, state, key) for key in new], batch_size=200)


def _rows(section: int) -> Iterable[tuple[Any, ...]]:
    known = ("entry", "result", "white_name", "black_name")
    return GameRow.objects.filter(section_id=section).values_list("pk", "round", "board", "leg", *known)


def _names(state: State, key: GameKey) -> tuple[str, str]:
    """White and Black; in the second game of a match the colours are the other way round."""
    packed = state.games[key]
    white, black = (state.entrants[packed[side]].name[:200] for side in ("white", "black"))
    return (black, white) if key[2] == 2 else (white, black)


def _result(state: State, key: GameKey) -> str:
    board = state.round(key[0]).boards[key[1]]
    stated: str = state.games[key].get("result", "*")
    return stated if key[2] else result_of(board)[0]


def _row(section: int, state: State, key: GameKey) -> GameRow:
    packed = state.games[key]
    line = unpack_line(packed.get("moves", ""))
    white, black = _names(state, key)
    opening = "" if packed.get("start") else "".join(uci[:4] for uci in line[:INDEXED_PLIES])
    return GameRow(
        section_id=section, round=key[0], board=key[1], leg=key[2], entry=packed["entry"], white=fold(white)[:120],
        black=fold(black)[:120], white_name=white, black_name=black, result=_result(state, key),
        plies=len(line), opening=opening,
    )  # fmt: skip


def search(
    sections: Iterable[int] | None = None,
    *,
    player: str = "",
    opening: Sequence[str] = (),
    result: str = "",
    most: int = 100,
) -> list[GameRow]:
    """Games of all tournaments, or of these: by the beginning of a name, the first moves (UCI) and the result."""
    bring_up_to_date()
    rows = GameRow.objects.select_related("section__event").order_by(
        "-section_id", "-round", "-board", "-leg"
    )  # by the index, backwards
    if sections is not None:
        rows = rows.filter(section_id__in=list(sections))
    if player:
        first = fold(player)
        last = first + "zz"  # no range of its own: LIKE uses no index in SQLite
        rows = rows.filter(Q(white__gte=first, white__lte=last) | Q(black__gte=first, black__lte=last))
    if opening:
        first = "".join(uci[:4] for uci in opening[:INDEXED_PLIES])
        rows = rows.filter(opening__gte=first, opening__lte=first + "z")
    if result:
        rows = rows.filter(result=result)
    return list(rows[:most])
