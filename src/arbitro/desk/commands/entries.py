"""Who plays: entries, check-in, byes, withdrawals, numbers.

rule         command
C.04.2 B     number        the start list gives the pairing numbers; frozen once round 4 is paired
C.04.2 C     enter         late entries take their place; rounds missed are worth what the regulations say
C.05 6.7.4   bye           half-point byes: only as many and as late as the regulations allow
C.04.2 D.2   withdraw      not paired again; `return` before the next pairing is published
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from itertools import pairwise
from typing import Annotated, Any, Literal

from arbitro.dates import birth_of
from arbitro.desk.commands.base import Caution, Draft, Level, command, entrant, entrant_keys, require_open
from arbitro.desk.commands.parameters import (
    ByeKind,
    PlayerData,
    PlayerId,
    PlayerIds,
    RoundNumber,
    Says,
    Takes,
    check_player,
    decoded,
)
from arbitro.desk.entry import player_to_json
from arbitro.desk.formats import rounds_misfit
from arbitro.desk.roles import ARBITERS, CHIEFS, ENTRY_DESK
from arbitro.desk.settings import METHODS
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import Entrant, State, TeamEntry
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for, ngettext_for
from arbitro.model import Outcome, Player, System
from arbitro.model.player import HIGHEST_RATING
from arbitro.officials.participation import half_point_bye_ok
from arbitro.records import Between, is_whole
from arbitro.standings.edition import edition_of
from arbitro.standings.roundrobin import completed_half, notice
from arbitro.swiss.general import FROZEN_FROM_ROUND, may_renumber, start_order

ngettext_ = ngettext_for("desk")

_ = gettext_for("desk")

LONGEST_NAME = 100
Exchange = Annotated[Sequence[int], Says(Takes.PLAYER, N_("Two players of equal rating exchange numbers: 4,5."))]
StartOrder = Annotated[
    Sequence[int], Says(Takes.PLAYER, N_("An order by hand: every player once, for example id:3,id:1,id:2."))
]
REQUESTED = (Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.FULL_BYE)


@dataclass(frozen=True, kw_only=True)
class EntrantFields:
    """What an arbiter may correct of an entrant beside the player's own data."""

    family: str = ""
    note: str = ""
    flag: str = ""
    fixed_board: Annotated[int, Between(0, 9999)] = 0
    half_byes_allowed: bool = True
    confirmed: bool = True
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Beside:
    """An entry that says more than the player's own fields."""

    player: Mapping[str, Any]
    byes: Mapping[int, Literal["HALF_BYE", "ZERO_BYE", "FULL_BYE"]] = field(default_factory=dict)
    family: str = ""
    half_byes_allowed: bool = True
    present: bool = False
    team: str = ""  # the name of the team: entered with the player, who sits below those before
    source: str = ""


def _checked(data: Mapping[str, Any]) -> Player:
    check_player(data)
    player = decoded(Player, data, "")
    if not player.name.strip():
        raise Refused(_("A player needs a name."))
    if len(player.name) > LONGEST_NAME:
        raise Refused(_("A name has at most {n} letters.").format(n=LONGEST_NAME))
    if not 0 <= player.rating <= HIGHEST_RATING:
        raise Refused(_("{rating} is not a rating.").format(rating=player.rating))
    return replace(player, name=" ".join(player.name.split()), birth=_birth(player.birth))


def _birth(text: str) -> str:
    written = birth_of(text)
    if written is None or written > f"{date.today():%Y/%m/%d}":  # nobody is born tomorrow
        raise Refused(_("{text} is not a date of birth; write the year, or 2001-05-31.").format(text=text))
    return written


class Known:
    """Who is entered already: the same FIDE ID, or the same name with no other birth."""

    def __init__(self, state: State) -> None:
        self.ids = {e.player.fide_id for e in state.entrants.values() if e.player.fide_id}
        self.births: dict[str, set[str]] = {}
        for e in state.entrants.values():
            self.births.setdefault(e.name.casefold(), set()).add(e.player.birth)

    def __contains__(self, player: Player) -> bool:
        if player.fide_id and player.fide_id in self.ids:
            return True
        births = self.births.get(player.name.casefold(), set())
        return bool(births) and (not player.birth or "" in births or player.birth in births)

    def add(self, player: Player) -> None:
        if player.fide_id:
            self.ids.add(player.fide_id)
        self.births.setdefault(player.name.casefold(), set()).add(player.birth)


def strength(state: State, entrant: Entrant) -> int:
    """The rating that orders the start list, by the method of record 172."""
    return entrant.player.strength(METHODS[state.settings.start_order])


def ordered(state: State, entrants: Sequence[Entrant]) -> list[int]:
    """C.04.2 B.2: the ids in start order. Of equals the settings say who is first, unless the arbiter has said it."""
    by_hand = state.numbers if state.order_by_hand else {}
    equal = _EQUALS[state.settings.equal_order]
    players = [replace(e.player, number=e.id, rating=strength(state, e)) for e in entrants]
    placed = [p.number for p in start_order(players, lambda p: equal(state, p))]
    rank = {id: n for n, id in enumerate(placed)}
    of_equals: dict[int, list[int]] = {}
    for id in placed:
        of_equals.setdefault(strength(state, state.entrants[id]), []).append(id)
    for ids in of_equals.values():  # the hand's order fills the places that its players have among the equals
        known = [id for id in ids if id in by_hand]
        rank |= dict(zip(sorted(known, key=by_hand.__getitem__), [rank[id] for id in known], strict=True))
    return sorted(placed, key=rank.__getitem__)


def _lot(state: State, player: Player) -> str:
    """A lot that anybody can draw again: the digest of the public sentence (or the event's name) and the name."""
    seed = state.lots[-1].get("seed", "") if state.lots else ""
    return sha256(f"{seed or state.settings.name} {player.name}".encode()).hexdigest()


_EQUALS: dict[str, Callable[[State, Player], Any]] = {
    "name": lambda _state, player: (player.name.casefold(), player.number),
    "fide_id": lambda _state, player: (int(player.fide_id) if is_whole(player.fide_id) else 10**12, player.number),
    "age": lambda _state, player: (player.birth or "9999", player.number),
    "entry": lambda _state, player: player.number,
    "lots": _lot,
}


@command("enter", ENTRY_DESK, help=N_("Enter a player by name, or from the register with --fide-id."))
def enter(
    state: State,
    *,
    players: Sequence[PlayerData],
    present: Annotated[bool, Says(help=N_("They are here already."))] = False,
    confirmed: Annotated[bool, Says(help=N_("They wait for the entry desk."), off="unconfirmed")] = True,
    allow_duplicates: Annotated[bool, Says(help=N_("Enter them although the same name is there already."))] = False,
) -> Draft:
    """Enter players. After round 1 is paired they are late entries, paired from the next round on.

    Each of `players` is the player's fields; with `{"player": …}` also byes, family and so on may be given.
    """
    require_open(state)
    if not players:
        raise Refused(_("No player is named."))
    settings = state.settings
    first_round = len(state.rounds) + 1
    if first_round > settings.rounds:
        raise Refused(_("All rounds have been paired."), article="C.04.2 C.1")
    if state.started and not settings.system.is_swiss:
        raise Refused(_("This format takes no late entries: its table is fixed."), article="C.05 6")
    warnings: list[Caution] = []
    rows: list[dict[str, Any]] = []
    known = Known(state)
    newcomers: dict[int, Entrant] = {}
    for offset, data in enumerate(players):
        wrapped = data if "player" in data else {"player": data}
        decoded(Beside, wrapped, f"players[{offset}]")
        player = _checked(wrapped["player"])
        warnings += _byes_at_entry(state, player.name, wrapped)
        if player in known and not allow_duplicates:
            raise Refused(_("{name} is entered already.").format(name=player.name))
        id = state.next_id + offset
        row: dict[str, Any] = {"id": id, "player": player_to_json(player)}
        if present:
            row["present"] = True
        if not confirmed:
            row["confirmed"] = False
        for name in ("byes", "family", "half_byes_allowed", "present", "source"):
            if name in wrapped:
                row[name] = wrapped[name]
        if first_round > 1:
            row["first_round"] = first_round
            if state.check_in_used:
                row["present"] = True  # a late entry is paired because they have arrived
        rows.append(row)
        known.add(player)
        newcomers[id] = Entrant(id=id, player=player)
    payload: dict[str, Any] = {"players": rows} | _teams_at_entry(state, players, newcomers)
    remark = ""
    a_list = len(rows) > 1 and not state.started and settings.system is not System.TEAM  # one by one it is too early
    together = sum(e.confirmed for e in state.entrants.values()) + len(rows)
    if a_list and (text := rounds_misfit(settings, together)):
        warnings.append(Caution(Level.NOTE, text, "C.04.1"))
    if state.started:
        if first_round > 3:
            text = _("Late entries are foreseen for rounds 2 and 3; the chief arbiter answers for a later one.")
            warnings.append(Caution(Level.CONFIRM, text, "C.04.2 C.2"))
        seen = replace(state, entrants={**state.entrants, **newcomers})
        payload["numbers"] = {str(id): n for id, n in _late_numbers(seen, [row["id"] for row in rows]).items()}
        remark = _("Late entry in round {round}: {names}").format(
            round=first_round, names=", ".join(row["player"]["name"] for row in rows)
        )
    touches = {f"new:{row['player']['name'].casefold()}" for row in rows} | entrant_keys(*(row["id"] for row in rows))
    return Draft("enter", payload, frozenset({"*"} if state.started else touches), tuple(warnings), remark)


def _teams_at_entry(
    state: State, players: Sequence[Mapping[str, Any]], newcomers: Mapping[int, Entrant]
) -> dict[str, Any]:
    """The teams that a list names, their players in its order; new players of a team that exists sit at its end."""
    named: dict[str, list[int]] = {}
    for id, data in zip(newcomers, players, strict=True):
        if name := " ".join(str(data.get("team") or "").split()):
            named.setdefault(name, []).append(id)
    if not named or not state.settings.team_boards:
        return {}
    if state.started:
        raise Refused(_("Teams enter before round 1."), article="C.04.6")
    known = {team.name.casefold(): team for team in state.teams.values()}
    seen = replace(state, entrants={**state.entrants, **newcomers})
    teams: list[dict[str, Any]] = []
    for name, ids in named.items():
        old = known.get(name.casefold()) or TeamEntry(id=state.next_team + len(teams), name=name)
        members = [*old.members, *ids]
        teams.append({"id": old.id, "name": old.name, "members": members, "strength": team_strength(seen, members)})
    return {"teams": teams}


def team_strength(state: State, members: Sequence[int]) -> int:
    """The average rating of the strongest line-up."""
    best = sorted((state.entrants[m].player.rating for m in members), reverse=True)[: state.settings.team_boards]
    return round(sum(best) / len(best)) if best else 0


def _byes_at_entry(state: State, name: str, data: Mapping[str, Any]) -> list[Caution]:
    """Byes that are asked for with the entry have the limits of any others (C.05 6.7.4)."""
    asked: dict[int, Outcome] = {}
    cautions: list[Caution] = []
    for round, outcome in data.get("byes", {}).items():
        allowed = data.get("half_byes_allowed", True)
        cautions += bye_limits(state, name, asked, int(round), outcome, half_allowed=allowed)
        asked[int(round)] = Outcome[outcome]
    return cautions


def _late_numbers(seen: State, new: Sequence[int]) -> dict[int, int]:
    """C.04.2 C.3: the newcomers take their places and the numbers below move down; nobody else changes order."""
    order = sorted(seen.numbers, key=seen.numbers.__getitem__)
    for id in new:
        mine = seen.entrants[id]
        place = 0
        for i, other in enumerate(order, 1):
            pair = ordered(seen, [seen.entrants[other], mine])
            if pair[0] == other:
                place = i
        order.insert(place, id)
    return {id: i for i, id in enumerate(order, 1)}


@command("edit-player", ENTRY_DESK, help=N_("Correct a player's data: NAME=VALUE, for example rating=2105 title=FM."))
def edit_player(
    state: State,
    *,
    id: PlayerId,
    player: PlayerData | None = None,
    entrant_fields: Annotated[Mapping[str, Any] | None, Says(Takes.SETTINGS)] = None,
) -> Draft:
    """Correct a player's data. Rating and title after round 4 is paired are for rating only: numbers stay (B.3)."""
    require_open(state)
    old = entrant(state, id)
    payload: dict[str, Any] = {"id": id}
    warnings: list[Caution] = []
    remark = ""
    if player is not None:
        new = _checked({**player_to_json(old.player), **player})
        payload["player"] = player_to_json(new)
        if state.started and (new.rating, new.title) != (old.player.rating, old.player.title):
            if len(state.rounds) >= FROZEN_FROM_ROUND:
                text = _("Numbers are frozen since round 4 was paired: the correction counts for rating only.")
            else:
                text = _("Number the players again if the start order changes.")
            warnings.append(Caution(Level.ACKNOWLEDGE, text, "C.04.2 B.3"))
            remark = _("Rating or title of {name} corrected").format(name=new.name)
    if entrant_fields:
        decoded(EntrantFields, entrant_fields, "entrant_fields")
        if state.started and old.confirmed and not entrant_fields.get("confirmed", True):
            raise Refused(_("After round 1 is paired a player withdraws; the results stay."), article="C.05 6.7.1")
        payload["entrant"] = dict(entrant_fields)
    typed = player is not None and new.rating != old.player.rating and "source" not in payload.get("entrant", {})
    if typed and old.source:
        payload["entrant"] = {**payload.get("entrant", {}), "source": ""}
    if len(payload) == 1:
        raise Refused(_("Nothing would change."))
    return Draft("edit-player", payload, entrant_keys(id), tuple(warnings), remark)


@command("remove", ENTRY_DESK, help=N_("Remove entries from the list, before round 1."))
def remove(state: State, *, ids: PlayerIds) -> Draft:
    """Take entries off the list; only before round 1, later players withdraw."""
    require_open(state)
    if state.started:
        raise Refused(_("After round 1 is paired a player withdraws; the results stay."), article="C.05 6.7.1")
    names = [entrant(state, id).name for id in ids]
    if not names:
        raise Refused(_("No player is named."))
    text = _("Removed from the entry list: {names}").format(names=", ".join(names))
    return Draft("remove", {"ids": list(ids)}, warnings=(Caution(Level.NOTE, text),))


@command("check-in", ENTRY_DESK, help=N_("Tick players as present (or --absent)."))
def check_in(
    state: State, *, ids: PlayerIds, present: Annotated[bool, Says(help=N_("They are not here."), off="absent")] = True
) -> Draft:
    """Tick who is there."""
    require_open(state)
    if not [entrant(state, id) for id in ids]:
        raise Refused(_("No player is named."))
    return Draft("check-in", {"ids": list(ids), "present": present}, entrant_keys(*ids))


@command("bye", ENTRY_DESK, help=N_("A requested bye for a round to come; --none cancels it."))
def bye(state: State, *, id: PlayerId, round: RoundNumber, outcome: ByeKind = "HALF_BYE") -> Draft:
    """A requested bye for a round to come (outcome None takes it back)."""
    require_open(state)
    person = entrant(state, id)
    warnings = bye_limits(state, person.name, person.byes, round, outcome, half_allowed=person.half_byes_allowed)
    full = _("{name}: full-point bye in round {round}").format(name=person.name, round=round)
    remark = full if outcome == Outcome.FULL_BYE.name else ""
    return Draft("bye", {"id": id, "round": round, "outcome": outcome}, entrant_keys(id), tuple(warnings), remark)


def bye_limits(
    state: State, name: str, byes: Mapping[int, Outcome], round: int, outcome: str | None, *, half_allowed: bool = True
) -> list[Caution]:
    """May a player or a team have this bye? `byes` are those asked for so far; an outcome of None takes one back."""
    settings = state.settings
    if not settings.system.is_swiss:
        raise Refused(_("Byes are requested in Swiss tournaments only."), article="C.05 6.7")
    if round <= len(state.rounds):
        raise Refused(_("Round {round} is paired already.").format(round=round), article="C.05 6.7.2")
    if round > settings.rounds:
        raise Refused(
            ngettext_("The tournament has {n} round.", "The tournament has {n} rounds.", settings.rounds).format(
                n=settings.rounds
            )
        )
    if outcome is None:
        return []
    kind = Outcome.__members__.get(outcome)
    if kind not in REQUESTED:
        raise Refused(_("A requested bye is worth nothing, half a point or a point."))
    if kind is Outcome.FULL_BYE:
        text = _("A full-point bye is outside the FIDE rules for rated events and bars from the pairing-allocated bye.")
        return [Caution(Level.CONFIRM, text, "C.04.1 d")]
    taken = sum(o is Outcome.HALF_BYE and r != round for r, o in byes.items())
    return _half_bye_limits(state, name, taken, round, half_allowed) if kind is Outcome.HALF_BYE else []


def _half_bye_limits(state: State, name: str, taken: int, round: int, allowed: bool) -> list[Caution]:
    """C.05 6.7.4 and the regulations, which may allow more than the one of the rules, up to a round."""
    settings = state.settings
    within_the_rules = half_point_bye_ok(
        level=2, regulations_allow=settings.half_byes > 0, already_taken=taken, receives_conditions=not allowed
    )
    if settings.half_byes == 0:
        raise Refused(_("The regulations allow no half-point byes."), article="C.05 6.7.4")
    if not allowed:
        text = _("{name} has conditions or a free entry: no half-point bye.").format(name=name)
        raise Refused(text, article="C.05 6.7.4")
    if taken >= settings.half_byes:
        text = _("{name} has had all the half-point byes that the regulations allow ({n}).")
        raise Refused(text.format(name=name, n=settings.half_byes), article="C.05 6.7.4")
    limit = settings.half_bye_last_round if settings.half_bye_last_round is not None else settings.rounds - 1
    if round > limit:
        raise Refused(_("No half-point bye after round {round}.").format(round=limit), article="C.05 6.7.4")
    more = Caution(Level.CONFIRM, _("The rules foresee one half-point bye per event."), "C.05 6.7.4")
    return [] if within_the_rules else [more]


@command("withdraw", ENTRY_DESK, help=N_("A player withdraws: not paired again, results stay."))
def withdraw(state: State, *, id: PlayerId) -> Draft:
    """Not paired any more; the results stay in the table."""
    require_open(state)
    person = entrant(state, id)
    if person.withdrawn_after is not None:
        raise Refused(_("{name} has withdrawn already.").format(name=person.name), article="C.04.2 D.3")
    text = _("{name} will not be paired again after round {n}.").format(name=person.name, n=len(state.rounds))
    note = Caution(Level.NOTE, text, "C.04.2 D.3")
    system, settings = state.settings.system, state.settings
    if system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN) and id in state.numbers and state.rounds:
        event = snapshot(state)
        club = edition_of(settings.editions.tiebreaks).cancels_results
        text = notice(person.name, completed_half(event, state.numbers[id]), club=club)
        note = Caution(Level.NOTE, text, "C.05 6.6")
    payload = {"id": id, "after": len(state.rounds)} | _forfeits_ahead(state, id)
    return Draft("withdraw", payload, entrant_keys(id), (note,))


def _forfeits_ahead(state: State, id: int) -> dict[str, Any]:
    """Where all rounds of a table are paired, the games still open of someone who leaves are forfeits (C.05 6.6)."""
    rows = [
        [round.number, n, board.white != id, board.black != id]
        for round in state.rounds
        for n, board in round.boards.items()
        if id in (board.white, board.black) and not board.finished
    ]
    return {"forfeits": rows} if rows and len(state.rounds) > 1 and state.rounds[-2].missing else {}


@command("exclude", CHIEFS, needs_reason=True, help=N_("Expel a player: out of pairings and standings."))
def exclude(state: State, *, id: PlayerId) -> Draft:
    """Expel a player: out of the pairings and of the standings."""
    require_open(state)
    person = entrant(state, id)
    if person.excluded:
        raise Refused(_("{name} is expelled already.").format(name=person.name))
    text = _("{name} leaves the pairings and the standings.").format(name=person.name)
    return Draft(
        "withdraw",
        {"id": id, "after": len(state.rounds), "excluded": True},
        entrant_keys(id),
        (Caution(Level.CONFIRM, text, "Laws 12.9.9"),),
        _("{name} expelled").format(name=person.name),
    )


@command("return", ARBITERS, help=N_("A withdrawn player is reinstated."))
def return_(state: State, *, id: PlayerId) -> Draft:
    """Take a withdrawal back: the rounds missed stay unpaired and worth nothing."""
    require_open(state)
    person = entrant(state, id)
    if person.withdrawn_after is None:
        raise Refused(_("{name} has not withdrawn.").format(name=person.name))
    if len(state.rounds) >= state.settings.rounds:
        raise Refused(_("All rounds have been paired."))
    warnings: tuple[Caution, ...] = ()
    if person.withdrawn_after < len(state.rounds):
        text = _("A withdrawn player is not paired again; the chief arbiter answers for the exception.")
        warnings = (Caution(Level.CONFIRM, text, "C.04.2 D.3"),)
    remark = ""
    if person.excluded:
        remark = _("Expulsion of {name} cancelled").format(name=person.name)
        warnings = (Caution(Level.TWO_STEPS, f"{remark}.", "Laws 12.9.9"),)
    missed = list(range(person.withdrawn_after + 1, len(state.rounds) + 1))
    return Draft("return", {"id": id, "missed": missed}, entrant_keys(id), warnings, remark)


@command("number", ARBITERS, help=N_("Order the start list and give pairing numbers (C.04.2 B)."))
def number(state: State, *, order: StartOrder | None = None, exchange: Exchange = ()) -> Draft:
    """Order the start list (C.04.2 B.2) and give pairing numbers; `order` is an order by hand, `exchange` two players.

    In a team Swiss the teams are numbered by strength too; in other team events their numbers are drawn (`lots`).
    """
    require_open(state)
    if not may_renumber(len(state.rounds)):
        raise Refused(_("Pairing numbers are frozen since round 4 was paired."), article="C.04.2 B.3")
    taking_part = [e for e in state.entrants.values() if e.confirmed]
    if len(taking_part) < 2:
        raise Refused(_("A start list needs two players."))
    if exchange:
        first, second = exchange if len(set(exchange)) == 2 else (0, 0)
        if not {first, second} <= state.numbers.keys():
            raise Refused(_("Name two players who have numbers."), article="C.04.2 B.3")
        other = {first: second, second: first}
        order = [other.get(id, id) for id in sorted(state.numbers, key=state.numbers.__getitem__)]
    if order is None:
        ids = ordered(state, taking_part)
    else:
        ids = list(order)
        if sorted(ids) != sorted(e.id for e in taking_part):
            raise Refused(_("The order must name every player once."))
    numbers = {id: i for i, id in enumerate(ids, 1)}
    warnings: list[Caution] = []
    swiss = state.settings.system.is_swiss
    if order is not None and swiss and state.settings.start_order != "hand":
        _require_equal_exchange(state, ids)
    moved = [
        f"{state.entrants[id].name} {n} → {numbers[id]}" for id, n in state.numbers.items() if numbers.get(id) != n
    ]
    if state.started and not swiss:
        raise Refused(_("The numbers of a fixed table do not change after the draw."), article="C.05 5")
    if state.started or (order is not None and swiss):
        text = _("The cross table and the next pairings will use the new numbers: {moved}.")
        warnings.append(Caution(Level.CONFIRM, text.format(moved=", ".join(moved) or "–"), "C.04.2 B.3"))
    remark = _("Players renumbered after round {n}").format(n=len(state.rounds)) if state.started else ""
    payload: dict[str, Any] = {"numbers": {str(id): n for id, n in numbers.items()}}
    if order is not None:
        payload["by_hand"] = True
    if state.settings.system is System.TEAM and state.teams and not state.started:
        payload["teams"] = [t.id for t in sorted(state.teams.values(), key=lambda t: (-t.strength, t.name.casefold()))]
    return Draft("number", payload, warnings=tuple(warnings), remark=remark)


def equals_of(state: State, id: int) -> list[Entrant]:
    """With whom a player may exchange numbers: equal ratings, until they are frozen."""
    if id not in state.numbers or not may_renumber(len(state.rounds)):
        return []
    swiss, mine = state.settings.system.is_swiss, strength(state, state.entrants[id])
    if state.started and not swiss:
        return []
    anyone = not swiss or state.settings.start_order == "hand"
    known = sorted((n, other) for other, n in state.numbers.items() if other != id and other in state.entrants)
    return [e for e in (state.entrants[other] for _n, other in known) if anyone or strength(state, e) == mine]


def _require_equal_exchange(state: State, ids: Sequence[int]) -> None:
    """Numbers are exchanged between equal ratings only; another order is a method of its own (verification 148)."""
    for upper, lower in pairwise(state.entrants[id] for id in ids):
        if strength(state, upper) < strength(state, lower):
            text = _(
                "{lower} has a higher rating than {upper}: numbers are exchanged between equal ratings only; "
                "another order needs the setting start_order=hand."
            )
            raise Refused(text.format(lower=lower.name, upper=upper.name), article="C.04.2 B.2")
