"""Create and configure a tournament; what may change when.

rule                       where
C.04.1 a                   the number of rounds is fixed before the start: locked once round 1 is paired
C.04.2 A                   system, edition and acceleration are announced beforehand: locked likewise
verification 74, 81        scoring: two draws not above a win and a loss; the bye not above a win
verification 83            under 1, ½, 0 the bye is worth one of these
verification 167           an adjourned game is worth a draw until it is finished
verification 92            a Swiss system outside the Handbook leaves FIDE mode
verification 105           no Buchholz in a round robin (`settings.faults`); each system has its usual list
C.05 annex I, C.04.5       a rest in a round robin is worth nothing; a match of two games up to two points
verification 196, 201      forbidden pairs after round 1 leave FIDE mode; other tie-breaks after the start: two steps
C.04.3 E                   the first colour is drawn before round 1, with a protocol that can be checked
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from arbitro.desk.commands.base import Caution, Draft, Level, command, require_open
from arbitro.desk.commands.entries import ordered
from arbitro.desk.commands.parameters import Says, Takes
from arbitro.desk.formats import kind_of, usual_list, usual_scoring, usual_team_scoring, usual_tiebreaks
from arbitro.desk.roles import CHIEFS
from arbitro.desk.settings import Settings, faults
from arbitro.desk.state import State
from arbitro.editions import Editions
from arbitro.errors import ArbitroError, Refused
from arbitro.formats import varma
from arbitro.formats.lots import Lots, draw, protocol, seed_of_sentence
from arbitro.i18n import N_, gettext_for
from arbitro.model import HALF, ONE, ZERO, Colour, Scoring, System
from arbitro.records import Between
from arbitro.swiss import acceleration

_ = gettext_for("desk")

LOTS = (("colour", "colour"), ("numbers", "numbers"), ("restricted", "restricted"), ("ties", "ties"),
        ("position", "position"))  # fmt: skip
SettingValues = Annotated[Mapping[str, Any], Says(Takes.SETTINGS, N_("NAME=VALUE (JSON values)."), word="settings")]
LONGEST_NAME, LONGEST_TEXT = 200, 200_000  # letters of a setting; of the prize plan and of added regulations
LOCKED_AFTER_START = {
    "rounds": "C.04.1 a",
    "system": "C.04.2 A.1",
    "editions": "C.04.2 A.1",
    "scoring": "C.04.2",
    "acceleration": "C.04.2 A.1",
    "options": "C.04.2 A.1",
    "plan": "C.05 6",
    "team_boards": "C.05 7",
    "team_scoring": "C.05 7",
    "board_colours": "C.05 7",
    "board_order": "C.05 7",
    "team_type": "C.04.6",
    "team_primary": "C.04.6",
    "late_points": "C.04.2 C.2",
}


def check_scoring(scoring: Scoring) -> list[Caution]:
    """Which scoring systems a rated event may use."""
    warnings = []
    if 2 * scoring.draw > scoring.win + scoring.loss:
        raise Refused(_("Two draws may not be worth more than a win and a loss."), article="C.02.04, 74")
    if scoring.pairing_bye > scoring.win:
        raise Refused(_("The pairing-allocated bye may not be worth more than a win."), article="C.04.1 c")
    if scoring.is_standard and scoring.pairing_bye not in (ONE, HALF, ZERO):
        text = _("With 1, ½ and 0 the pairing-allocated bye is worth one of these.")
        raise Refused(text, article="C.04.1 c, 83")
    if scoring.adjourned != scoring.draw:
        raise Refused(_("An adjourned game is worth a draw until it is finished."), article="C.04.2 D.1, 167")
    if not scoring.is_standard:
        warnings.append(Caution(Level.NOTE, _("Points other than 1, ½ and 0 must be in the regulations."), "Laws 10.1"))
    return warnings


def _older(settings: Settings) -> list[Caution]:
    """Texts older than those in force on the first day: acknowledged, and written into the report."""
    return [Caution(Level.ACKNOWLEDGE, str(text)) for text in settings.editions.outdated(settings.start)]


def _outside(system: System) -> list[Caution]:
    """Does a system take the tournament out of FIDE mode?"""
    if system is not System.CLUB:
        return []
    text = _(
        "The club Swiss of 1974 is not in the FIDE Handbook: the tournament leaves FIDE mode, and every list and report"
        " will say so. For ever."
    )
    return [Caution(Level.TWO_STEPS, text, "C.02.04, 92")]


def _check(settings: Settings, names: Collection[str]) -> None:
    """Refuse what no rule can act on, as far as these settings are new; and statements that no regulations know."""
    from arbitro.desk.advice import appeals_of, regulations_of
    from arbitro.desk.rating_lists import require_known

    for name, problem in faults(settings).items():
        if name in names:
            raise Refused(problem)
    if "rating_lists" in names:
        require_known(settings.rating_lists)
    try:
        regulations_of(settings)
        appeals_of(settings)
    except ArbitroError as error:
        raise Refused(str(error)) from error


def _unread(settings: Settings) -> list[Caution]:
    """That a time control is only words: no clock can be set to it, and no list follows from it."""
    from arbitro.desk.advice import unread_time

    return [Caution(Level.NOTE, said.text, said.article) for said in unread_time(settings)]


@command("create", CHIEFS, help=N_("Create an event with one tournament; settings as NAME=VALUE (JSON values)."))
def create(state: State, *, settings: SettingValues) -> Draft:
    """The first entry of every journal."""
    if state.number:
        raise Refused(_("The tournament exists already."))
    typed = Settings.from_json(settings)
    if not typed.name.strip():
        raise Refused(_("A tournament needs a name."))
    if "scoring" not in settings:
        typed = replace(typed, scoring=usual_scoring(typed.system))
    if typed.tiebreaks == Settings(name="").tiebreaks:
        typed = replace(typed, tiebreaks=usual_tiebreaks(kind_of(typed)))
    _check(typed, settings)
    stated = settings.get("editions", {})
    if isinstance(stated, Mapping):  # the texts that nobody chose are those of the first day
        chosen = {area: str(edition) for area, edition in stated.items()}
        typed = replace(typed, editions=replace(Editions.by_default(typed.start), **chosen))
    if "team_scoring" not in settings:
        typed = replace(typed, team_scoring=usual_team_scoring(typed.system))
    if "rating_list" not in settings:
        typed = replace(typed, rating_list=usual_list(typed.time_control))
    unread = _unread(typed) if "time_control" in settings else []
    older, outside = _older(typed), _outside(typed.system)
    payload = {"settings": typed.to_json()} | ({"fide_mode": False} if outside else {})
    remark = " ".join(map(str, (*older, *outside)))
    return Draft("create", payload, warnings=(*check_scoring(typed.scoring), *unread, *older, *outside), remark=remark)


@command("configure", CHIEFS, help=N_("Change settings: NAME=VALUE (JSON values)."))
def configure(state: State, *, changes: SettingValues) -> Draft:
    """Change settings; the announced parts are locked once round 1 is paired."""
    require_open(state)
    old = state.settings
    new = old.with_changes(changes)
    if new.system is not old.system:  # the usual points of one system become those of the other
        if old.scoring == usual_scoring(old.system):
            changes = {"scoring": usual_scoring(new.system), **changes}
        if old.team_scoring == usual_team_scoring(old.system):
            changes = {"team_scoring": usual_team_scoring(new.system), **changes}
        if new.tiebreaks == usual_tiebreaks(kind_of(old)):
            changes = {**changes, "tiebreaks": usual_tiebreaks(kind_of(new))}
        new = old.with_changes(changes)
    if "rating_list" not in changes and old.rating_list is usual_list(old.time_control):
        changes = {**changes, "rating_list": usual_list(new.time_control).value}
        new = old.with_changes(changes)
    really = {name: new.to_json()[name] for name in changes if getattr(new, name) != getattr(state.settings, name)}
    if not really:
        raise Refused(_("Nothing would change."))
    if not new.name.strip():
        raise Refused(_("A tournament needs a name."))
    for name, value in really.items():
        most = LONGEST_TEXT if name in ("prizes", "regulations") else LONGEST_NAME
        if isinstance(value, str) and len(value) > most:
            raise Refused(_("{name} has at most {n} letters.").format(name=name, n=most))
    _check(new, really)
    warnings = list(check_scoring(new.scoring)) if "scoring" in really else []
    older = _older(new) if "editions" in really or "start" in really else []
    outside = _outside(new.system) if "system" in really and state.fide_mode else []
    warnings += [*(_unread(new) if "time_control" in really else []), *older, *outside]
    remark = " ".join(map(str, (*older, *outside)))
    if state.started:
        for name in really:
            if name in LOCKED_AFTER_START:
                raise Refused(
                    _("{name} is fixed before the first round and cannot change now.").format(name=name),
                    article=LOCKED_AFTER_START[name],
                )
        if "tiebreaks" in really:
            warnings.append(
                Caution(
                    Level.TWO_STEPS,
                    _("The order of the standings will change for players who know the old list of tie-breaks."),
                    "C.07 3",
                )
            )
        remark = _("Settings changed during the event: {names}").format(names=", ".join(sorted(really)))
    if new.rounds < len(state.rounds):
        raise Refused(_("More rounds than that have been paired."), article="C.04.1 a")
    least = acceleration.TEXTS.of(new.editions.swiss).least_rounds
    if new.acceleration == "baku" and new.rounds < least:
        text = _("Baku acceleration is meant for {n} rounds or more.").format(n=least)
        warnings.append(Caution(Level.ACKNOWLEDGE, text, "C.04.5.1"))
    payload = {"changes": really} | ({"fide_mode": False} if outside else {})
    return Draft("configure", payload, warnings=tuple(warnings), remark=remark)


@command(
    "leave-fide-mode",
    CHIEFS,
    needs_reason=True,
    risky=True,
    help=N_("Leave FIDE mode, for ever; needs a reason and --confirm 4."),
)
def leave_fide_mode(state: State) -> Draft:
    """Irreversible: the tournament no longer claims to follow FIDE's rules for programs."""
    require_open(state)
    if not state.fide_mode:
        raise Refused(_("The tournament is not in FIDE mode."))
    text = _("Every list and report will say that the tournament is not in FIDE mode; it may not be rated. For ever.")
    return Draft(
        "leave-fide-mode",
        {},
        warnings=(Caution(Level.TWO_STEPS, text, "C.02.04"),),
        remark=_("FIDE mode left"),
    )


@command(
    "accept-damage",
    CHIEFS,
    needs_reason=True,
    help=N_("The journal is damaged at an entry and goes on all the same; needs a reason."),
)
def accept_damage(
    state: State, *, entry: Annotated[int, Between(1), Says(help=N_("The first damaged entry, as it was named."))]
) -> Draft:
    """What was changed behind the program's back stays visible; the decision to go on stands in the integrity log."""
    remark = _("The journal goes on although entry {n} is damaged").format(n=entry)
    return Draft("accept-damage", {"entry": entry}, remark=remark)


@command("lots", CHIEFS, help=N_("Draw the initial colour (or the numbers) from a public sentence or dice."))
def lots(
    state: State,
    *,
    sentence: Annotated[str, Says(help=N_("A sentence that everybody can read, or the dice."))],
    what: Annotated[
        str,
        Says(
            Takes.CHOICE,
            N_("What is drawn: the initial colour, the pairing numbers or the places of the tied."),
            choices=LOTS,
        ),
    ] = "colour",
) -> Draft:
    """Draw lots from a public sentence or typed dice; anyone can check them later.

    `colour`: that of number 1 in a Swiss. `numbers`: the pairing numbers of a table (C.05 5). `restricted`: the same,
    with compatriots apart in the last three rounds of a round robin (C.05 annex II). `ties`: the places of those whom
    no tie-break separates, at any time (C.07 4.2); the sentence stays, and so does the order. `position`: the start
    position of Chess960 for the round to come (Laws, guidelines II).
    """
    require_open(state)
    if what == "ties":
        if any(lot.get("what") == "ties" for lot in state.lots):
            raise Refused(_("Lots among the tied have been drawn; they hold."), article="C.07 4.2")
        return Draft("lots", {"protocol": {"what": what, "seed": seed_of_sentence(sentence)}})
    if what == "position":
        return _position(state, seed_of_sentence(sentence))
    if state.started:
        raise Refused(_("Lots are drawn before round 1 is paired."), article="C.04.3 E")
    if what not in dict(LOTS):
        raise Refused(_("Lots are drawn for the colour, the numbers or the tied, not for {what}.").format(what=what))
    seed = seed_of_sentence(sentence)
    if what == "restricted":
        return _restricted(state, seed)
    if what == "numbers" and state.settings.team_boards:
        if not state.teams:
            raise Refused(_("Enter the teams first."))
        hat_of_teams = {f"{t.id} {t.name}": t.id for t in state.teams.values()}
        drawn = draw(tuple(hat_of_teams), seed)
        order = sorted(hat_of_teams, key=drawn.numbers.__getitem__)
        record = {"what": what, "seed": seed, "lines": protocol(drawn)}
        payload: dict[str, Any] = {"protocol": record, "teams": [hat_of_teams[name] for name in order]}
        taking_part = [e for e in state.entrants.values() if e.confirmed]
        if any(e.id not in state.numbers for e in taking_part):
            payload["numbers"] = {str(id): n for n, id in enumerate(ordered(state, taking_part), 1)}
        return Draft("lots", payload)
    if what == "numbers":
        hat_of_players = {f"{e.id} {e.name}": e.id for e in state.entrants.values() if e.confirmed}
        drawn = draw(tuple(hat_of_players), seed)
        numbers = {str(hat_of_players[name]): n for name, n in drawn.numbers.items()}
        record = {"what": what, "seed": seed, "lines": protocol(drawn)}
        return Draft("lots", {"protocol": record, "numbers": numbers})
    if not state.settings.system.is_swiss:
        raise Refused(_("Only Swiss systems draw an initial colour."), article="C.04.3 E")
    hat = Lots(seed)
    colour = hat.choose((Colour.WHITE, Colour.BLACK))
    lot = hat.record[0]
    record = {"what": what, "seed": seed, "text": lot.text, "hash": lot.hash, "colour": colour.value}
    return Draft("lots", {"protocol": record, "first_colour": colour.value})


def _position(state: State, seed: str) -> Draft:
    """One start position for all boards of a round: the last one while nobody has played in it, else the next."""
    if state.settings.variant != "chess960":
        raise Refused(_("Only a tournament of Chess960 draws start positions."), article="Laws II")
    current = state.current
    fresh = current is not None and not current.published and state.start_position(current.number) is None
    round = len(state.rounds) + (0 if fresh else 1)
    if round > state.settings.rounds or state.start_position(round) is not None:
        raise Refused(_("The start position of round {round} has been drawn.").format(round=round), article="Laws II")
    hat = Lots(seed)
    number = hat.below(960)
    lot = hat.record[0]
    record = {"what": "position", "seed": seed, "text": lot.text, "hash": lot.hash, "round": round, "position": number}
    return Draft("lots", {"protocol": record})


def _restricted(state: State, seed: str) -> Draft:
    """C.05 annex II: the lots of a round robin with compatriots kept apart at its end."""
    if state.settings.system is not System.ROUND_ROBIN or state.settings.team_boards:
        raise Refused(_("The restricted draw is for single round robins of players."), article="C.05, Annex 2")
    taking_part = [e for e in state.entrants.values() if e.confirmed]
    alike = Counter(e.name for e in taking_part)  # annex II 2 draws by name: an id tells apart who has the same one
    names = {
        varma.Entrant(e.name if alike[e.name] == 1 else f"{e.name} ({e.id})", e.player.federation): e.id
        for e in taking_part
    }
    drawn = varma.restricted_draw(tuple(names), seed)
    record = {"what": "restricted", "seed": seed, "lines": varma.protocol(drawn), "late": len(drawn.late)}
    return Draft("lots", {"protocol": record, "numbers": {str(names[who]): n for who, n in drawn.numbers.items()}})


@command("keep-apart", CHIEFS, help=N_("Groups never to be paired, for example 1,4 2,7,9; without groups: none."))
def keep_apart(
    state: State,
    *,
    groups: Annotated[Sequence[Sequence[int]], Says(Takes.GROUPS, N_("Players who are never paired, with commas."))],
) -> Draft:
    """Players who must never be paired: replaces the whole list."""
    require_open(state)
    for group in groups:
        if len(set(group)) < 2 or any(id not in state.entrants for id in group):
            raise Refused(_("A group to keep apart names at least two players of this tournament."))
    if not state.settings.system.is_swiss or state.settings.system is System.TEAM:
        raise Refused(_("Only individual Swiss systems can keep players apart."))
    warnings: tuple[Caution, ...] = ()
    if state.started:
        text = _("New forbidden pairs after round 1 are outside FIDE mode.")
        warnings = (Caution(Level.REFUSE, text, "C.02.04, 196"),)
    return Draft(
        "keep-apart",
        {"groups": [sorted(set(group)) for group in groups]},
        warnings=warnings,
        remark=_("Forbidden pairs changed"),
    )
