"""Drawing lots so that everybody can check the draw later, with no program but SHA-256.

The hat holds the entries in a list. The k-th lot is the number that SHA-256 gives for the text `SEED/k` (UTF-8), read
as one big hexadecimal number, modulo how many entries are left; that entry is taken out of the list, the others close
up. Anyone can repeat a step with

    printf '%s' 'SEED/1' | sha256sum

The seed is public: a sentence that nobody could choose alone (a newspaper's headline, words called out in the room)
or dice thrown in front of the players. Spaces at the ends and repeated spaces do not matter; capitals do.

    C.05 6.2   the draw of a round robin is public: draw, protocol (`arbitro draw --check` draws again)
    C.05 6.3   twelve hours before the first round (levels 1 and 2): in_time

Not here: the restricted draw (`varma`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import factorial
from typing import TypeVar

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for

_ = gettext_for("formats")

T = TypeVar("T")

HOURS_BEFORE = 12


@dataclass(frozen=True, slots=True)
class Lot:
    """One step of a draw: the k-th lot, its fingerprint, how many entries were left and which one it took."""

    step: int
    text: str  # what was hashed
    hash: str
    left: int
    index: int  # counted from 0


class Lots:
    """A stream of lots from a public seed. Same seed, same lots, for ever."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.record: list[Lot] = []

    def below(self, n: int) -> int:
        """A number from 0 to n-1. The bias of the remainder is below 2 to the power of -200 for any real field."""
        step = len(self.record) + 1
        text = f"{self.seed}/{step}"
        digest = sha256(text.encode("utf-8", "replace")).hexdigest()
        index = int(digest, 16) % n
        self.record.append(Lot(step, text, digest, n, index))
        return index

    def choose(self, entries: Sequence[T]) -> T:
        return entries[self.below(len(entries))]

    def order(self, entries: Sequence[T]) -> tuple[T, ...]:
        """All entries in the order in which they leave the hat."""
        return tuple(self._take(entries))

    def _take(self, entries: Sequence[T]) -> Iterator[T]:
        hat = list(entries)
        while hat:
            yield hat.pop(self.below(len(hat)))


@dataclass(frozen=True, slots=True)
class Draw:
    """A finished draw: `result[i]` has drawn number i + 1; `lots` is the record."""

    seed: str
    entries: tuple[str, ...]  # in the order in which the hat was filled
    result: tuple[str, ...]
    lots: tuple[Lot, ...]

    @property
    def numbers(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.result, 1)}


def seed_of_sentence(sentence: str) -> str:
    """The seed of a public sentence: one line, single spaces, composed accents (Unicode NFC)."""
    readable = sentence.encode("utf-8", "replace").decode()  # what no keyboard types becomes a question mark
    seed = " ".join(unicodedata.normalize("NFC", readable).split())
    if not seed:
        raise ArbitroError(_("The sentence of the draw is empty: say or type some words."))
    return seed


def seed_of_dice(throws: str) -> str:
    """The seed of dice typed in the order thrown: `3 5 1 6`, `3,5,1,6` and `3516` are the same.

    >>> seed_of_dice("35 16")
    'dice 3 5 1 6'
    """
    eyes = [sign for sign in throws if not sign.isspace() and sign not in ",;-"]
    wrong = sorted({sign for sign in eyes if sign not in "123456"})
    if wrong:
        raise ArbitroError(_("{signs} is on no die: type numbers from 1 to 6.").format(signs=", ".join(wrong)))
    if not eyes:
        raise ArbitroError(_("No dice were typed: throw them and type the numbers thrown, for example 3 5 1 6."))
    return "dice " + " ".join(eyes)


def in_time(hours_before_first_round: float) -> bool:
    """C.05 6.3: the draw takes place at least twelve hours (one night) before the first round."""
    return hours_before_first_round >= HOURS_BEFORE


def draw(entries: Sequence[str], seed: str) -> Draw:
    """Draw pairing numbers 1, 2, 3 … for these names. The hat is filled in the order given."""
    repeated = sorted({name for name in entries if entries.count(name) > 1})
    if not all(entries):
        raise ArbitroError(_("A player of the draw has no name."))
    if repeated:
        raise ArbitroError(_("Twice in the draw: {names}.").format(names=", ".join(repeated)))
    if not entries:
        raise ArbitroError(_("Nobody to draw for: the list of names is empty."))
    lots = Lots(seed)
    result = lots.order(tuple(entries))
    return Draw(seed, tuple(entries), result, tuple(lots.record))


def enough_dice(seed: str, entries: int) -> bool:
    """Can these dice give every order of the entries? (n! must not exceed 6 to the power of the throws.)"""
    throws = len(seed.split()) - 1
    return factorial(entries) <= int(6**throws)


def protocol(drawn: Draw) -> list[str]:
    """The record of a draw as lines to print: seed, hat, every lot, and how to check it."""
    lines = [
        _("Seed: {seed}").format(seed=drawn.seed),
        _("Names to draw: {names}").format(names="; ".join(drawn.entries)),
    ]
    lines += [
        _("Draw {n}: SHA-256 of “{text}” = {hash}; modulo {left} = {index}; number {n} is {name}").format(
            n=lot.step, text=lot.text, hash=lot.hash, left=lot.left, index=lot.index, name=name
        )
        for lot, name in zip(drawn.lots, drawn.result, strict=True)
    ]
    if drawn.seed.startswith("dice ") and not enough_dice(drawn.seed, len(drawn.entries)):
        lines.append(_("These few dice cannot give every order: throw more for an even chance of each."))
    lines.append(
        _(
            "To check a draw: printf '%s' 'SEED/K' | sha256sum, as a hexadecimal number, modulo the names left; "
            "count the names left from 0 and take that one out."
        )
    )
    return lines
