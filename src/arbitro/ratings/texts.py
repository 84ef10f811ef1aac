"""Reasons and problems as words, in English and Spanish; the sentences stand in `texts/ratings.toml`."""

from __future__ import annotations

from arbitro.i18n import gettext_for
from arbitro.ratings.change import KReason
from arbitro.ratings.games import NotRated
from arbitro.ratings.ladder import AfterMatch, Ending, Refusal
from arbitro.ratings.submission import Objection
from arbitro.texts import table

_ = gettext_for("ratings")


def _said(kind: str, name: str) -> str:
    sentence = table("ratings")[kind][name.lower()]
    return _(sentence)


def reason_text(reason: NotRated) -> str:
    """Why a game is not rated."""
    return _said("reason", reason.name)


def k_text(reason: KReason) -> str:
    """Why a player has this K."""
    return _said("k", reason.name)


def refusal_text(refusal: Refusal) -> str:
    """Why a challenge on a club's ladder is not allowed."""
    return _said("refusal", refusal.name)


def ending_text(found: AfterMatch) -> str:
    """How a challenge ends; a drawn match between equals moves no points."""
    level = found.ending is Ending.DRAWN and not found.gain
    return _said("outcome", "drawn_level" if level else found.ending.name)


def objection_text(objection: Objection) -> str:
    """What stands between an event and its rating."""
    sentence = _said("objection", objection.kind.name)
    if objection.players:
        sentence += " (" + _("players {numbers}").format(numbers=", ".join(map(str, objection.players))) + ")"
    return f"{objection.kind.article}: {sentence}"


def problem_text(problem: str) -> str:
    """A problem of a rating period; one that we do not know stays as it is."""
    sentence = table("ratings")["problem"].get(problem, problem)
    return _(sentence)
