"""The account of a round: who meets whom, and every reason that led there, in English and Spanish.

A system records a `Made` for each pair and for the bye, with one `Note` per rule that acted; `explained` turns them
into the explanations that all systems share. The sentences of the systems besides the Dutch one stand here together.
A convention of ours, where a text is silent, is marked as such in its sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from arbitro import words
from arbitro.i18n import N_, gettext_for
from arbitro.model import Pair, Pairings, show
from arbitro.swiss import general
from arbitro.swiss.units import Field, Unit, no_pairing, pairable

if TYPE_CHECKING:
    from arbitro.swiss.passed_over import Rules


_ = gettext_for("swiss")


class Say(Enum):
    """What a rule has to say; the value is the English sentence."""

    # how a pair came about
    HALVES = N_("{a} and {b} stand opposite each other: upper half against lower half.")
    EXCHANGED = N_(
        "{a} would have met {first}; exchanged for {b}, the first opponent in the order of exchanges that fits."
    )
    COLOUR_EXCHANGE = N_("{a} would have met {first}, who is due the same colour; exchanged for {b}.")
    ROW = N_(
        "Highest against lowest: {a} (place {i}) meets {b} (place {j}), in the first row that grants most colours."
    )
    ROW_FIRST = N_("{a} meets {b}: the combination with the most colours granted that comes first.")
    COLUMNS = N_(
        "Row {i}: {a} of the White column (average of opponents {aro}) meets {b} of the Black one (rating {rating})."
    )
    SAME_SIDE = N_("{a} had met everyone in the other column; {b} of the same column was the next to try.")
    FLOATER_PAIR = N_("{a} floated into this group and is paired first: {b} is the first opponent available.")
    DOWN = N_("{a} comes from a higher score: no opponent was left there.")
    EVEN_DOWN = N_("{a} left the score {score} to make the number even.")
    UNPAIRABLE = N_("{a} left the score {score}: no compatible opponent there.")
    LEFT_OVER = N_("{a} left the score {score}: not everyone there could be paired.")
    FLOATS_INSTEAD = N_("{a} left the score {score} instead of {first}: with {first} gone {a} could not be paired.")
    EXCHANGED_FLOATER = N_("{a} left the score {score} instead of {first}, for whom no opponent waited there.")
    PULLED_UP = N_("{a} was brought up from {score} because the number was odd or an opponent was missing.")
    UPFLOATER = N_("{a} is an upfloater from {score}: the fewest upfloaters, with the highest scores, were taken.")
    MERGED = N_("Scores {scores} were paired as one group: they could not be paired apart.")
    IDENTIFIER = N_(
        "{a} meets {b}: the first pairing of the group in the order of upper members and partners ({identifier})."
    )
    UNDONE = N_("The group was blocked: the pairs made last next to it were taken back and joined it.")
    DIRECTION = N_("Scoregroup {score}, {where}; the median is {median}.")
    BORROWED = N_("{a} was brought up from the next group and placed last, to make the number even.")
    # colours
    BOTH_DUE = N_("Both have the colour that is due to them.")
    ONLY_ONE = N_("{a} must have {colour}: the other colour would break a limit.")
    EQUALISE = N_("{a} has {colour}: that evens out the larger imbalance.")
    STRONGER = N_("{a} has {colour}: the stronger preference.")
    FEWER_WHITES = N_("{a} has {colour}: fewer games with White so far.")
    ALTERNATE = N_("Colours alternate from the last round in which they differed: {a} has {colour}.")
    HIGHER = N_("{a}, the higher-ranked, has the colour due: {colour}.")
    LOWER = N_("{a}, the lower-ranked (below the median), has the colour due: {colour}.")
    HIGHER_ARO = N_("{a} has White: the higher average of opponents.")
    LOWER_RATING = N_("{a} has White: the lower rating.")
    BETTER_TIEBREAK = N_("{a} has the colour due, {colour}: ahead in the order of the group.")
    PARITY = N_("Neither has played: {a} has {colour} by the number and the drawn colour.")
    NUMBER = N_("Round 1: {a} has {colour} by the number; odd ones of the upper half have White.")
    LAST_COLOUR = N_("{a} alternates its last colour: {colour}.")
    ROUND_PARITY = N_(
        "Both are due the same colour and no exchange helped: in this round the higher-rated, {a}, has {colour}."
    )
    NO_COLOUR_YET = N_("One of them has no colour yet and takes what the other is not due.")
    CONVENTION = N_("Convention where the text is silent: {what}")
    LAST_ROUND = N_("Last round: nearness of score goes before colours.")
    # the bye
    BYE_LOWEST = N_("{a} has the bye: lowest score, {rule}.")
    BYE_NEXT = N_("{a} has the bye: the first who can, in the order of lowest score, {rule}. Passed over: {others}.")
    BYE_BARRED = N_("{a} may not have the bye: points without playing before.")
    BYE_NEEDED = N_("Without {a} the others could not all be paired.")


class ByeRule(Enum):
    """What decides inside the lowest score."""

    LIM = N_("the lowest-ranked player of the group")
    CLUB = N_("the lowest-rated card of the group without a bye so far")
    BURSTEIN = N_("lowest Sonneborn-Berger, then Buchholz, median Buchholz and rating")
    BURSTEIN_2026 = N_("most games played, then the lowest Index")
    DUBOV = N_("lowest rating, then the colour that more are due, then the higher average of opponents")
    DUBOV_2026 = N_("most games played, then the largest number")
    MATCHES = N_("most matches played, then the largest number")


class Where(Enum):
    """On which side of the median a Lim group lies."""

    ABOVE = N_("above the median and paired downwards")
    BELOW = N_("below the median and paired upwards")
    MEDIAN = N_("the median group, paired last")


class Convention(Enum):
    """What is done where a text is silent or leaves it to the arbiter."""

    JOINED = N_("groups that cannot be paired apart are joined")
    FIRST_COLOURS = N_("without colours so far, the number of the higher-ranked player decides")
    LEFT_OVER = N_("whom a largest pairing in the order of review leaves over floats")
    LAST_MADE = N_("the pairs made last are taken back first")
    LOWEST_FLOATS = N_("of equally good floaters the lowest rating floats")
    ANY_COMPLETE = N_("where the halves admit no pairing, any complete one is taken, upper half first")


TRANSLATED = ("what", "rule", "where")  # values that are sentences themselves


class Note(NamedTuple):
    """One reason: a sentence, its article and what fills it."""

    say: Say
    article: str
    values: dict[str, Any]


def convention(what: Convention) -> Note:
    """Says that a convention of ours acted."""
    return Note(Say.CONVENTION, "", {"what": what.value})


def note(say: Say, article: str, **values: Any) -> Note:
    return Note(say, article, values)


class Made(NamedTuple):
    """A board (or the bye, with `black` None), the group where it was made, and why."""

    white: int
    black: int | None
    bracket: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class PairExplanation:
    """Why two players meet, or why one has the bye."""

    pair: tuple[int, int | None]  # White and Black; (player, None) for the pairing-allocated bye
    bracket: str  # "4½", or how the system calls the group in which the pair was made
    sentence: str  # the reason in one sentence
    text: str  # the whole account, one statement per line
    criteria: tuple[str, ...]  # articles that decided, most important first


def without_bye(
    units: Sequence[Unit], candidates: Iterable[Unit], rule: ByeRule, article: str, *, colours: bool = True
) -> tuple[list[Unit], list[Made]]:
    """C.04.1 c, d: of an odd number, who is left to be paired, and the bye with everyone who was passed over for it.

    It goes to the first candidate who may have it and without whom the others can be paired.
    """
    if len(units) % 2 == 0:
        return list(units), []
    passed_over: list[Note] = []
    for unit in candidates:
        rest = [u for u in units if u is not unit]
        if unit.may_have_bye and pairable(rest, colours=colours):
            others = ", ".join(str(n.values["a"]) for n in passed_over)
            say = Say.BYE_NEXT if passed_over else Say.BYE_LOWEST
            first = note(say, article, a=unit.number, rule=rule.value, others=others)
            return rest, [Made(unit.number, None, show(unit.score), (first, *passed_over))]
        why = Say.BYE_NEEDED if unit.may_have_bye else Say.BYE_BARRED
        passed_over.append(note(why, "C.04.1 c" if unit.may_have_bye else "C.04.1 d", a=unit.number))
    raise no_pairing(units, colours=colours)


class RoundAccount(NamedTuple):
    """A round as a system made it; `rules` is what the system says about pairs that are not made."""

    field: Field
    made: list[Made]
    rules: Rules

    def pairings(self) -> Pairings:
        """In board order (C.04.2 D.9)."""
        ordered = self.in_board_order()
        bye = next((m.white for m in ordered if m.black is None), None)
        return Pairings(self.field.round, tuple(Pair(m.white, m.black) for m in ordered if m.black is not None), bye)

    def in_board_order(self) -> list[Made]:
        units = self.field.units
        scores = {n: u.score for n, u in units.items()}
        ranks = {n: u.rank for n, u in units.items()}
        by_pair = {Pair(m.white, m.black): m for m in self.made if m.black is not None}
        ordered = general.board_order(by_pair, scores, ranks)
        return [by_pair[p] for p in ordered] + [m for m in self.made if m.black is None]

    def explained(self) -> list[PairExplanation]:
        """The explanations in board order, the bye last."""
        return [explained(made) for made in self.in_board_order()]

    def why_not(self, a: int, b: int) -> str:
        """Why two do not meet; or that they do."""
        from arbitro.swiss.passed_over import why_not

        return why_not(self, a, b)


def explained(made: Made) -> PairExplanation:
    """Why two meet, or why one has the bye."""
    colours = {"w": words.colour("w"), "b": words.colour("b")}
    lines = []
    for n in made.notes:
        values = {k: colours.get(v, v) if k == "colour" else v for k, v in n.values.items()}
        values |= {key: _(str(values[key])) for key in TRANSLATED if key in values}
        sentence = _(n.say.value).format(**values)
        lines.append(f"{sentence} ({n.article})" if n.article else sentence)
    return PairExplanation(
        pair=(made.white, made.black),
        bracket=made.bracket,
        sentence=lines[0] if lines else "",
        text="\n".join(lines),
        criteria=tuple(dict.fromkeys(n.article for n in made.notes if n.article)),
    )


def label(scores: Iterable[int]) -> str:
    """A group by its scores: `4½`, or `4½+4` where two were merged."""
    return "+".join(show(s) for s in sorted(set(scores), reverse=True))
