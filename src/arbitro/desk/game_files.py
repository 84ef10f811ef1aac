"""Games of files and their boards: found by round, FIDE ids, names and ratings; what is not sure is asked.

A game whose players are known exactly (FIDE id, or the same words in any order) goes to its board at once; one with
initials or other spellings, colours the other way round, another result, or two boards that fit is a doubt, with the
boards that come into question, the likeliest first. Nothing is guessed silently, and nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from arbitro.desk.commands.games import start_of
from arbitro.desk.games import packed_of, result_of
from arbitro.desk.register import fold
from arbitro.desk.state import Entrant, GameKey, State
from arbitro.games import RecordedGame
from arbitro.games.packing import pack_line
from arbitro.i18n import gettext_for
from arbitro.model import System

_ = gettext_for("desk")
SURE, POSSIBLE = 0.95, 0.5  # of both players
MOST_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class GameOfFile:
    """A game of a file: the board that it belongs to, or why that is not sure and which boards it may be."""

    number: int  # in the file, from 1
    game: RecordedGame
    key: GameKey | None = None
    doubt: str = ""
    candidates: tuple[GameKey, ...] = ()
    same: bool = False  # the board has these moves already
    exchanged: tuple[GameKey, ...] = ()  # the candidates on which the players sit the other way round
    one_fits: tuple[GameKey, ...] = ()  # where there is no candidate: boards with one of the two players


def matched(state: State, games: Sequence[RecordedGame], round: int | None = None) -> list[GameOfFile]:
    """Every game with its board. `round` says which one the file is of, where it does not say so itself."""
    boards = _boards(state)
    exact: dict[tuple[int, str, str], list[GameKey]] = {}
    for key, (white, black) in boards.items():
        exact.setdefault((key[0], _words(white.name), _words(black.name)), []).append(key)
    placed = []
    taken: dict[GameKey, int] = {}
    for number, game in enumerate(games, 1):
        match = _match(state, boards, exact, number, game, round)
        if match.key is not None and match.key in taken:
            doubt = _("game {n} of the file is of this board too").format(n=taken[match.key])
            match = GameOfFile(number, game, None, doubt, (match.key,))
        elif match.key is not None:
            taken[match.key] = number
        placed.append(match)
    return placed


def _boards(state: State) -> dict[GameKey, tuple[Entrant, Entrant]]:
    """The boards of published rounds with two players; a match of two games has two keys, the second reversed."""
    boards: dict[GameKey, tuple[Entrant, Entrant]] = {}
    double = state.settings.system is System.DOUBLE
    for paired in state.rounds:
        for number, board in paired.boards.items() if paired.published else ():
            if not board.white or not board.black:
                continue
            seats = state.entrants[board.white], state.entrants[board.black]
            boards[paired.number, number, 1 if double else 0] = seats
            if double:
                boards[paired.number, number, 2] = seats[::-1]
    return boards


def _words(name: str) -> str:
    """The words of a name in one order: `Ruiz, Ana` and `Ana Ruiz` are the same."""
    return " ".join(sorted(fold(name).split()))


def _stated(state: State, game: RecordedGame, round: int | None) -> int | None:
    """The round that a game is of, as the arbiter or its tags say."""
    tag = re.match(r"\s*(\d{1,3})(?!\d)", game.headers.get("Round", ""))
    return round or (int(tag[1]) if tag and 1 <= int(tag[1]) <= len(state.rounds) else None)


def choices_of(state: State, match: GameOfFile, round: int | None = None) -> tuple[GameKey, ...]:
    """The boards that a game may be of, the likeliest first; where its players are not known those of its round, else
    of the last one."""
    if match.candidates:
        return match.candidates
    boards = _boards(state)
    wanted = _stated(state, match.game, round) or max((key[0] for key in boards), default=0)
    return tuple(dict.fromkeys([*match.one_fits, *(key for key in boards if key[0] == wanted)]))


def _match(
    state: State,
    boards: dict[GameKey, tuple[Entrant, Entrant]],
    exact: dict[tuple[int, str, str], list[GameKey]],
    number: int,
    game: RecordedGame,
    round: int | None,
) -> GameOfFile:
    stated = _stated(state, game, round)
    white, black = (_words(game.headers.get(side, "")) for side in ("White", "Black"))
    if stated is not None and len(keys := exact.get((stated, white, black), [])) == 1:
        return _checked(state, number, game, keys[0])
    ranked = _ranked(boards, game, stated)
    if not ranked:
        if one_fits := _with_one(boards, game, stated):
            return GameOfFile(number, game, None, _("only one of the players fits"), one_fits=one_fits)
        return GameOfFile(number, game, None, _("no board of the tournament has these players"))
    candidates = tuple(ranked)[:MOST_CANDIDATES]
    exchanged = tuple(key for key in candidates if ranked[key][1])
    key, (score, reversed_) = next(iter(ranked.items()))
    if reversed_:
        said = [_("the colours are the other way round"), *_reasons(state, game, key, exchanged=True)]
    elif len(ranked) > 1 and ranked[candidates[1]][0] > score - 0.3:
        said = [_("more than one board fits")]
    elif score < 2 * SURE:
        said = [_("the names are written another way"), *_reasons(state, game, key)]
    else:
        return _checked(state, number, game, key)
    return GameOfFile(number, game, None, "; ".join(said), candidates, exchanged=exchanged)


def _checked(state: State, number: int, game: RecordedGame, key: GameKey) -> GameOfFile:
    """The board of a game whose players are sure: do result, start and known moves agree? Heads alone bring nothing."""
    if said := _reasons(state, game, key):
        return GameOfFile(number, game, None, "; ".join(said), (key,))
    known = packed_of(state, key)
    there = known is not None and known["moves"] == pack_line(game.line)
    same = there and known is not None and len(known.get("clocks", "")) >= bool(game.clocks)
    return GameOfFile(number, game, key, same=same or not game.line)


def _reasons(state: State, game: RecordedGame, key: GameKey, *, exchanged: bool = False) -> list[str]:
    """All that speaks against a board: another result (unless the colours are exchanged), start or moves."""
    said = []
    board = state.round(key[0]).boards[key[1]]
    result = result_of(board)[0] if board.finished and not key[2] and not exchanged else "*"
    if "*" not in (result, game.result) and result != game.result:
        said.append(_("the file says {file}, the tournament {here}").format(file=game.result, here=result))
    if not game.line:
        return said
    if game.start.split(" ")[:1] != start_of(state, key[0]).split(" ")[:1]:
        said.append(_("the start position is not the one of the round"))
    known = packed_of(state, key)
    if known is not None and not pack_line(game.line).startswith(known["moves"]):
        said.append(_("the board has other moves already"))
    return said


def _ranked(
    boards: dict[GameKey, tuple[Entrant, Entrant]], game: RecordedGame, round: int | None
) -> dict[GameKey, tuple[float, bool]]:
    """The boards that come into question, the likeliest first; True: with the colours exchanged."""
    likely = []
    for key, (white, black) in boards.items():
        if round is not None and key[0] != round:
            continue
        for first, second, exchanged in ((white, black, False), (black, white, True)):
            one = _likeness(first, game, "White")
            two = _likeness(second, game, "Black") if one >= POSSIBLE else 0.0
            if two >= POSSIBLE and not (exchanged and key[2]):
                likely.append((one + two, key, exchanged))
    ranked: dict[GameKey, tuple[float, bool]] = {}
    for score, key, exchanged in sorted(likely, key=lambda item: (-item[0], item[2], item[1])):
        ranked.setdefault(key, (score, exchanged))
    return ranked


def _with_one(
    boards: dict[GameKey, tuple[Entrant, Entrant]], game: RecordedGame, round: int | None
) -> tuple[GameKey, ...]:
    """The boards of a round, if it is known, on which one of the two players sits where the file says."""
    fits = [
        (max(_likeness(white, game, "White"), _likeness(black, game, "Black")), key)
        for key, (white, black) in boards.items()
        if round in (None, key[0])
    ]
    likely = sorted((pair for pair in fits if pair[0] >= POSSIBLE), key=lambda pair: (-pair[0], pair[1]))
    return tuple(key for _fit, key in likely[:MOST_CANDIDATES])


def _likeness(entrant: Entrant, game: RecordedGame, side: str) -> float:
    """0 to 1: is this the player whom the file names? Ids decide; else words of the name, with the rating's help."""
    player, tags = entrant.player, game.headers
    stated = re.sub(r"\D", "", tags.get(f"{side}FideId", ""))
    if player.fide_id and stated:
        return 1.0 if player.fide_id == stated else 0.0
    ours, theirs = fold(player.name).split(), fold(tags.get(side, "")).split()
    if sorted(ours) == sorted(theirs):
        return 1.0
    rated = 0.15 if player.rating and tags.get(f"{side}Elo", "") == str(player.rating) else 0.0
    return min(_similar(ours, theirs) + rated, 0.9)


def _similar(ours: list[str], theirs: list[str]) -> float:
    """How many words of the shorter name begin a word of the longer one, are begun by it or are spelt nearly alike; one
    must be whole."""
    fewer, more = sorted((ours, theirs), key=len)
    if not fewer or not any(word in more for word in fewer if len(word) > 2):
        return 0.0
    rest = list(more)
    hits = 0
    for word in sorted(fewer, key=len, reverse=True):
        near = next((other for other in rest if other == word), None) or next(
            (other for other in rest if other.startswith(word) or word.startswith(other)),
            next(iter(get_close_matches(word, rest, 1, 0.8)), None),
        )
        if near is not None:
            rest.remove(near)
            hits += 1
    return 0.8 * hits / len(fewer)


def candidates_text(state: State, keys: Iterable[GameKey], exchanged: Container[GameKey] = ()) -> list[tuple[str, str]]:
    """Boards as a choice: `round.board.leg` and what people read."""
    choices = []
    for key in keys:
        paired = state.round(key[0])
        board = paired.boards[key[1]]
        white, black = (state.entrants[id].name for id in (board.white, board.black))
        text = _("round {r}, board {b}: {white} - {black}").format(
            r=key[0], b=paired.label(key[1]), white=white, black=black
        )
        has = _(" (has moves)") if packed_of(state, key) is not None else ""
        turned = _(" (colours the other way round)") if key in exchanged else ""
        choices.append(("{}.{}.{}".format(*key), text + has + turned))
    return choices
