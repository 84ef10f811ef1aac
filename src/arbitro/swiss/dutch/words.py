"""The words for what speaks against a pairing, in Spanish or English and by the articles of an edition."""

from __future__ import annotations

from arbitro.i18n import gettext_for
from arbitro.swiss.dutch.alternatives import Against, Why, articles_of
from arbitro.swiss.dutch.criteria import LISTS, C
from arbitro.swiss.dutch.state import Field
from arbitro.swiss.impossible import WhyNot, listed, told

_ = gettext_for("swiss")


class Words:
    """Words for one field."""

    def __init__(self, field: Field) -> None:
        self.text = field.text
        self.articles = field.text.articles
        self.article = field.text.article

    def told(self, against: Against | None) -> WhyNot | None:
        """What speaks against an alternative, in words."""
        if against is None:
            return None
        why = against.why
        if why is Why.BARRED:
            assert against.obstacle is not None
            return told(against.obstacle, articles_of(self.text))
        if why is Why.CRITERION:
            assert against.criterion is not None
            return self.suffers(against.criterion, against.mine, against.theirs)
        if why is Why.UNPAIRED:
            words = _("the others of the bracket could not all be paired")
            if against.players:
                words += ": " + _("{players} would lack opponents").format(players=listed(against.players))
            return WhyNot(self.articles[C.FLOATERS], words)
        return {
            Why.NO_TAKER: WhyNot(self.article("C.2"), _("nobody who may have the bye would be left for it")),
            Why.FOLLOWS: WhyNot(
                f"{self.article('C.4')}, {self.articles[C.NEXT_FLOATERS]}",
                _("the players below could not be paired as well, or not at all"),
            ),
            Why.REST: WhyNot(self.article("D.1"), _("the rest of the bracket could not be paired as well")),
        }[why]

    def suffers(self, c: C, mine: object, theirs: object) -> WhyNot:
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
        return WhyNot(self.articles[c], words)
