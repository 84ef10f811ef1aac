"""The rest of the arbiter's day: incidents, checklists, the end of the event, remarks for the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbitro.desk.commands.base import Caution, Draft, Level, command, require_open, round_number, seats_at
from arbitro.desk.commands.base import entrant as entrant_of
from arbitro.desk.commands.parameters import LastRound, Says, Takes
from arbitro.desk.commands.rounds import PLAYED_OUT, require_all_finished, rounds_left
from arbitro.desk.ladder import is_open
from arbitro.desk.roles import ARBITERS, CHIEFS, ENTRY_DESK
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for, ngettext_for
from arbitro.model import System

ngettext_ = ngettext_for("desk")

_ = gettext_for("desk")


@command("incident", ARBITERS, help=N_("Write an incident down, with --board, --round and the --ruling."))
def incident(
    state: State,
    *,
    text: Annotated[str, Says(help=N_("What happened."))],
    kind: Annotated[str, Says(help=N_("The kind of incident, in a word."))] = "other",
    round: LastRound = None,
    board: Annotated[int | None, Says(help=N_("The number of the board."))] = None,
    entrant: Annotated[int | None, Says(Takes.PLAYER, N_("A pairing number, or id:7."), word="player")] = None,
    ruling: Annotated[str, Says(help=N_("What the arbiter decided."))] = "",
    articles: Annotated[Sequence[str], Says(help=N_("The article that was applied."), word="article")] = (),
    about: Annotated[int | None, Says(help=N_("The incident that it concerns."))] = None,
    id: Annotated[int | None, Says(help=N_("Change this incident instead of writing a new one."))] = None,
    open: Annotated[bool, Says(help=N_("Nothing is left to do about it."), off="settled")] = True,
    confidential: Annotated[bool, Says(help=N_("Only the owner and the chief arbiter see it."))] = False,
) -> Draft:
    """Write down an incident, or change one (`id`)."""
    if not text.strip():
        raise Refused(_("Say what happened."))
    number = round_number(state, round, first=0)
    if entrant is not None:
        entrant_of(state, entrant)
    if board is not None:
        seats_at(state.round(round_number(state, number)), board)
    if id is not None and all(i.id != id for i in state.incidents):
        raise Refused(_("There is no such incident."))
    key = id or max((i.id for i in state.incidents), default=0) + 1
    payload = {
        "id": key,
        "round": number,
        "board": board,
        "kind": kind,
        "text": text.strip(),
        "ruling": ruling,
        "articles": list(articles),
        "entrant": entrant,
        "open": open,
        **({"confidential": True} if confidential else {}),
        **({"about": about} if about is not None else {}),
    }
    return Draft("incident", payload, frozenset({f"incident:{key}"}))


@command("tick", ENTRY_DESK, help=N_("Tick an item of a checklist, or --undone."))
def tick(
    state: State,
    *,
    item: Annotated[str, Says(help=N_("The item of the checklist."))],
    done: Annotated[bool, Says(help=N_("Take the tick back."), off="undone")] = True,
    note: Annotated[str, Says(help=N_("What is written beside it."))] = "",
) -> Draft:
    """Tick an item of a checklist."""
    noted = {"note": note.strip()} if note.strip() else {}
    return Draft("tick", {"item": item, "done": done} | noted, frozenset({f"tick:{item}"}))


@command("close-event", CHIEFS, help=N_("Close the tournament: the results are final."))
def close_event(state: State) -> Draft:
    """The results are final."""
    require_open(state)
    if state.settings.system is System.LADDER:
        if any(map(is_open, state.challenges)):
            raise Refused(_("A challenge is not over yet."))
        return Draft("close-event", {})
    current = state.current
    if current is None:
        raise Refused(_("No round has been played."))
    if current.missing:
        raise Refused(
            ngettext_(
                "Round {round}: {n} result is missing.", "Round {round}: {n} results are missing.", current.missing
            ).format(round=current.number, n=current.missing)
        )
    if not current.published:
        raise Refused(_("Round {round} is not published yet.").format(round=current.number))
    require_all_finished(state)
    warnings = []
    if state.settings.system in PLAYED_OUT and rounds_left(state):
        warnings.append(Caution(Level.TWO_STEPS, _("Not every match is decided.")))
    elif rounds_left(state):
        text = _("Rounds played: {n} of {m}; the number of rounds is fixed beforehand.").format(
            n=len(state.rounds), m=state.settings.rounds
        )
        warnings.append(Caution(Level.TWO_STEPS, text, "C.04.1 a"))
    return Draft("close-event", {}, warnings=tuple(warnings))


@command("reopen-event", CHIEFS, needs_reason=True, help=N_("Reopen a closed tournament, with a reason."))
def reopen_event(state: State) -> Draft:
    """Open a closed event again, with a reason."""
    if not state.closed:
        raise Refused(_("The tournament is not closed."))
    text = _("The final standings have been published; changing them now needs a good reason.")
    return Draft("reopen-event", {}, warnings=(Caution(Level.CONFIRM, text),), remark=_("Tournament reopened"))


@command("remark", ARBITERS, help=N_("A line for the integrity log by hand."))
def remark(
    state: State,
    *,
    about: Annotated[str, Says(help=N_("What it concerns."))],
    text: Annotated[str, Says(help=N_("What happened."))],
) -> Draft:
    """A line for the integrity log by hand."""
    if not text.strip():
        raise Refused(_("Say what happened."))
    line = ": ".join(part for part in (about.strip(), text.strip()) if part)
    return Draft("remark", {"about": about.strip(), "text": text.strip()}, frozenset({"remark"}), remark=line)
