"""The words for what speaks against a pairing, in Spanish or English and by the articles of an edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbitro.i18n import gettext_for
from arbitro.model import Colour
from arbitro.swiss.dutch.alternatives import Against, Why
from arbitro.swiss.dutch.criteria import LISTS, C
from arbitro.swiss.dutch.state import Field

_ = gettext_for("swiss")

LISTED = 5  # how many players a list names


class Reason(NamedTuple):
    """Why not: the article and the words."""

    article: str
    words: str

    def cited(self) -> str:
        """The words with their article."""
        return f"{self.words} ({self.article})" if self.article else self.words


class Words:
    """Words for one field."""

    def __init__(self, field: Field) -> None:
        self.text = field.text
        self.articles = field.text.articles
        self.article = field.text.article
        self.wishes = {p.number: p.wish for p in field.players}

    def listed(self, numbers: Sequence[int | str]) -> str:
        """`1, 2 and 3`; a long list is cut short."""
        shown = [str(n) for n in numbers[:LISTED]]
        if len(numbers) > len(shown):
            return ", ".join(shown) + " …"
        if len(shown) < 2:
            return "".join(shown)
        return _("{first} and {last}").format(first=", ".join(shown[:-1]), last=shown[-1])

    def told(self, against: Against | None) -> Reason | None:
        """What speaks against an alternative, in words."""
        if against is None:
            return None
        why = against.why
        names = self.listed(against.players)
        if why is Why.CRITERION:
            assert against.criterion is not None
            return self.suffers(against.criterion, against.mine, against.theirs)
        if why is Why.UNPAIRED:
            words = _("the others of the bracket could not all be paired")
            if against.players:
                words += ": " + _("{players} would lack opponents").format(players=names)
            return Reason(self.articles[C.FLOATERS], words)
        if why is Why.ABSOLUTE:
            template = (
                _("{players} are both absolutely due White")
                if self.wishes[against.players[0]].colour is Colour.WHITE
                else _("{players} are both absolutely due Black")
            )
            return Reason(self.article("C.3"), template.format(players=names))
        article, template = {
            Why.MET: (self.article("C.1"), _("{players} met in round {k}")),
            Why.APART: ("", _("the arbiter keeps {players} apart")),
            Why.HAD_BYE: (self.article("C.2"), _("{players} had the bye in round {k}")),
            Why.HAD_WIN: (self.article("C.2"), _("{players} had a win without playing in round {k}")),
            Why.NO_TAKER: (self.article("C.2"), _("nobody who may have the bye would be left for it")),
            Why.FOLLOWS: (
                f"{self.article('C.4')}, {self.articles[C.NEXT_FLOATERS]}",
                _("the players below could not be paired as well, or not at all"),
            ),
            Why.REST: (self.article("D.1"), _("the rest of the bracket could not be paired as well")),
        }[why]
        return Reason(article, template.format(players=names, k=against.round))

    def suffers(self, c: C, mine: object, theirs: object) -> Reason:
        words = {
            C.FLOATERS: _("fewer pairs would be made"),
            C.SCORES: _("the score differences would be larger")
            if self.text.by_differences
            else _("players with higher scores would float down"),
            C.UNPLAYED: _("the bye would go to a player with more unplayed games"),
            C.DIFFERENCE: _("a topscorer or their opponent would come to a colour difference beyond 2"),
            C.THIRD_COLOUR: _("a topscorer or their opponent would have the same colour a third time"),
            C.PREFERENCE: _("more players would be denied the colour that they are due"),
            C.STRONG_PREFERENCE: _("more players would be denied a strong colour preference"),
            C.DOWN_1: _("more players would float down as in the last round"),
            C.UP_1: _("more players would float up as in the last round"),
            C.DOWN_2: _("more players would float down as two rounds ago"),
            C.UP_2: _("more players would float up as two rounds ago"),
        }.get(c, _("a repeated float would bridge a larger score difference"))
        if c not in LISTS and mine != theirs:
            words += ", " + _("{mine} instead of {theirs}").format(mine=mine, theirs=theirs)
        return Reason(self.articles[c], words)
