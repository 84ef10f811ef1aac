"""Tournaments of other programs: brought in from a file as a journal, every adjustment listed; or run beside (shadow
mode): the other program's file is read after each round and compared with the journal here.

The players, rounds and results become entries like any others (engine: "import"), so the event can go on here. Every
imported round is paired again by the engine and the differences are reported (verification 47-54).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from arbitro import words
from arbitro.desk.commands.base import Draft, Level, board_key
from arbitro.desk.entry import player_to_json
from arbitro.desk.events import create_section
from arbitro.desk.formats import kind_of, usual_tiebreaks
from arbitro.desk.integrity import left_in
from arbitro.desk.models import Event, Section
from arbitro.desk.plain import shown
from arbitro.desk.roles import Role
from arbitro.desk.settings import Settings, faults, is_long, no_buchholz
from arbitro.desk.snapshot import settings_of
from arbitro.desk.store import append_all
from arbitro.errors import ArbitroError
from arbitro.files.gathered import gathered
from arbitro.files.trf.assumptions import COMMENT
from arbitro.files.trf.lines import MAX_ROUNDS
from arbitro.files.trf.player_lines import national_player
from arbitro.i18n import current_language, gettext_for, speaking
from arbitro.model import (
    Colour,
    Forbidden,
    Game,
    Info,
    Outcome,
    Pair,
    Player,
    PlayerRound,
    Points,
    Scoring,
    System,
    Team,
    Tournament,
    remarks,
    show,
    signed,
    team_results,
)

_ = gettext_for("desk")


LEFT_FIDE_MODE = "### FIDE mode exited"  # the remark of a report; no import leads back


@dataclass(frozen=True, slots=True)
class Imported:
    """What came in, and everything that was adjusted or looks wrong, in words."""

    section: Section
    adjustments: tuple[str, ...]


def usable(settings: Settings) -> tuple[Settings, list[str]]:
    """The settings with the usual value in place of each that cannot be used, and what was put aside, in words."""
    usual = Settings(name=settings.name, rounds=settings.rounds)
    notes = []
    if settings.scoring.adjourned != settings.scoring.draw:
        settings = replace(settings, scoring=replace(settings.scoring, adjourned=settings.scoring.draw))
        notes.append(_("The file gives adjourned games points of their own; they are worth a draw."))
    unknown = [name for name in settings.tiebreaks if not _known(name)]
    if unknown:
        known = tuple(name for name in settings.tiebreaks if name not in unknown)
        settings = replace(settings, tiebreaks=known or usual_tiebreaks(kind_of(settings)))
        notes.append(_("Tie-breaks not known here, left out: {codes}").format(codes=", ".join(unknown)))
    wrong = faults(settings)
    if "tiebreaks" in wrong and (dropped := no_buchholz(settings)):
        kept = tuple(name for name in settings.tiebreaks if name not in dropped)
        settings = replace(settings, tiebreaks=kept or usual_tiebreaks(kind_of(settings)))
        notes.append(_("Buchholz is not for round robins, left out: {codes}").format(codes=", ".join(dropped)))
        wrong = faults(settings)
    if "start" in wrong and "end" in wrong:  # which may be good, and only be compared with the other
        wrong = {"start": wrong["start"], **faults(replace(settings, start=""))}
    notes += [_("Default kept: {name}. {why}").format(name=name, why=why) for name, why in wrong.items()]
    return replace(settings, **{name: getattr(usual, name) for name in wrong}), notes


def _known(tiebreak: str) -> bool:
    from arbitro.standings import parse_tiebreak

    try:
        parse_tiebreak(tiebreak)
    except ArbitroError:
        return False
    return True


def drafts(event: Tournament) -> Iterator[Draft]:
    """The journal of an imported tournament, after its creation: ids are the file's pairing numbers."""
    from arbitro.swiss.general import first_colour

    rows = []
    for player in event.players:
        row: dict[str, Any] = {"id": player.number, "player": player_to_json(player), "present": True}
        first = next((r.round for r in event.rounds_of(player.number) if not r.outcome.requested), None)
        requested = [r.outcome for r in event.rounds_of(player.number)[: (first or 1) - 1]]
        if first is not None and first > 1 and all(o is Outcome.ABSENT for o in requested):
            row["first_round"] = first
        coming = event.rounds_paired + 1
        to_come = event.results[event.index[player.number]][coming - 1 :]
        says = (r for r in to_come if r.outcome is not Outcome.ABSENT or (r is to_come[-1] and r.points is None))
        later = {str(r.round): r.outcome.name for r in says}
        if later:
            row["byes"] = later
        rows.append(row)
    yield Draft("enter", {"players": rows})
    yield Draft("number", {"numbers": {str(n): n for n in event.numbers}})
    for team in event.teams:
        row = {
            "id": team.number, "name": team.name, "members": list(team.players), "nickname": team.nickname,
            "federation": team.federation, "captain": team.captain, "strength": team.strength,
        }  # fmt: skip
        yield Draft("team", {"team": row})
    if event.rounds_paired or event.first_colour:
        colour = event.first_colour or first_colour(event)
        yield Draft("lots", {"protocol": {"what": "import", "colour": colour.value}, "first_colour": colour.value})
    always = [list(group.players) for group in event.forbidden if _always(event, group)]
    if always:
        yield Draft("keep-apart", {"groups": always})
    yield from _History(event).told()


class _History:
    """The rounds of a file told as they happened: each is paired from what was known then (`swiss.checker`)."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.gone = left_in(event)
        self.games: dict[tuple[int, int], Game] = {}  # as written so far, by round and board
        self.added: dict[tuple[int, int], int] = {}  # points off the scale so far, by player and round

    def told(self) -> Iterator[Draft]:
        from arbitro.swiss.checker import as_counted, as_known

        for round in range(1, self.event.rounds_paired + 1):
            before, now = as_known(self.event, round), as_known(self.event, round + 1)
            yield from self.brought_to(before, round - 1)
            payload, pairs = _paired(before, round)
            yield Draft("pair", payload)
            yield from self.by_hand(round, payload, pairs)
            yield Draft("publish", {"round": round})
            for board, (white, black) in enumerate(pairs, 1):
                self.games[round, board] = Game(round, white, black, Outcome.PENDING, Outcome.PENDING)
            yield from self.brought_to(now, round)
            if all(game.white_outcome is not Outcome.PENDING for (r, _b), game in self.games.items() if r == round):
                yield Draft("close-round", {"round": round})
        yield from self.brought_to(as_counted(self.event), MAX_ROUNDS)
        for key, game in self.games.items():  # what the report has otherwise counts for rating only (C.04.2 D.8)
            rated = _as_in(self.event, game)
            if rated != game and (rated.white, rated.black) == (game.white, game.black):
                yield _result(*key, rated, {"rating_only": True})
        yield from _team_points(self.event)
        for number, (after, expelled) in self.gone.items():
            yield Draft("withdraw", {"id": number, "after": after, **({"excluded": True} if expelled else {})})
        yield from _decided(self.event)

    def by_hand(self, round: int, paired: Mapping[str, Any], pairs: Sequence[Pair]) -> Iterator[Draft]:
        """The boards that the file says were changed by hand: marked, and in the log as they were."""
        for act in remarks.by_hand(self.event.unknown_lines):
            if act.round != round:
                continue
            engine, made = remarks.written(act.gone or ()), remarks.written(act.made)
            changed = {n for n, match in enumerate(paired.get("matches", ()), 1) if Pair(*match) in act.made}
            of_match = [row[2] in changed for row in paired["pairs"]] if self.event.teams else []
            boards = [n for n, pair in enumerate(pairs, 1) if (of_match[n - 1] if of_match else pair in act.made)]
            rows = [{"board": n, "white": pairs[n - 1].white, "black": pairs[n - 1].black} for n in boards]
            yield Draft("manual", {"round": round, "on": True})
            if rows:
                yield Draft("override", {"round": round, "boards": rows, "bye": paired["bye"]})
            payload = {"round": round, "on": False, "different": boards, "engine": engine, "made": made}
            payload |= {"why": act.why} if act.why else {}
            yield Draft("manual", payload, remark=_by_hand(round, f"{engine or 'none'} => {made}"))

    def brought_to(self, known: Tournament, until: int) -> Iterator[Draft]:
        """What was learned of the rounds up to one: results, colours, points off the scale."""
        for key, game in self.games.items():
            if key[0] > until or (new := _as_in(known, game)) == game:
                continue
            self.games[key] = new
            more: dict[str, Any] = {"swap": True} if new.white != game.white else {}
            if known.system is System.DOUBLE:
                more["points"] = [known.points_of(known.round_of(n, new.round)) for n in (new.white, new.black)]
            yield _result(*key, new, more)
        for number, rounds in zip(known.numbers, known.results, strict=True):
            for r in rounds[:until]:
                extra = _extra(known, r, self.gone)
                more_points = extra - self.added.get((number, r.round), 0)
                if more_points:
                    self.added[number, r.round] = extra
                    yield Draft("points", {"id": number, "round": r.round, "points": more_points})


def _decided(event: Tournament) -> Iterator[Draft]:
    """Later ratings, values computed elsewhere, places by lot and by hand, as far as players of the file have them."""
    lines = event.unknown_lines

    def known(values: Mapping[int, int]) -> dict[str, int]:
        return {str(number): value for number, value in values.items() if number in event.index}

    for first, ratings in remarks.ratings(lines)[0].items():
        yield Draft("ratings", {"round": first, "ratings": known(ratings)})
    for name, values in remarks.values(lines).items():
        text = _("Tie-break computed elsewhere: {name}").format(name=name)
        yield Draft("tie-values", {"name": name, "values": known(values)}, remark=text)
    if sentence := remarks.lots(lines):
        yield Draft("lots", {"protocol": {"what": "ties", "seed": sentence}})
    if places := known(remarks.places(lines, event.rounds_paired)):
        names = ", ".join(f"{rank} {event.player(int(n)).name}" for n, rank in places.items())
        text = _("Places by hand: {names}").format(names=names)
        yield Draft("ranks", {"ranks": places, "after": event.rounds_paired}, remark=text)


def _by_hand(round: int, pairs: str) -> str:
    return _("Round {r} was paired by hand, as the file says: {pairs}").format(r=round, pairs=pairs)


def _extra(event: Tournament, r: PlayerRound, gone: Container[int]) -> int:
    """The points off the scale of a round; those of a match of two games, and of a table that somebody left, are no
    adjustments."""
    told_otherwise = event.system is System.DOUBLE or (r.opponent in gone and not event.system.is_swiss)
    if r.points is None or (r.opponent is not None and told_otherwise):
        return 0
    return r.points - event.scoring.points(r.outcome, r.colour)


def _as_in(event: Tournament, game: Game) -> Game:
    """The game of these two players, as a tournament has it."""
    here = event.round_of(game.white, game.round)
    white, black = (game.black, game.white) if here.colour is Colour.BLACK else (game.white, game.black)
    return Game(game.round, white, black, *(event.round_of(n, game.round).outcome for n in (white, black)))


def _result(round: int, board: int, game: Game, more: Mapping[str, Any]) -> Draft:
    outcomes = {"white": game.white_outcome.name, "black": game.black_outcome.name}
    return Draft("result", {"round": round, "board": board, **outcomes, **more}, frozenset({board_key(round, board)}))


def _team_points(event: Tournament) -> Iterator[Draft]:
    """What teams have beside their results, round by round."""
    if not event.team_awards:
        return
    usual = team_results.team_rounds(replace(event, team_awards=()))
    for team, rounds in team_results.team_rounds(event).items():
        for row, without in zip(rounds, usual[team], strict=True):
            match, game = row.match_points - without.match_points, row.game_points - without.game_points
            if match or game:
                payload = {"team": team, "round": row.round, "match_points": match, "game_points": game}
                yield Draft("team-points", payload)


def _paired(event: Tournament, round: int) -> tuple[dict[str, Any], Sequence[Pair]]:
    """The entry that pairs a round, and its boards in order, from the tournament as it was known then."""
    from arbitro.swiss.general import board_order

    games = [Pair(g.white, g.black) for g in event.games(round)]
    scores: dict[int, Points] = {n: event.pairing_score(n, round) for n in event.numbers}
    pairs: Sequence[Pair] = board_order(games, scores)
    cells = {n: event.round_of(n, round) for n in event.numbers}
    byes = [n for n, r in cells.items() if r.outcome is Outcome.PAIRING_BYE]
    seated = {n for pair in pairs for n in pair}
    absent = {str(n): r.outcome.name for n, r in cells.items() if n not in seated and n not in byes[:1]}
    payload: dict[str, Any] = {
        "round": round,
        "pairs": [list(pair) for pair in pairs],
        "bye": byes[0] if byes else None,
        "absent": absent,
        "engine": "import",
    }
    apart = [list(group.players) for group in event.forbidden if _in_round(event, group, round)]
    if apart:
        payload["apart"] = apart
    if event.teams:
        pairs, of_teams = _matches(event, round, pairs)
        payload |= of_teams
    return payload, pairs


def _in_round(event: Tournament, group: Forbidden, round: int) -> bool:
    """Does a forbidden pair hold in this round, but not always?"""
    return not _always(event, group) and group.first_round <= round <= group.last_round


def _always(event: Tournament, group: Forbidden) -> bool:
    return group.first_round == 1 and group.last_round >= (event.planned_rounds or 999)


def _matches(event: Tournament, round: int, pairs: Sequence[Pair]) -> tuple[tuple[Pair, ...], dict[str, Any]]:
    """The games of a team round match by match, boards in order; games outside any match come last."""
    played = team_results.matches(event, round)
    rows = [(Pair(g.white, g.black), i) for i, match in enumerate(played, 1) for g in match.games]
    inside = {pair for pair, _match in rows}
    rows += [(pair, 0) for pair in pairs if pair not in inside]
    bye = event.team_byes[round - 1] if round <= len(event.team_byes) else None
    return tuple(pair for pair, _match in rows), {
        "pairs": [[*pair, match] for pair, match in rows],
        "matches": [[match.white, match.black] for match in played],
        "team_bye": bye,
        "bye": None,
    }


def adjustments(event: Tournament) -> list[str]:
    """What a journal cannot hold of this file."""
    notes = []
    if event.scoring != Scoring():
        notes.append(_("The file has its own scoring; it is kept."))
    notes += [
        _("Points off the scale (299) are taken over: {who}, {points}, round {r}.").format(who=who, points=told, r=r)
        for who, told, r in _off_the_scale(event)
    ]
    if event.acceleration and not event.baku:
        if settings_of(event).acceleration:
            notes.append(_("The file has its own virtual points; Baku acceleration takes their place."))
        else:
            notes.append(_("The file's own virtual points end here: rounds to come are paired without acceleration."))
    if any(not _always(event, group) and group.last_round > event.rounds_paired for group in event.forbidden):
        notes.append(_("Forbidden pairs that hold for some rounds only are not taken over for rounds to come."))
    notes += [
        _("This line is not understood and is left out: {line}").format(line=line) for line in _not_understood(event)
    ]
    if event.order_by_rank:
        notes.append(_("The file orders players by their rank field; here the pairing numbers do."))
    swiss_rounds = range(1, event.rounds_paired + 1 if event.system.is_swiss else 1)
    byes = [round for round in swiss_rounds if not event.teams and _pairing_byes(event, round) > 1]
    notes += [_("Round {r} has more than one pairing-allocated bye.").format(r=round) for round in byes]
    return notes


def _not_understood(event: Tournament) -> list[str]:
    """Lines that are no comments and no national ratings, as far as a sentence shows them."""
    lines = (line for line in event.unknown_lines if national_player(line) not in event.index)
    return [line[:60] for line in lines if not line.startswith(COMMENT)]


def _off_the_scale(event: Tournament) -> Iterator[tuple[str, str, int]]:
    """Whose points differ from the scoring, by how much, and in which round: players, then teams."""
    gone = left_in(event)
    for player, rounds in zip(event.players, event.results, strict=True):
        for r in rounds:
            if extra := _extra(event, r, gone):
                yield f"{player.number} {player.name}", signed(extra), r.round
    for draft in _team_points(event):
        given = draft.payload
        both = " / ".join(signed(given[name]) for name in ("match_points", "game_points"))
        yield event.team(given["team"]).name, both, given["round"]


def _pairing_byes(event: Tournament, round: int) -> int:
    return sum(event.round_of(n, round).outcome is Outcome.PAIRING_BYE for n in event.numbers)


def different_rounds(event: Tournament) -> tuple[dict[int, str], dict[int, str]]:
    """The rounds whose recorded pairing is not the engine's, with the pairs: the engine's, then the file's.

    Those of which the file does not know, and those that it says were changed by hand, pair for pair.
    """
    from arbitro.swiss.checker import check

    if not event.system.is_swiss or event.teams:
        return {}, {}
    checked, written = check(event), remarks.written
    unknown, by_hand = (
        {d.round: f"{written(d.computed) or 'none'} => {written(d.recorded)}" for d in rounds}
        for rounds in (checked.differences, checked.by_hand)
    )
    return unknown, by_hand


R = TypeVar("R", Player, Team, Info)


def _with_shown(record: R, names: Iterable[str]) -> R:
    changes: dict[str, Any] = {name: shown(getattr(record, name)) for name in names}
    return replace(record, **changes)


def _shown(event: Tournament) -> tuple[Tournament, list[str]]:
    """The tournament with a sign in place of characters that cannot be shown, and whose names had some."""
    texts = ("name", "club", "federation", "birth", "fide_id", "national_id")
    players = tuple(_with_shown(player, texts) for player in event.players)
    teams = tuple(_with_shown(team, ("name", "nickname", "captain")) for team in event.teams)
    info = _with_shown(event.info, ("name", "city", "chief_arbiter"))
    clean = replace(event, players=players, teams=teams, info=info)
    if clean == event:
        return event, []
    return clean, [_("Characters that cannot be shown were replaced.")]


@dataclass(frozen=True, slots=True)
class Preview:
    """A file before it is stored: what it becomes, everything that is assumed or adjusted, and which rounds differ."""

    tournament: Tournament
    settings: Settings
    notes: tuple[str, ...]
    different: Mapping[int, str]  # rounds paired otherwise: they ask for a confirmation (verification 55)

    @property
    def otherwise(self) -> list[str]:
        """The rounds that are paired otherwise, with the pairs of either side."""
        sentence = _("Round {r}: our engine pairs {ours}; the file has {theirs}")
        sides = ((r, *pairs.split(" => ")) for r, pairs in self.different.items())
        return [sentence.format(r=r, ours=ours, theirs=theirs) for r, ours, theirs in sides]


def looked_at(tournament: Tournament, name: str = "", said: Iterable[object] = ()) -> Preview:
    """What a file would become; `said` is what reading it took for granted. Nothing is stored."""
    tournament, cleaned = _shown(tournament)
    stated = replace(settings_of(tournament, name), language=current_language())  # no file states it
    settings, put_aside = usable(_with_later_ratings(stated, tournament.unknown_lines))
    different, by_hand = different_rounds(tournament)
    otherwise = [_("Round {r} is paired otherwise by our engine.").format(r=r) for r in different]
    otherwise += [_by_hand(r, pairs) for r, pairs in by_hand.items()]
    lines = _not_understood(tournament)  # told below: they are left out
    read = gathered(text for text in map(str, said) if not any(line in text for line in lines))
    notes = (*read, *cleaned, *put_aside, *adjustments(tournament), *otherwise)
    return Preview(tournament, settings, notes, different)


def _with_later_ratings(settings: Settings, lines: Iterable[str]) -> Settings:
    """A tournament whose file has ratings of several lists is a long one; its tie-breaks use them if the file says."""
    later, in_tie_breaks = remarks.ratings(lines)
    if not later:
        return settings
    return replace(
        settings, long_event=settings.long_event if is_long(settings) else "yes", round_ratings=in_tie_breaks
    )


def import_tournament(event: Event, preview: Preview, *, who: str, role: Role | None) -> Imported:
    """A new tournament of an event from a file, with its whole journal, or nothing at all."""
    from django.db import transaction

    tournament = preview.tournament
    with transaction.atomic(), speaking("en"):  # remarks are English, whoever acts; the notes are as they were told
        text = _("Imported: {players}, {rounds}").format(
            players=words.count(len(tournament.players), "player"),
            rounds=words.count(tournament.rounds_paired, "round"),
        )
        settings = preview.settings.to_json()
        section = create_section(event, settings, who=who, role=role, confirm=int(Level.TWO_STEPS))
        append_all(section.pk, drafts(tournament), who=who)
        if any(line.startswith(LEFT_FIDE_MODE) for line in tournament.unknown_lines):
            left = Draft("leave-fide-mode", {}, remark=_("FIDE mode left"))
            append_all(section.pk, [left], who=who, why=_("so says the file"))
        append_all(section.pk, [_remark(line) for line in (text, *preview.notes)], who=who)
        append_all(section.pk, [_remark(pairs, round) for round, pairs in preview.different.items()], who=who)
    return Imported(section, preview.notes)


def _remark(text: str, round: int = 0) -> Draft:
    return Draft("remark", {"about": "import", "text": text, "round": round}, frozenset({"remark"}), remark=text)


# -- beside another program


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One thing that the two programs say differently."""

    round: int
    what: str  # "player", "pairing", "result", "score", "rank"
    here: str
    there: str


def compare(here: Tournament, there: Tournament, places: Mapping[int, range] | None = None) -> list[Discrepancy]:
    """Everything that differs, round by round: players, pairs and colours, results, byes, scores.

    Scores are those after the last round that is over in both. With our `places` the ranks that the file states are
    compared too, if both have the same rounds; places that are shared here may be shared there or stand in any order.
    """
    discrepancies: list[Discrepancy] = []
    names = {p.number: p.name for p in here.players}
    for player in there.players:
        if player.number not in names:
            discrepancies.append(Discrepancy(0, "player", "–", f"{player.number} {player.name}"))
        elif names[player.number].casefold() != player.name.casefold():
            discrepancies.append(Discrepancy(0, "player", f"{player.number} {names[player.number]}", player.name))
    discrepancies += [
        Discrepancy(0, "player", f"{p.number} {p.name}", "–") for p in here.players if p.number not in there.index
    ]
    common = [n for n in here.numbers if n in there.index]
    for round in range(1, max(here.rounds_paired, there.rounds_paired) + 1):
        for n in common:
            mine, theirs = here.round_of(n, round), there.round_of(n, round)
            if (mine.opponent, mine.colour) != (theirs.opponent, theirs.colour):
                discrepancies.append(Discrepancy(round, "pairing", _cell(n, mine), _cell(n, theirs)))
            elif mine.outcome is not theirs.outcome and mine.outcome.code != theirs.outcome.code:
                discrepancies.append(
                    Discrepancy(round, "result", f"{n} {mine.outcome.code}", f"{n} {theirs.outcome.code}")
                )
    last = min(here.rounds_finished, there.rounds_finished)  # points and ranks of different rounds say nothing
    for n in common:
        mine_now, theirs_now = here.score(n, last), there.score(n, last)
        if mine_now != theirs_now:
            discrepancies.append(Discrepancy(last, "score", f"{n} {show(mine_now)}", f"{n} {show(theirs_now)}"))
    for player in there.players if last == here.rounds_paired == there.rounds_paired else ():
        stated, ours = player.stated_rank, (places or {}).get(player.number)
        if stated and ours is not None and stated not in ours:
            own = "–".join(f"{place}." for place in dict.fromkeys((ours[0], ours[-1])))
            discrepancies.append(Discrepancy(last, "rank", f"{player.number} {own}", f"{player.number} {stated}."))
    return sorted(discrepancies, key=lambda one: one.round)


def is_another(here: Tournament, there: Tournament) -> bool:
    """Is a file of another tournament: are most of its players nobody here, by name and FIDE number?"""
    known = {mark for p in here.players for mark in (p.name.casefold(), p.fide_id) if mark}
    common = sum(p.name.casefold() in known or p.fide_id in known for p in there.players)
    return bool(here.players) and 2 * common < min(len(here.players), len(there.players))


def _cell(number: int, played: PlayerRound) -> str:
    """The pair, White first."""
    pair = (str(number), "–" if played.opponent is None else str(played.opponent))
    return "-".join(reversed(pair) if played.colour is Colour.BLACK else pair)
