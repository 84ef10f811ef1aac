"""A round from the draft to its end.

rule            command
C.04.2 D        pair          all earlier results known (an adjourned game counts as a draw); numbers and colour drawn
C.04.2 D.9      pair          boards in order
C.04.2 D.10     unpair        a published pairing is thrown away in two steps, one with results not in FIDE mode
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from arbitro import formats
from arbitro.desk.commands.base import Caution, Draft, Level, command, require_open
from arbitro.desk.commands.parameters import LastRound
from arbitro.desk.formats import TEAM_TABLES, rounds_misfit, too_many_rounds
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import Round, State, round_from_payload
from arbitro.editions import system_edition
from arbitro.errors import NoPairing, Refused
from arbitro.i18n import N_, gettext_for, ngettext_for
from arbitro.model import Forbidden, Outcome, Pairings, System, Tournament, team_results

ngettext_ = ngettext_for("desk")

_ = gettext_for("desk")

TEAM_UNITS = (System.TEAM, System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCKOUT)  # teams are paired
PLAYED_OUT = (System.KNOCKOUT, System.MATCH)  # the games, not a number of rounds, tell when they are over
FORFEITED = {
    (True, False): ["FORFEIT_WIN", "FORFEIT_LOSS"],
    (False, True): ["FORFEIT_LOSS", "FORFEIT_WIN"],
    (False, False): ["FORFEIT_LOSS", "FORFEIT_LOSS"],
}


def pairs_teams(state: State) -> bool:
    """Are teams paired, and their players seated by their line-ups?"""
    return bool(state.settings.team_boards) and state.settings.system in TEAM_UNITS


def rounds_left(state: State) -> bool:
    """Is there a round to pair after the last one?"""
    if state.settings.system is System.LADDER:
        return False
    if state.settings.system not in PLAYED_OUT or not state.numbers:
        return len(state.rounds) < state.settings.rounds
    current = state.current
    return (current is not None and bool(current.missing)) or not formats.finished(snapshot(state))


def require_ready(state: State) -> None:
    """May the next round be paired? Says the first thing that is missing."""
    require_open(state)
    settings = state.settings
    coming = len(state.rounds) + 1
    if settings.system is System.LADDER:
        raise Refused(_("A ladder has no rounds: its players challenge each other."))
    if coming > settings.rounds and settings.system not in PLAYED_OUT:
        sentence = ngettext_("The {n} round has been paired.", "All {n} rounds have been paired.", settings.rounds)
        raise Refused(sentence.format(n=settings.rounds), article="C.04.1 a" if settings.system.is_swiss else "")
    current = state.current
    if current is not None:
        if current.missing:
            raise Refused(
                ngettext_(
                    "Round {round}: {n} result is missing.", "Round {round}: {n} results are missing.", current.missing
                ).format(round=current.number, n=current.missing),
                article="C.04.2 D.7",
            )
        if current.manual:
            raise Refused(_("End the pairing by hand first."), article="C.02.04, 65")
        if not current.published:
            raise Refused(_("Round {round} is not published yet.").format(round=current.number))
    unnumbered = [e.name for e in state.entrants.values() if e.confirmed and e.id not in state.numbers]
    if unnumbered or not state.numbers:
        raise Refused(_("Create the start list first: it gives the pairing numbers."), article="C.04.2 B")
    if pairs_teams(state) and len(state.teams) < 2:
        raise Refused(_("Enter the teams first: this tournament pairs teams, at least two."), article="C.05 7.1")
    if settings.system in (System.DUTCH, System.DUBOV, System.BURSTEIN, System.LIM) and state.first_colour is None:
        raise Refused(_("Draw the colour of number 1 first."), article="C.04.3 E")
    if settings.system in PLAYED_OUT or (settings.system in TEAM_TABLES and coming == 1):
        # It says that it is over, who is level without a tie-break left, or that there is no table for these teams.
        formats.next_round(snapshot(state))


def compute(state: State) -> tuple[Tournament, Pairings, tuple[tuple[int, ...], ...]]:
    """The pairings of the next round by the tournament's system, and the soft groups that could be kept apart."""
    base = snapshot(state)
    if not state.settings.system.is_swiss:
        return base, formats.next_round(base), ()
    from arbitro.swiss import next_round as next_swiss_round

    options = state.settings.options
    groups = _soft_groups(state)
    if groups:
        numbers = state.numbers
        apart = tuple(Forbidden(tuple(sorted(numbers[id] for id in group))) for group in groups)
        gentle = replace(base, forbidden=base.forbidden + apart)
        try:
            return gentle, next_swiss_round(gentle, options=options), groups
        except NoPairing:
            pass
    return base, next_swiss_round(base, options=options), ()


def _soft_groups(state: State) -> tuple[tuple[int, ...], ...]:
    """Clubs, federations and families, as far as the regulations ask to keep them apart; not in the last two rounds."""
    if len(state.rounds) + 1 > state.settings.rounds - 2:
        return ()
    groups: dict[tuple[str, str], list[int]] = {}
    for e in state.playing(len(state.rounds) + 1):
        for kind in state.settings.keep_apart:
            name = e.family if kind == "family" else getattr(e.player, kind)
            if name:
                groups.setdefault((kind, name), []).append(e.id)
    return tuple(tuple(sorted(ids)) for ids in groups.values() if len(ids) > 1)


@command("pair", help=N_("Pair the next round as a draft; --publish shows it to everyone."))
def pair(state: State) -> Draft:
    """Pair the next round as a draft; nobody sees it before it is published."""
    require_ready(state)
    coming = len(state.rounds) + 1
    payload = _payload(state)
    warnings = []
    missing = [
        e.name
        for e in state.entrants.values()
        if e.confirmed and not e.present and e.first_round <= coming and e.withdrawn_after is None and not e.excluded
    ]
    if state.check_in_used and missing:
        text = _("Not checked in, so not paired: {names}.").format(names=", ".join(missing[:12]))
        warnings.append(Caution(Level.NOTE, text, "C.04.2 C.1"))
    earlier = open_games(replace(state, rounds=state.rounds[:-1]))
    if earlier:
        text = _("Adjourned games of earlier rounds are still open: {games}.").format(games="; ".join(earlier.values()))
        warnings.append(Caution(Level.ACKNOWLEDGE, text, "C.04.2 D.1"))
    field = len(state.teams) if pairs_teams(state) else len(state.playing(1))
    if coming == 1 and (text := too_many_rounds(state.settings, field)):
        warnings.append(Caution(Level.ACKNOWLEDGE, text, "C.04.1 b"))
    elif coming == 1 and (text := rounds_misfit(state.settings, field)):
        warnings.append(Caution(Level.NOTE, text, "C.04.1"))
    return Draft("pair", payload, warnings=tuple(warnings))


def can_pair_ahead(state: State) -> bool:
    """Is the whole table known before the first move? (Line-ups of teams are handed in round by round.)"""
    settings = state.settings
    return not settings.system.is_swiss and settings.system not in PLAYED_OUT and not pairs_teams(state)


@command("pair-all", help=N_("Pair and publish all rounds of a table at once."))
def pair_all(state: State) -> Draft:
    """All rounds of a table, published: they depend on no result, and may be played in any order."""
    require_ready(state)
    if not can_pair_ahead(state):
        raise Refused(_("Only a table of players is known before the first move."), article="C.05, Annex 1")
    rounds: list[dict[str, Any]] = []
    last = _payload(state).get("rounds", state.settings.rounds)
    while len(state.rounds) < last:
        rounds.append(_payload(state))
        state = replace(state, rounds=(*state.rounds, round_from_payload(rounds[-1], 0)))
    return Draft("pair-all", {"rounds": rounds})


def _payload(state: State) -> dict[str, Any]:
    """The next round as the journal keeps it; the first round of a table tells how many there are."""
    coming = len(state.rounds) + 1
    swiss = state.settings.system.is_swiss
    absent = {e.id: state.absence(e, coming) for e in state.entrants.values() if e.id in state.numbers}
    base, pairings, apart = compute(state)
    ids = {number: id for id, number in state.numbers.items()}
    payload: dict[str, Any] = {"round": coming, "engine": engine_name(state)}
    if pairs_teams(state):
        payload |= _team_round(state, pairings)
    else:
        rows: list[list[Any]] = []
        for white, black in pairings.pairs:
            here = (absent.get(ids[white]) is None, absent.get(ids[black]) is None)
            row: list[Any] = [ids[white], ids[black]]
            if not swiss and here != (True, True):  # a fixed table pairs the withdrawn too: their games are forfeits
                row += [0, FORFEITED[here]]
            rows.append(row)
        payload["pairs"] = _at_fixed_boards(state, rows)
        if pairings.bye is not None and (swiss or absent.get(ids[pairings.bye]) is None):
            payload["bye"] = ids[pairings.bye]
        if not swiss:
            absent |= _resting(base, state, {n for pair in pairings.pairs for n in pair}, ids)
    in_play = {id for row in payload["pairs"] for id in row[:2]} | {payload.get("bye")}
    payload["absent"] = {
        str(id): outcome.name for id, outcome in absent.items() if outcome is not None and id not in in_play
    }
    if apart:
        payload["apart"] = [list(group) for group in apart]
    if coming == 1 and not swiss:
        payload["rounds"] = formats.rounds_needed(base)
    return payload


def _at_fixed_boards(state: State, rows: list[list[Any]]) -> list[list[Any]]:
    """The boards in order, but for players who always sit at the same one (as C.04.2 D.9 allows for good reasons)."""
    wanted: dict[int, list[Any]] = {}
    for row in rows:
        boards = [e.fixed_board for id in row[:2] if (e := state.entrants.get(id)) and e.fixed_board]
        place = min(min(boards), len(rows)) if boards else 0
        if place and place not in wanted:
            wanted[place] = row
    others = iter(row for row in rows if row not in wanted.values())
    return [wanted[n] if n in wanted else next(others) for n in range(1, len(rows) + 1)]


def _resting(base: Tournament, state: State, paired: set[int], ids: Mapping[int, int]) -> dict[int, Outcome]:
    """What an unpaired round of a fixed format was: a rest or a bye of those still in, absence of those knocked out."""
    from arbitro.formats import knockout_progress
    from arbitro.formats.rounds import entries_of, table_of
    from arbitro.formats.table import entrants

    if state.settings.system is System.KNOCKOUT:
        stage = knockout_progress(base)[-1]
        begins = all(match is None or (match.leg, match.games_in_leg) == (0, 0) for match in stage.matches)
        resting = {ids[n]: Outcome.PAIRING_BYE if begins else Outcome.ZERO_BYE for n in stage.byes}
    else:
        seated = entrants(table_of(base)) if base.teams else entries_of(base)  # a reserve does not rest
        resting = {ids[n]: Outcome.PAIRING_BYE for n in seated if n not in paired}
    coming = len(state.rounds) + 1
    return {id: outcome for id, outcome in resting.items() if state.absence(state.entrants[id], coming) is None}


def engine_name(state: State) -> str:
    settings = state.settings
    name = settings.system.value
    if text := system_edition(name, settings.editions.swiss):
        name += f" {text}"
    return f"{name} + Baku" if settings.acceleration == "baku" else name


def _team_round(state: State, pairings: Pairings) -> dict[str, Any]:
    """Team pairs as boards, match by match."""
    matches = [[first, second] for first, second in pairings.pairs]
    rows: list[list[Any]] = []
    for match, (first, second) in enumerate(matches, 1):
        for white, black in seats(state, pairings.round, first, second):
            rows.append(board_row(match, white, black))
    return {"pairs": rows, "matches": matches, "team_bye": pairings.bye}


def board_row(match: int, white: int | None, black: int | None) -> list[Any]:
    """A board of a match as a journal entry writes it; where somebody is missing, with its forfeit."""
    row: list[Any] = [white or 0, black or 0, match]
    return row if white is not None and black is not None else [*row, FORFEITED[white is not None, black is not None]]


def seats(
    state: State, round: int, first: int, second: int, absent: Container[int] = ()
) -> tuple[tuple[int | None, int | None], ...]:
    """White and Black of each board: the first-named team has the first letter of the board colours on board 1."""
    white, black = (line_up(state, round, team, absent) for team in (first, second))
    return team_results.seats(white, black, state.settings.board_colours)


def line_up(state: State, round: int, team: int, absent: Container[int] = ()) -> list[int | None]:
    """Who sits: the line-up handed in, else the first of the basic list who are there (C.05 7.1).

    `absent` were not there when the round was paired: they do not sit in it, though they have come since.
    """
    boards = state.settings.team_boards
    given = state.line_ups.get((round, team)) if state.teams[team].absence(round) is None else ()
    if given is None:
        members = (state.entrants[id] for id in state.teams[team].members if id in state.entrants)
        given = tuple(e.id for e in members if state.absence(e, round) is None and e.id not in absent)[:boards]
    return [*(None if id in absent else id for id in given), *[None] * (boards - len(given))]


def last_round(state: State, round: int | None) -> Round:
    """The last paired round; `round` may name it, and nothing else."""
    current = state.current
    if current is None or (round is not None and round != current.number):
        raise Refused(_("Only the last paired round can be changed this way."))
    return current


@command("unpair", risky=True, help=N_("Discard the last pairing."))
def unpair(state: State, *, round: LastRound = None) -> Draft:
    """Throw the last pairing away: free while it is a draft, two steps when it has been published."""
    require_open(state)
    current = last_round(state, round)
    if len({r.paired_at for r in state.rounds}) < len(state.rounds):
        raise Refused(_("All rounds were paired at once: undo that entry in the journal."))
    warnings: list[Caution] = []
    remark = ""
    if current.published:
        text = _("The pairing of round {round} has been published; players have seen it.").format(round=current.number)
        warnings.append(Caution(Level.TWO_STEPS, text, "C.04.2 D.10"))
        remark = _("Published pairing of round {round} withdrawn").format(round=current.number)
    entered = [n for n, b in current.boards.items() if b.entry and b.finished]
    if entered:
        text = ngettext_(
            "Round {round} has {n} result, which would be lost: a pairing that is being played stays.",
            "Round {round} has {n} results, which would be lost: a pairing that is being played stays.",
            len(entered),
        )
        text = text.format(round=current.number, n=len(entered))
        warnings.append(Caution(Level.REFUSE, text, "C.04.2 D.10"))
    return Draft("unpair", {"round": current.number}, warnings=tuple(warnings), remark=remark)


def engines_pairs(state: State, round: Round) -> frozenset[tuple[int, int]]:
    """How the engine pairs a round, colours included: numbers of players or teams, the bye as (number, 0)."""
    try:
        _base, pairings, _apart = compute(replace(state, rounds=state.rounds[: round.number - 1]))
    except NoPairing:
        return frozenset()
    return frozenset(pairings.pairs) | ({(pairings.bye, 0)} if pairings.bye is not None else set())


def pairs_of(state: State, round: Round) -> dict[int, tuple[int, int]]:
    """The same of a round as it stands: by board, or by the match of a round of teams; the bye as 0."""
    numbers = state.numbers
    if round.matches:
        pairs, bye = dict(enumerate(round.matches, 1)), round.team_bye
    else:
        pairs = {n: (numbers[b.white], numbers[b.black]) for n, b in round.boards.items()}
        bye = numbers[round.bye] if round.bye is not None else None
    return pairs | ({0: (bye, 0)} if bye is not None else {})


def differences(state: State, round: Round) -> list[int]:
    """The boards of a round that the engine would pair otherwise."""
    engine, pairs = engines_pairs(state, round), pairs_of(state, round)
    return [n for n, b in round.boards.items() if pairs[b.match if round.matches else n] not in engine]


def open_games(state: State) -> dict[tuple[int, int], str]:
    """The adjourned games that are not finished yet, by round and board: their names."""
    text = _("round {r}, board {b}: {white} - {black}")
    return {
        (round.number, n): text.format(
            r=round.number, b=round.label(n), white=state.entrants[b.white].name, black=state.entrants[b.black].name
        )
        for round in state.rounds
        for n, b in round.boards.items()
        if Outcome.ADJOURNED in (b.white_outcome, b.black_outcome)
    }


def require_all_finished(state: State) -> None:
    """Nothing is final while an adjourned game is open (verification 161, 169)."""
    if games := open_games(state):
        text = _("Adjourned games are not finished: {games}.").format(games="; ".join(games.values()))
        raise Refused(text, article="C.04.2 D.1")


@command("publish", help=N_("Publish the pairing of the last round."))
def publish(state: State, *, round: LastRound = None) -> Draft:
    """Everyone may see the pairing; from here on it stays (C.04.2 D.10)."""
    require_open(state)
    current = last_round(state, round)
    if current.published:
        raise Refused(_("Round {round} is published already.").format(round=current.number))
    if current.manual:
        raise Refused(_("End the pairing by hand first."), article="C.02.04, 65")
    return Draft("publish", {"round": current.number})


@command("close-round", help=N_("Close the round: all results are in."))
def close_round(state: State, *, round: LastRound = None) -> Draft:
    """All results are in and the time for claims is over."""
    require_open(state)
    current = last_round(state, round)
    if current.closed:
        raise Refused(_("Round {round} is closed.").format(round=current.number))
    if current.manual:
        raise Refused(_("End the pairing by hand first."), article="C.02.04, 65")
    if current.missing:
        raise Refused(
            ngettext_(
                "Round {round}: {n} result is missing.", "Round {round}: {n} results are missing.", current.missing
            ).format(round=current.number, n=current.missing),
            article="C.04.2 D.7",
        )
    return Draft("close-round", {"round": current.number})
