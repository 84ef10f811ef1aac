"""The screening of a tournament: games in, one line for each player out, and what is missing.

    screen    read the games, evaluate the positions, compare every player with his rating
    advise    what the figures allow, by the thresholds of the text: never a verdict

Not here: the engine and the cluster (`engine`, `work`), the statistics (`model`, `calibration`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbitro.fairplay.screening.cache import Cache
from arbitro.fairplay.screening.calibration import Calibration, default_calibration, performance, z_scores
from arbitro.fairplay.screening.engine import Settings
from arbitro.fairplay.screening.model import TESTS, Choice, choices
from arbitro.fairplay.screening.turns import Games, wanted
from arbitro.fairplay.screening.work import evaluate
from arbitro.fairplay.statistics import THRESHOLDS, Mode, one_in, presumes_cheating, unusual_match_percent
from arbitro.i18n import gettext_for, ngettext_for

_ = gettext_for("fairplay")

LEAST_MOVES = 20  # compared moves below which nothing is said


@dataclass(frozen=True, slots=True)
class PlayerScreening:
    """One player's figures. What rests on a rating is None without one; what rests on too few moves is None too."""

    player: str
    rating: int | None
    games: int
    moves: int  # outside book
    compared: int
    agreement: float | None  # per cent: first move of the engine
    equal_top: float | None  # per cent: a move of the same value
    loss: float | None  # average centipawn loss
    performance: int | None
    low: int | None
    high: int | None
    z: float | None
    tests: dict[str, float] | None
    unusual_agreement: bool | None

    def as_json(self) -> dict[str, Any]:
        odds = None if self.z is None or self.z <= 0 else round(one_in(self.z), 1)
        return {
            "player": self.player, "rating": self.rating, "games": self.games, "moves": self.moves,
            "compared": self.compared, "agreement": self.agreement, "equal_top": self.equal_top, "acpl": self.loss,
            "performance": self.performance, "interval": None if self.low is None else [self.low, self.high],
            "z": self.z, "tests": self.tests, "one_in": odds, "unusual_agreement": self.unusual_agreement,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Screening:
    """A whole screening, highest z first, with what could not be looked at."""

    players: tuple[PlayerScreening, ...]
    positions: int
    computed: int
    missing: dict[str, int]  # reason: positions
    problems: tuple[str, ...]
    settings: str
    calibration: str
    calibrated_with: str  # the settings of the engine then

    @property
    def complete(self) -> bool:
        return not self.missing and not self.problems


def screen(
    games: Games,
    settings: Settings,
    *,
    ratings: Mapping[str, int] | None = None,
    calibration: Calibration | None = None,
    cache: Cache | None = None,
    workers: int = 0,
    scheduler: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Screening:
    """Screen every player of the games; ratings given here win over those of the PGN."""
    calibration = calibration or default_calibration()
    known = {**games.ratings, **(ratings or {})}
    positions = wanted(games.turns)
    outcome = evaluate(positions, settings, cache=cache, workers=workers, scheduler=scheduler, progress=progress)
    played: dict[str, list[Choice]] = {name: [] for name in games.games}
    for choice in choices(games.turns, outcome.evaluations):
        played[choice.player].append(choice)
    moves: dict[str, int] = dict.fromkeys(games.games, 0)
    for turn in games.turns:
        moves[turn.player] += 1
    lines = [
        _line(name, known.get(name), games.games[name], moves[name], played[name], calibration) for name in games.games
    ]
    lines.sort(key=lambda p: (p.z is None, -(p.z or 0), p.player))
    missing: dict[str, int] = {}
    for reason in outcome.missing.values():
        missing[reason] = missing.get(reason, 0) + 1
    return Screening(
        tuple(lines), len(positions), outcome.computed, missing, games.problems, settings.key, calibration.source,
        calibration.settings,
    )  # fmt: skip


def _line(
    name: str, rating: int | None, games: int, moves: int, played: Sequence[Choice], calibration: Calibration
) -> PlayerScreening:
    count = len(played)
    if count < LEAST_MOVES:
        nothing = None
        return PlayerScreening(name, rating, games, moves, count, *(nothing,) * 9)
    agreement = 100 * sum(c.matched for c in played) / count
    found = performance(played, calibration)
    scores = z_scores(played, rating, calibration) if rating else None
    return PlayerScreening(
        name, rating, games, moves, count,
        round(agreement, 1), round(100 * sum(c.equal for c in played) / count, 1),
        round(sum(c.loss for c in played) / count, 1),
        round(found.rating), round(found.low), round(found.high),
        None if scores is None else round(scores.z, 2),
        None if scores is None else {test: round(z, 2) for test, z in zip(TESTS, scores.tests, strict=True)},
        None if rating is None else agreement >= unusual_match_percent(rating),
    )  # fmt: skip


def advise(compared: int, z: float | None, mode: Mode) -> str:
    """What the thresholds of the text make of a z-score over so many moves: information for the arbiter, never a
    verdict."""
    if compared < LEAST_MOVES:
        return _("too few moves to say anything")
    if z is None:
        return _("no rating to compare with")
    if presumes_cheating(z, mode):
        return _("above the threshold of the regulations: to the Fair Play Commission, with an approved test")
    if z >= THRESHOLDS.support:
        return _("may support other evidence; alone it means nothing")
    return _("nothing unusual")


def notes(
    calibration: str, missing: Mapping[str, int], problems: Sequence[str] = (), *, settings: str, calibrated_with: str
) -> tuple[str, ...]:
    """What every reader must be told, and what is missing."""
    ngettext_ = ngettext_for("fairplay")
    lines = [
        _("A number alone never convicts: these figures are an indication for the arbiter, not evidence of guilt."),
        _("Ratings are on the scale of the calibration: {source}.").format(source=_(calibration)),
    ]
    here, there = (text.partition(" ")[2] for text in (settings, calibrated_with))  # without the engine's name
    if here != there:
        text = _("The calibration was made with {there}, this with {here}: its figures cannot be compared with it.")
        lines.append(text.format(there=there, here=here))
    lines += [
        ngettext_("{n} position was not evaluated: {reason}", "{n} positions were not evaluated: {reason}", n).format(
            n=n, reason=reason
        )
        for reason, n in sorted(missing.items())
    ]
    return (*lines, *problems)
