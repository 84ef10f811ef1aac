"""Why a round is paired as it is, in words (Spanish or English).

    pair, bye       why two meet, or one has the bye: a sentence and a full account
    why_not         why two given players do not meet

The brackets of the finished pairing are read off (`account`). What speaks against the pairs, downfloaters and
exchanges that come earlier in the order is worked out by `alternatives`; here it is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Colour, Float, Tournament, show
from arbitro.swiss.account import PairExplanation
from arbitro.swiss.colours import Allocation, Preference, Strength, allocate
from arbitro.swiss.dutch.account import Account, account_of
from arbitro.swiss.dutch.alternatives import Alternatives
from arbitro.swiss.dutch.bracket import COLLAPSED, LAST, PENULTIMATE, REJECTED, PairedBrackets
from arbitro.swiss.dutch.criteria import C
from arbitro.swiss.dutch.state import Contender, Field, compatible
from arbitro.swiss.dutch.words import Words
from arbitro.swiss.impossible import WhyNot, listed

_ = gettext_for("swiss")
ngettext_ = ngettext_for("swiss")

NAMED = 3  # how many passed-over opponents an account names
TOLD_BELOW = 8  # how many who rank below a floater or the bye's holder


class Explainer:
    """Tells about one paired round."""

    def __init__(self, tournament: Tournament, field: Field, paired: PairedBrackets) -> None:
        self.tournament = tournament
        self.field = field
        self.players: Sequence[Contender] = field.players
        self.paired = paired
        self.words = Words(field)
        self.place = {p.number: i for i, p in enumerate(field.players)}
        self.standing = [b for b in paired.brackets if b.kind != REJECTED]
        self.bracket_of = {x: i for i, b in enumerate(self.standing) for pair in b.pairs for x in pair}
        self.partner = {x: y for b in self.standing for pair in b.pairs for x, y in (pair, pair[::-1])}
        if paired.bye is not None:
            self.bracket_of[paired.bye] = len(self.standing) - 1
        self._accounts: dict[int, Account] = {}
        self.alternatives = Alternatives(tournament, field, self.standing, paired.bye)
        self._exchanges: dict[int, WhyNot | None] = {}

    def account(self, i: int) -> Account:
        if i not in self._accounts:
            self._accounts[i] = account_of(self.field, self.standing[i])
        return self._accounts[i]

    # -- pairs and the bye

    def pair(self, white: int, black: int) -> PairExplanation:
        """Why these two meet, with these colours."""
        a, b = sorted((self.place[white], self.place[black]))
        i = self.bracket_of[a]
        higher, lower = self.players[a], self.players[b]
        moved = a in self.standing[i].mdps
        rejected = self._passed_over(i, a, b)
        exchange = None if moved else self._exchange(i, higher.number, lower.number)
        allocation = allocate(higher.wish, lower.wish, higher.games, lower.games, higher.place, self.field.first_colour)
        lines = [*self._bracket_lines(i), *self._float_lines(i, a, b, moved), self._role_line(i, a, b, moved)]
        if exchange is not None:
            lines.append(self._exchange_line(i, exchange))
        lines += [self._passed_line(self.players[r].number, reason) for r, reason in rejected[:NAMED]]
        lines += self._colour_lines(higher, lower, allocation)
        criteria = [exchange.article] if exchange is not None else []
        criteria += [reason.article for _r, reason in reversed(rejected)]
        criteria.append(self.words.article(allocation.article))
        sentence = f"{white}-{black}, {self._why_they_meet(i, higher, lower, exchange, rejected)} " + _(
            "Colours by {article}: {colour}."
        ).format(article=self.words.article(allocation.article), colour=self._colour_reason(allocation.article))
        return PairExplanation(
            (white, black),
            show(self.account(i).score),
            sentence,
            "\n".join(lines),
            tuple(dict.fromkeys(article for article in criteria if article)),
        )

    def _why_they_meet(
        self,
        i: int,
        higher: Contender,
        lower: Contender,
        exchange: WhyNot | None,
        rejected: Sequence[tuple[int, WhyNot]],
    ) -> str:
        """The heart of the one-sentence form."""
        score = show(self.account(i).score)
        if exchange is not None:
            return _("bracket of {score}: they meet by an exchange ({article}), for without one {reason}.").format(
                score=score, article=self.words.article("D.2"), reason=exchange.cited()
            )
        if rejected:
            r, reason = rejected[-1]
            return _(
                "bracket of {score}: {other} comes before {partner} in the order and was passed over: {reason}."
            ).format(score=score, other=self.players[r].number, partner=lower.number, reason=reason.cited())
        return _("bracket of {score}: {partner} is the first opponent in the order for {player}.").format(
            score=score, partner=lower.number, player=higher.number
        )

    def bye(self, number: int) -> PairExplanation:
        """Why this player has the pairing-allocated bye."""
        v = self.place[number]
        i = len(self.standing) - 1
        others = self._others_below(i, v)
        lines = [
            *self._bracket_lines(i),
            _("The number of players is odd: one player of the last bracket stays without an opponent (C.04.1 c)."),
            _("{player} may have the bye: nothing bars them ({article}).").format(
                player=number, article=self.words.article("C.2")
            ),
        ]
        criteria = [self.words.article("C.2")]
        if self.field.text.looks_below:
            criteria.append("C5")
            lines.append(
                _("No pairing of the round gives the bye to a player with fewer than {score} points (C5).").format(
                    score=show(self.players[v].score)
                )
            )
        rejected = [(x, reason) for x, reason in others if reason is not None]
        lines += [self._passed_line(self.players[x].number, reason) for x, reason in rejected[:NAMED]]
        if not others:
            sentence = _("{player} has the bye: the lowest-ranked player of the last bracket who may have it.").format(
                player=number
            )
        else:
            criteria += [reason.article for _x, reason in rejected] or [self.words.article("D.1")]
            sentence = _("{player} has the bye. Ranked below, but passed over: {others}.").format(
                player=number, others=self._passed_over_below(others)
            )
            if not rejected:
                lines.append(sentence)
        articles = tuple(dict.fromkeys(article for article in criteria if article))
        return PairExplanation((number, None), show(self.account(i).score), sentence, "\n".join(lines), articles)

    def _others_below(self, i: int, v: int) -> list[tuple[int, WhyNot | None]]:
        """Who ranks below a floater (or the bye's holder) and stays, and why; the lowest first.

        No reason: the pairing would be as good, but comes later in the order.
        """
        bracket = self.standing[i]
        below = [x for x in reversed((*bracket.mdps, *bracket.residents)) if x > v and x not in bracket.floaters]
        return [(x, self.words.told(self.alternatives.floater(i, x, v))) for x in below[:TOLD_BELOW]]

    def _passed_over_below(self, others: Sequence[tuple[int, WhyNot | None]]) -> str:
        """Everyone who ranks below and was passed over, each with the reason."""
        told = []
        for x, reason in others:
            words = _("the pairing would be as good, but comes later in the order ({article})").format(
                article=self.words.article("D.1")
            )
            told.append(f"{self.players[x].number}: {reason.cited() if reason is not None else words}")
        return "; ".join(told) + ("; …" if len(others) == TOLD_BELOW else "")

    # -- lines of the account

    def _bracket_lines(self, i: int) -> list[str]:
        """What kind of bracket it is and, of a penultimate one, how it became one."""
        account = self.account(i)
        kinds = {
            PENULTIMATE: _("Penultimate pairing bracket of {score}"),
            COLLAPSED: _("Collapsed last bracket of {score}"),
            LAST: _("Last bracket of {score}"),
        }
        parts = [ngettext_("{n} resident", "{n} residents", len(account.residents)).format(n=len(account.residents))]
        if account.mdps:
            moved = len(account.mdps)
            parts.append(ngettext_("{n} moved down", "{n} moved down", moved).format(n=moved))
        parts.append(ngettext_("{n} pair", "{n} pairs", account.max_pairs).format(n=account.max_pairs))
        if account.floaters:
            parts.append(_("{n} left over").format(n=len(account.floaters)))
        name = kinds.get(account.kind, _("Bracket of {score}")).format(score=show(account.score))
        line = f"{name}: {', '.join(parts)}."
        if account.failures:
            broken = ", ".join(f"{self.words.articles[c]}: {n}" for c, n in account.failures.items())
            line += " " + _("The best possible leaves {broken}.").format(broken=broken)
        return [line, self._completion_line()] if account.kind == PENULTIMATE else [line]

    def _completion_line(self) -> str:
        """A.9: the candidate that the completion test rejected, and with it the normal way."""
        tried = next(b for b in self.paired.told() if b.kind == REJECTED)
        number = [p.number for p in self.players]
        pairs = ", ".join(f"{number[a]}-{number[b]}" for a, b in tried.pairs) or "–"
        if not tried.floaters:
            return _(
                "By itself the bracket would be paired {pairs}; but then the players below could not all be paired"
                " ({article})."
            ).format(pairs=pairs, article=self.words.article("A.9"))
        return _(
            "By itself the bracket would be paired {pairs}, with {floaters} floating down; but then the players below"
            " could not all be paired ({article})."
        ).format(
            pairs=pairs,
            floaters=listed([number[v] for v in tried.floaters]),
            article=self.words.article("A.9"),
        )

    def _role_line(self, i: int, a: int, b: int, moved: bool) -> str:
        account = self.account(i)
        x, y = self.players[a].number, self.players[b].number
        if moved:
            return _("{player} moved down and is paired first, with {partner} of S2 ({article}).").format(
                player=x, partner=y, article=self.words.article("B.3")
            )
        if x in account.entering:
            return _("{player} came into S1 by an exchange ({article}) and meets {partner}.").format(
                player=x, partner=y, article=self.words.article("D.2")
            )
        if y in account.leaving:
            return _("{partner} left S1 by an exchange ({article}) and meets {player}.").format(
                player=x, partner=y, article=self.words.article("D.2")
            )
        first = account.s1.index(x) + 1 if x in account.s1 else 0
        second = account.s2.index(y) + 1 if y in account.s2 else 0
        return _("{player} is number {first} of S1, {partner} number {second} of S2 ({article}).").format(
            player=x, partner=y, first=first, second=second, article=self.words.article("B.2")
        )

    def _exchange(self, i: int, higher: int, lower: int) -> WhyNot | None:
        """Why two players who would not be in S1 and S2 as first divided meet; None if they are."""
        account = self.account(i)
        if higher not in account.entering and lower not in account.leaving:
            return None
        if i not in self._exchanges:
            self._exchanges[i] = self.words.told(self.alternatives.undivided(i))
        return self._exchanges[i]

    def _exchange_line(self, i: int, reason: WhyNot) -> str:
        account = self.account(i)
        return _("Exchanged: {leaving} for {entering} ({article}). Without an exchange {reason}.").format(
            leaving=listed(account.leaving),
            entering=listed(account.entering),
            article=self.words.article("D.2"),
            reason=reason.cited(),
        )

    def _float_lines(self, i: int, a: int, b: int, moved: bool) -> list[str]:
        lines = []
        if moved:
            origin = max(j for j in range(i) if a in self.standing[j].floaters)
            lines.append(self._why_floats(origin, a))
        higher, lower = self.players[a], self.players[b]
        if higher.score != lower.score:
            lines.append(
                _("{down} floats down to {up}, who floats up: {high} points against {low} ({article}).").format(
                    down=higher.number,
                    up=lower.number,
                    high=show(higher.score),
                    low=show(lower.score),
                    article=self.words.article("A.4"),
                )
            )
            if self.standing[i].kind == COLLAPSED and not moved:
                lines.append(
                    _("All scores below the penultimate bracket are paired together ({article}).").format(
                        article=self.words.article("A.9")
                    )
                )
            down = self.field.text.floats_again
            for player, kind, (last, earlier) in ((higher, Float.DOWN, down), (lower, Float.UP, (C.UP_1, C.UP_2))):
                if player.last_float is kind:
                    lines.append(
                        _(
                            "{player} floated the same way in the last round ({article}): it could not be avoided."
                        ).format(player=player.number, article=self.words.articles[last])
                    )
                if player.earlier_float is kind:
                    lines.append(
                        _("{player} floated the same way two rounds ago ({article}): it could not be avoided.").format(
                            player=player.number, article=self.words.articles[earlier]
                        )
                    )
        return lines

    def _why_floats(self, i: int, v: int) -> str:
        account = self.account(i)
        number = self.players[v].number
        score = show(account.score)
        bracket = self.standing[i]
        group = (*bracket.mdps, *bracket.residents)
        if not any(compatible(self.players[v], self.players[x]) for x in group if x != v):
            return _("{player} has no legal opponent in the bracket of {score} and floats down ({article}).").format(
                player=number, score=score, article=self.words.articles[C.FLOATERS]
            )
        if account.max_pairs < (len(group) // 2):
            return _(
                "{player} floats down from the bracket of {score}: no more than {pairs} can be made ({article})."
            ).format(
                player=number,
                score=score,
                pairs=ngettext_("{n} pair", "{n} pairs", account.max_pairs).format(n=account.max_pairs),
                article=self.words.article("C.4") if account.kind == PENULTIMATE else self.words.articles[C.FLOATERS],
            )
        others = self._others_below(i, v)
        if others:
            return _(
                "{player} floats down from the bracket of {score}. Ranked below, but passed over: {others}."
            ).format(player=number, score=score, others=self._passed_over_below(others))
        return _("{player} floats down from the bracket of {score}: it is odd, and they are the last in order.").format(
            player=number, score=score
        )

    def _passed_line(self, number: int, reason: WhyNot) -> str:
        return _("{player} was passed over: {reason}.").format(player=number, reason=reason.cited())

    # -- colours

    def _colour_reason(self, article: str) -> str:
        return {
            "E.1": _("both preferences are granted"),
            "E.2": _("the stronger preference is granted"),
            "E.3": _("they alternate from the last round in which their colours differed"),
            "E.4": _("the higher-ranked player's preference is granted"),
            "E.5": _("nobody has played: the number's parity and the drawn colour decide"),
        }[article]

    def _colour_lines(self, higher: Contender, lower: Contender, allocation: Allocation) -> list[str]:
        white, black = (higher, lower) if allocation.higher is Colour.WHITE else (lower, higher)
        article = self.words.article(allocation.article)
        lines = [
            _("{white} has White: {reason} ({article}).").format(
                white=white.number, reason=self._colour_reason(allocation.article), article=article
            )
        ]
        if allocation.article == "E.5":
            template = (
                _("{player} counts as number {place}: odd, so they have the colour drawn.")
                if higher.place % 2
                else _("{player} counts as number {place}: even, so they have the colour not drawn.")
            )
            lines.append(template.format(player=higher.number, place=higher.place))
            return lines
        history = _("{white}: {white_history}; {black}: {black_history}.")
        lines.append(
            history.format(
                white=white.number,
                white_history=self._history(white),
                black=black.number,
                black_history=self._history(black),
            )
        )
        return lines

    def _history(self, player: Contender) -> str:
        letters = {Colour.WHITE: _("W"), Colour.BLACK: _("B")}
        history = "".join(letters[c] for c in player.games) or "–"
        return f"{history}, {self.wish(player.wish)}"

    def wish(self, wish: Preference) -> str:
        """`due White (strong)`."""
        if wish.colour is None:
            return _("no preference")
        strength = {
            Strength.ABSOLUTE: _("absolute"),
            Strength.STRONG: _("strong"),
            Strength.MILD: _("mild"),
        }[wish.strength]
        text = _("due White ({strength})") if wish.colour is Colour.WHITE else _("due Black ({strength})")
        return text.format(strength=strength)

    # -- why not

    def _passed_over(self, i: int, a: int, b: int) -> list[tuple[int, WhyNot]]:
        """Who comes before b as an opponent of a in the order of D.1 and is not taken by those before a."""
        bracket = self.standing[i]
        mdps = set(bracket.mdps)
        moved = a in mdps
        before = [p for p in bracket.pairs if (p[0] in mdps and (not moved or p[0] < a)) or (not moved and p[0] < a)]
        taken = {x for pair in before for x in pair}
        if moved:
            open_to_him = [x for x in bracket.residents if x < b and x not in taken]
        else:
            upper = {pair[0] for pair in bracket.pairs}
            open_to_him = [x for x in bracket.residents if a < x < b and x not in taken and x not in upper]
        found = []
        for x in open_to_him[-NAMED:]:
            reason = self.words.told(self.alternatives.pair(i, before, a, x))
            if reason is not None:
                found.append((x, reason))
        return found

    def why_not(self, a: int, b: int) -> str:
        """Why two players do not meet."""
        for number in (a, b):
            if number not in self.place:
                if number not in self.tournament.index:
                    raise ArbitroError(_("there is no player {number}").format(number=number))
                return _("{player} is not paired in this round.").format(player=number)
        if a == b:
            raise ArbitroError(_("name two players"))
        x, y = sorted((self.place[a], self.place[b]))
        if self.partner.get(x) == y:
            return _("{a} and {b} do meet.").format(a=a, b=b)
        barred = self.words.told(self.alternatives.barred(x, y))
        if barred is not None:
            return self._sentence(barred)
        i, j = self.bracket_of[x], self.bracket_of[y]
        group = self.standing[min(i, j)]
        together = x in (*group.mdps, *group.residents) and y in (*group.mdps, *group.residents)
        if not together:
            high = self.players[x].number
            return _(
                "{high} finds an opponent in the bracket of {score}; {low} is in a lower one. {high} would have to"
                " float down, and pairs are made where they can be ({article})."
            ).format(
                high=high,
                low=self.players[y].number,
                score=show(self.account(min(i, j)).score),
                article=self.words.articles[C.FLOATERS],
            )
        if x in group.mdps and y in group.mdps:
            return _("{a} and {b} both moved down: they found no opponent in the bracket above.").format(a=a, b=b)
        reason = self.words.told(self.alternatives.meeting(min(i, j), x, y))
        if reason is None:
            return _("A pairing with {a}-{b} would be just as good, but comes later in the order ({article}).").format(
                a=a, b=b, article=", ".join(dict.fromkeys([self.words.article("D.1"), self.words.article("D.2")]))
            )
        return self._sentence(reason)

    def _sentence(self, reason: WhyNot) -> str:
        text = reason.cited()
        return text[0].upper() + text[1:] + "."
