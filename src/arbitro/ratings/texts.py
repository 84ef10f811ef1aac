"""Reasons and problems as words, in English and Spanish."""

from __future__ import annotations

from arbitro.i18n import gettext_for
from arbitro.ratings.change import KReason
from arbitro.ratings.games import Reason
from arbitro.ratings.ladder import Outcome, Refusal
from arbitro.ratings.submission import Finding, Problem

_ = gettext_for("ratings")


def reason_text(reason: Reason) -> str:
    """Why a game is not rated."""
    return {
        Reason.FORFEIT: _("won or lost by default"),
        Reason.NO_MOVES: _("not one move by each player"),
        Reason.FORCE_MAJEURE: _("force majeure"),
        Reason.FAIR_PLAY: _("decision on fair play"),
        Reason.UNRATED_IN_MATCH: _("match with an unrated player"),
        Reason.MATCH_DECIDED: _("the match was already decided"),
        Reason.UNRATED_OPPONENT: _("unrated opponent"),
        Reason.TOO_FAST: _("not enough time for these ratings"),
        Reason.UNEQUAL_TIME: _("the players had different times"),
        Reason.RATING_GAP: _("600 points or more apart"),
        Reason.NO_FIDE_ID: _("a player of the event has no FIDE ID"),
        Reason.UNFINISHED: _("no result yet"),
    }[reason]


def k_text(reason: KReason) -> str:
    """Why a player has his K."""
    return {
        KReason.STRONG: _("has been published at 2400"),
        KReason.NEW: _("fewer than 30 games completed"),
        KReason.JUNIOR: _("junior under 2300"),
        KReason.NORMAL: _("under 2400"),
        KReason.GIVEN: _("given by the list or the arbiter"),
        KReason.NATIONAL: _("by the national table"),
    }[reason]


def refusal_text(refusal: Refusal) -> str:
    """Why a challenge on a club's ladder is not authorised."""
    return {
        Refusal.NOT_ABOVE: _("the opponent does not stand above the challenger"),
        Refusal.SOMEBODY_FREE_BETWEEN: _("a free player stands between the two"),
        Refusal.BUSY: _("the opponent is playing another match"),
        Refusal.TOO_FAR: _("the ratings are too far apart"),
        Refusal.TOO_SOON: _("a rematch against the same winner waits two months"),
    }[refusal]


def outcome_text(outcome: Outcome) -> str:
    """How a challenge match ends."""
    return {
        Outcome.HIGHER_WINS: _("the higher rated player wins the match"),
        Outcome.DRAWN: _("the match is drawn; the lower rated player gains"),
        Outcome.LOWER_WINS: _("the challenger wins the match and takes the place of the other"),
        Outcome.GOES_ON: _("the second game is to be played"),
    }[outcome]


def finding_text(problem: Problem) -> str:
    """What stands between an event and its rating."""
    sentence = {
        Finding.LATE_REGISTRATION: _("registered too late: the Qualification Commission's chair must agree"),
        Finding.HYBRID_APPROVAL: _("a hybrid event needs the Qualification Commission's approval"),
        Finding.HYBRID_WEEK: _("the online regulations ask that a hybrid event be registered a week ahead"),
        Finding.TOO_FAST: _("the time control is too fast to be rated"),
        Finding.OTHER_LIST: _("the time control belongs to another list"),
        Finding.SHORT_FIRST_CONTROL: _("the first time control must have at least 30 moves"),
        Finding.LONG_DAY: _("more than 12 hours of play in a day"),
        Finding.MANY_ROUNDS: _("too many rounds in a day"),
        Finding.LONG_EVENT: _("longer than 30 days: results are to be reported every month"),
        Finding.NOT_ANNOUNCED: _("the regulations must say that the event will be rated"),
        Finding.HYBRID_GAMES: _("a hybrid event is reported with all games as PGN"),
        Finding.NO_FIDE_ID: _("an event with players without a FIDE ID is not rated"),
        Finding.NOT_IN_FIDE: _("players of a federation outside FIDE are not listed"),
    }[problem.finding]
    if problem.players:
        sentence += " (" + _("players {numbers}").format(numbers=", ".join(map(str, problem.players))) + ")"
    return f"{problem.finding.article}: {sentence}"


def problem_text(problem: str) -> str:
    """A problem of a rating period; one that we do not know stays as it is."""
    return {
        "no player id": _("no player id"),
        "White is not on the list": _("White is not on the list"),
        "Black is not on the list": _("Black is not on the list"),
        "a player against himself": _("a player against himself"),
        "not a result": _("not a result"),
        "player twice on the list": _("player twice on the list"),
        "not a rating": _("not a rating"),
        "not a K": _("not a K"),
        "600 points apart": _("600 points or more apart"),
        "not enough time for these ratings": _("not enough time for these ratings"),
        "the time control belongs to another list": _("the time control belongs to another list"),
        "the same tournament file twice": _("the same tournament file twice"),
        "the event has a player without a FIDE ID": _("the event has a player without a FIDE ID"),
        "the file cannot be read": _("the file cannot be read"),
    }.get(problem, problem)
