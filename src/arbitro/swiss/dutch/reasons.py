"""Why a round is paired as it is, in words (Spanish or English).

    explain         every pair and the bye of the next round: a sentence and a full account
    why_not         why two given players do not meet
    reason_against  why a pair that comes earlier in the order was passed over

The pairing is computed once; its brackets are read off (`account`). For a pair that comes earlier in the order of D.1
the bracket is solved again with that pair in it, and the first criterion that suffers is named. In large brackets the
duals of `classes` name it without another search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Float, Outcome, Tournament, show
from arbitro.swiss.colours import Preference, Strength, allocate
from arbitro.swiss.dutch.account import Account, account_of, float_marks, pair_marks
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import Bracket, Classes
from arbitro.swiss.dutch.classes import duals
from arbitro.swiss.dutch.criteria import ARTICLES, LISTS, C, Marks, value_of
from arbitro.swiss.dutch.rounds import COLLAPSED, LAST, PENULTIMATE, REJECTED, PairedBracket, PairedRound, pair
from arbitro.swiss.dutch.state import Contender, Field, compatible, field_of
from arbitro.swiss.explanation import PairExplanation

SOLVE_AGAIN = 32  # brackets up to this size are solved again to name the criterion
NAMED = 3  # how many passed-over players an account names


class Reason(NamedTuple):
    """Why not: the article and the words."""

    article: str
    words: str


def explain(tournament: Tournament, lang: str | None = None, edition: str = "2017") -> list[PairExplanation]:
    """One explanation per board, in board order, the bye last."""
    from arbitro.swiss.dutch import known_edition, with_colours
    from arbitro.swiss.dutch.impossible import no_pairing

    field = field_of(tournament, known_edition(edition))
    paired = pair(field)
    if paired is None:
        raise no_pairing(field, lang)
    told = Explainer(tournament, field, paired, lang)
    answer = with_colours(field, paired)
    explanations = [told.pair(white, black) for white, black in answer.pairs]
    if answer.bye is not None:
        explanations.append(told.bye(answer.bye))
    return explanations


def why_not(tournament: Tournament, a: int, b: int, *, lang: str | None = None, edition: str | None = None) -> str:
    """Why the two players do not meet in the next round; or that they do."""
    from arbitro.swiss.dutch.impossible import no_pairing

    field = field_of(tournament, edition or tournament.editions.swiss)
    paired = pair(field)
    if paired is None:
        raise no_pairing(field, lang)
    return Explainer(tournament, field, paired, lang).why_not(a, b)


class Explainer:
    """Tells about one paired round."""

    def __init__(self, tournament: Tournament, field: Field, paired: PairedRound, lang: str | None) -> None:
        self.tournament = tournament
        self.field = field
        self.players: Sequence[Contender] = field.players
        self.paired = paired
        self.lang = lang
        self._: Callable[[str], str] = gettext_for("swiss", lang)
        self.articles = ARTICLES[field.edition]
        self.place = {p.number: i for i, p in enumerate(field.players)}
        self.standing = [b for b in paired.brackets if b.kind != REJECTED]
        self.bracket_of = {x: i for i, b in enumerate(self.standing) for pair in b.pairs for x in pair}
        self.partner = {x: y for b in self.standing for pair in b.pairs for x, y in (pair, pair[::-1])}
        if paired.bye is not None:
            self.bracket_of[paired.bye] = len(self.standing) - 1
        self._accounts: dict[int, Account] = {}
        self._tight: dict[int, tuple[Bracket, Classes, list[int]] | None] = {}

    @cached_property
    def arena(self) -> Arena:
        return Arena(self.field)

    def article(self, name: str) -> str:
        """An article of the 2017 text as the field's edition calls it (2026: A 1, B 3, D 4, E 5.2)."""
        if self.field.edition == "2017":
            return name
        letter, _dot, number = name.partition(".")
        return (
            f"5.2.{number}"
            if letter == "E"
            else f"C{number}"
            if letter == "C"
            else {"A": "art. 1", "B": "art. 3", "D": "art. 4"}[letter]
        )

    def account(self, i: int) -> Account:
        if i not in self._accounts:
            self._accounts[i] = account_of(self.field, self.standing[i])
        return self._accounts[i]

    # -- pairs and the bye

    def pair(self, white: int, black: int) -> PairExplanation:
        """Why these two meet, with these colours."""
        _ = self._
        a, b = sorted((self.place[white], self.place[black]))
        i = self.bracket_of[a]
        higher, lower = self.players[a], self.players[b]
        rejected = self._passed_over(i, a, b)
        allocation = allocate(higher.wish, lower.wish, higher.games, lower.games, higher.place, self.field.first_colour)
        moved = a in self.standing[i].mdps
        lines = [self._bracket_line(i), *self._float_lines(i, a, b, moved), self._role_line(i, a, b, moved)]
        lines += [self._passed_line(self.players[r].number, reason) for r, reason in rejected[:NAMED]]
        lines += self._colour_lines(higher, lower, allocation.higher, allocation.article)
        score = show(self.account(i).score)
        colour = self._colour_reason(allocation.article)
        if rejected:
            r, reason = rejected[-1]
            sentence = _(
                "{white}-{black}, bracket of {score}: {other} comes before {partner} in the order and was passed over:"
                " {reason}. Colours by {article}: {colour}."
            ).format(
                white=white,
                black=black,
                score=score,
                other=self.players[r].number,
                partner=lower.number,
                reason=self._cited(reason),
                article=self.article(allocation.article),
                colour=colour,
            )
        else:
            sentence = _(
                "{white}-{black}, bracket of {score}: {partner} is the first opponent in the order for {player}."
                " Colours by {article}: {colour}."
            ).format(
                white=white,
                black=black,
                score=score,
                partner=lower.number,
                player=higher.number,
                article=self.article(allocation.article),
                colour=colour,
            )
        criteria = [reason.article for _r, reason in reversed(rejected) if reason.article]
        return PairExplanation(
            (white, black),
            score,
            sentence,
            "\n".join(lines),
            tuple(dict.fromkeys([*criteria, self.article(allocation.article)])),
        )

    def bye(self, number: int) -> PairExplanation:
        """Why this player has the pairing-allocated bye."""
        _ = self._
        v = self.place[number]
        i = len(self.standing) - 1
        bracket = self.standing[i]
        others = [x for x in reversed((*bracket.mdps, *bracket.residents)) if x != v]
        rejected = [(x, reason) for x in others if x > v and (reason := self._against_floating(i, x, v)) is not None]
        lines = [
            self._bracket_line(i),
            _("The field is odd: one player of the last bracket stays without an opponent (C.04.1 c)."),
            _("{player} may have the bye: nothing bars him ({article}).").format(
                player=number, article=self.article("C.2")
            ),
        ]
        lines += [self._passed_line(self.players[x].number, reason) for x, reason in rejected[:NAMED]]
        if rejected:
            x, reason = rejected[0]
            sentence = _("{player} has the bye; {other}, ranked below, was passed over: {reason}.").format(
                player=number, other=self.players[x].number, reason=self._cited(reason)
            )
        else:
            sentence = _("{player} has the bye: the lowest-ranked player of the last bracket who may have it.").format(
                player=number
            )
        criteria = tuple(dict.fromkeys([self.article("C.2"), *(r.article for _x, r in rejected)]))
        return PairExplanation((number, None), show(self.account(i).score), sentence, "\n".join(lines), criteria)

    # -- lines of the account

    def _bracket_line(self, i: int) -> str:
        _ = self._
        account = self.account(i)
        kinds = {
            PENULTIMATE: _("penultimate pairing bracket"),
            COLLAPSED: _("collapsed last bracket"),
            LAST: _("last bracket"),
        }
        name = kinds.get(account.kind, _("bracket"))
        line = _(
            "{name} of {score}: {residents} residents, {mdps} moved down, {pairs} pairs, {floaters} left over."
        ).format(
            name=name[0].upper() + name[1:],
            score=show(account.score),
            residents=len(account.residents),
            mdps=len(account.mdps),
            pairs=account.max_pairs,
            floaters=len(account.floaters),
        )
        if account.failures:
            broken = ", ".join(f"{self.articles[c]}: {n}" for c, n in account.failures.items())
            line += " " + _("The best that can be had leaves {broken}.").format(broken=broken)
        return line

    def _role_line(self, i: int, a: int, b: int, moved: bool) -> str:
        _ = self._
        account = self.account(i)
        x, y = self.players[a].number, self.players[b].number
        if moved:
            return _("{player} moved down and is paired first, with {partner} of S2 ({article}).").format(
                player=x, partner=y, article=self.article("B.3")
            )
        if x in account.entering:
            return _("{player} came into S1 by an exchange ({article}) and meets {partner}.").format(
                player=x, partner=y, article=self.article("D.2")
            )
        if y in account.leaving:
            return _("{partner} left S1 by an exchange ({article}) and meets {player}.").format(
                player=x, partner=y, article=self.article("D.2")
            )
        first = account.s1.index(x) + 1 if x in account.s1 else 0
        second = account.s2.index(y) + 1 if y in account.s2 else 0
        return _("{player} is number {first} of S1, {partner} number {second} of S2 ({article}).").format(
            player=x, partner=y, first=first, second=second, article=self.article("B.2")
        )

    def _float_lines(self, i: int, a: int, b: int, moved: bool) -> list[str]:
        _ = self._
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
                    article=self.article("A.4"),
                )
            )
            for player, kind, article in ((higher, Float.DOWN, C.DOWN_1), (lower, Float.UP, C.UP_1)):
                if player.last_float is kind:
                    lines.append(
                        _(
                            "{player} floated the same way in the last round ({article}): it could not be avoided."
                        ).format(player=player.number, article=self.articles[article])
                    )
        return lines

    def _why_floats(self, i: int, v: int) -> str:
        _ = self._
        account = self.account(i)
        number = self.players[v].number
        score = show(account.score)
        bracket = self.standing[i]
        group = (*bracket.mdps, *bracket.residents)
        if not any(compatible(self.players[v], self.players[x]) for x in group if x != v):
            return _("{player} has no legal opponent in the bracket of {score} and floats down ({article}).").format(
                player=number, score=score, article=self.articles[C.FLOATERS]
            )
        if len(account.floaters) == 1:
            for x in reversed(group):
                if x > v and (reason := self._against_floating(i, x, v)) is not None:
                    return _(
                        "{player} floats down from the bracket of {score}; {other}, ranked below, does not: {reason}."
                    ).format(player=number, score=score, other=self.players[x].number, reason=self._cited(reason))
            return _(
                "{player} floats down from the bracket of {score}: it is odd, and he is the last in order."
            ).format(player=number, score=score)
        return _(
            "{player} floats down from the bracket of {score}: no more than {pairs} pairs are possible ({article})."
        ).format(player=number, score=score, pairs=account.max_pairs, article=self.articles[C.FLOATERS])

    def _passed_line(self, number: int, reason: Reason) -> str:
        return self._("{player} was passed over: {reason}.").format(player=number, reason=self._cited(reason))

    def _cited(self, reason: Reason) -> str:
        return f"{reason.words} ({reason.article})" if reason.article else reason.words

    # -- colours

    def _colour_reason(self, article: str) -> str:
        _ = self._
        return {
            "E.1": _("both preferences are granted"),
            "E.2": _("the stronger preference is granted"),
            "E.3": _("they alternate from the last round in which their colours differed"),
            "E.4": _("the higher-ranked player's preference is granted"),
            "E.5": _("nobody has played: the number's parity and the drawn colour decide"),
        }[article]

    def _colour_lines(self, higher: Contender, lower: Contender, colour: Colour, article: str) -> list[str]:
        _ = self._
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        return [
            _("{white} has White: {reason} ({article}).").format(
                white=white.number, reason=self._colour_reason(article), article=self.article(article)
            ),
            _("{white}: {white_history}; {black}: {black_history}.").format(
                white=white.number,
                white_history=self._history(white),
                black=black.number,
                black_history=self._history(black),
            ),
        ]

    def _history(self, player: Contender) -> str:
        _ = self._
        letters = {Colour.WHITE: _("W"), Colour.BLACK: _("B")}
        history = "".join(letters[c] for c in player.games) or "–"
        return f"{history}, {self.wish(player.wish)}"

    def wish(self, wish: Preference) -> str:
        """`due White (strong)`."""
        _ = self._
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

    def _passed_over(self, i: int, a: int, b: int) -> list[tuple[int, Reason]]:
        """Who comes before b as an opponent of a in the order of D.1 and is not taken by those before a."""
        bracket = self.standing[i]
        mdps = set(bracket.mdps)
        before = [pair for pair in bracket.pairs if pair[0] < a and (a not in mdps or pair[0] in mdps)]
        if a not in mdps:
            before = [pair for pair in bracket.pairs if pair[0] in mdps or pair[0] < a]
        taken = {x for pair in before for x in pair}
        upper = {pair[0] for pair in bracket.pairs}
        if a in mdps:
            open_to_him = [x for x in bracket.residents if x < b and x not in taken]
        else:
            open_to_him = [x for x in bracket.residents if a < x < b and x not in taken and x not in upper]
        found = []
        for x in open_to_him[-NAMED:]:
            reason = self.reason_against(i, before, a, x)
            if reason is not None:
                found.append((x, reason))
        return found

    def reason_against(self, i: int, before: Sequence[tuple[int, int]], a: int, x: int) -> Reason | None:
        """Why a and x do not meet in a bracket, given the pairs before; None if nothing speaks against it."""
        barred = self._barred(a, x)
        if barred is not None:
            return barred
        bracket = self.standing[i]
        if len(bracket.mdps) + len(bracket.residents) > SOLVE_AGAIN:
            return self._by_duals(i, a, x)
        return self._solved_again(i, [*before, (a, x)], None)

    def _barred(self, a: int, x: int) -> Reason | None:
        """C.1, forbidden pairs, C.3."""
        _ = self._
        p, q = self.players[a], self.players[x]
        if q.number in p.opponents:
            k = next(
                r.round for r in self.tournament.rounds_of(p.number) if r.outcome.played and r.opponent == q.number
            )
            return Reason(self.article("C.1"), _("{a} and {b} met in round {k}").format(a=p.number, b=q.number, k=k))
        if q.number in p.forbidden:
            return Reason("", _("the arbiter keeps {a} and {b} apart").format(a=p.number, b=q.number))
        if not compatible(p, q):
            words = _("{a} and {b} are both absolutely {due}").format(a=p.number, b=q.number, due=self._due(p))
            return Reason(self.article("C.3"), words)
        return None

    def _due(self, player: Contender) -> str:
        _ = self._
        return _("due White") if player.wish.colour is Colour.WHITE else _("due Black")

    def _solved_again(self, i: int, pairs: Sequence[tuple[int, int]], floater: int | None) -> Reason | None:
        """The first criterion that suffers if these pairs (or this downfloater) are in the bracket's pairing."""
        _ = self._
        standing = self.standing[i]
        used = {x for pair in pairs for x in pair} | ({floater} if floater is not None else set())
        rest = [x for x in (*standing.mdps, *standing.residents) if x not in used]
        mdps = sum(1 for x in rest if x in standing.mdps)
        wanted = len(standing.floaters) - (floater is not None)
        last = i + 1 == len(self.standing)
        best: tuple[list[tuple[int, int]], list[int]] | None = ([], [])
        if rest:
            sub = Bracket(self.arena, rest, mdps)
            allowed = None
            if last and wanted:
                allowed = sum(1 << k for k, x in enumerate(rest) if self.players[x].may_have_bye)
            best = None
            if wanted >= 0 and len(rest) - 2 * sub.max_pairs() <= wanted:
                best = sub.best(wanted, allowed)
        if best is None:
            article = self.articles[C.FLOATERS]
            return Reason(article, _("the others of the bracket could not all be paired"))
        made = [*pairs, *((rest[a], rest[b]) for a, b in best[0])]
        down = [rest[x] for x in best[1]] + ([floater] if floater is not None else [])
        mine, theirs = self._value(standing, made, down), self._value(standing, standing.pairs, standing.floaters)
        for c in C:
            if mine[c] != theirs[c]:
                if mine[c] > theirs[c]:  # type: ignore[operator]
                    return self._suffers(c, mine[c], theirs[c])
                return self._follows()
        if sorted(down) != sorted(standing.floaters):
            return self._follows()
        return None

    def _value(
        self, standing: PairedBracket, pairs: Sequence[tuple[int, int]], floaters: Sequence[int]
    ) -> tuple[int | tuple[int, ...], ...]:
        marks: Marks = []
        for a, b in pairs:
            high, low = min(a, b), max(a, b)
            marks += pair_marks(self.field, self.players[high], self.players[low])
        for x in floaters:
            marks += float_marks(self.field, self.players[x], standing, x in standing.mdps)
        return value_of(marks)

    def _follows(self) -> Reason:
        """The bracket itself would be no worse: what follows decides."""
        _ = self._
        article = self.articles[C.NEXT_FLOATERS]
        return Reason(
            f"{self.article('C.4')}, {article}", _("the players below could not be paired as well, or not at all")
        )

    def _suffers(self, c: C, mine: object, theirs: object) -> Reason:
        _ = self._
        words = {
            C.FLOATERS: _("fewer pairs would be made"),
            C.SCORES: _("the score differences would be larger"),
            C.UNPLAYED: _("the bye would go to a player with more unplayed games"),
            C.DIFFERENCE: _("a topscorer or his opponent would come to a colour difference beyond 2"),
            C.THIRD_COLOUR: _("a topscorer or his opponent would have the same colour a third time"),
            C.PREFERENCE: _("more players would be denied the colour that they are due"),
            C.STRONG_PREFERENCE: _("more players would be denied a strong colour preference"),
            C.DOWN_1: _("more players would float down as in the last round"),
            C.UP_1: _("more players would float up as in the last round"),
            C.DOWN_2: _("more players would float down as two rounds ago"),
            C.UP_2: _("more players would float up as two rounds ago"),
        }.get(c, _("a repeated float would bridge a larger score difference"))
        if c not in LISTS:
            words += " " + _("({mine} instead of {theirs})").format(mine=mine, theirs=theirs)
        return Reason(self.articles[c], words)

    def _by_duals(self, i: int, a: int, x: int) -> Reason | None:
        """In a large bracket: what the duals of its classes say about the pair, without another search."""
        _ = self._
        standing = self.standing[i]
        group = [*standing.mdps, *standing.residents]
        if i not in self._tight:
            bracket = Bracket(self.arena, group, len(standing.mdps))
            everybody = (1 << len(group)) - 1
            classes = Classes(bracket, len(standing.floaters), everybody, None, False)
            solved = duals(classes.sizes, classes.cost)
            self._tight[i] = None if solved is None else (bracket, classes, solved[0])
        known = self._tight[i]
        if known is not None:
            bracket, classes, values = known
            c, d = classes.of[group.index(a)], classes.of[group.index(x)]
            price = classes.cost[c][d]
            if price is not None:
                excess = 2 * price - values[c] - values[d]
                for (criterion, _value), unit in reversed(bracket.scale.units.items()):
                    if 2 * excess >= unit and criterion < len(C):
                        return Reason(self.articles[criterion], self._kind(C(criterion)))
        return Reason(self.article("D.1"), _("the players after them could not be paired as well"))

    def _kind(self, c: C) -> str:
        words = self._suffers(c, "", "").words
        return words.partition(" (")[0] if c not in LISTS else words

    def _against_floating(self, i: int, x: int, v: int) -> Reason | None:
        """Why x does not float (or have the bye) in place of v."""
        _ = self._
        player = self.players[x]
        last = i + 1 == len(self.standing)
        if last and not player.may_have_bye:
            article = self.article("C.2")
            outcomes = {r.outcome for r in self.tournament.rounds_of(player.number)}
            if Outcome.PAIRING_BYE in outcomes:
                return Reason(article, _("{player} has had the bye").format(player=player.number))
            return Reason(article, _("{player} has had a win without playing").format(player=player.number))
        standing = self.standing[i]
        if len(standing.mdps) + len(standing.residents) > SOLVE_AGAIN:
            if player.last_float is Float.DOWN and self.players[v].last_float is not Float.DOWN:
                return Reason(self.articles[C.DOWN_1], self._kind(C.DOWN_1))
            return Reason(self.articles[C.PREFERENCE], _("the bracket could not be paired as well without him"))
        if len(standing.floaters) > 1:
            return None
        return self._solved_again(i, [], x)

    def why_not(self, a: int, b: int) -> str:
        """Why two players do not meet."""
        _ = self._
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
        barred = self._barred(x, y)
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
                article=self.articles[C.FLOATERS],
            )
        if x in group.mdps and y in group.mdps:
            return _("{a} and {b} both moved down: they found no opponent in the bracket above.").format(a=a, b=b)
        reason = None
        if len(group.mdps) + len(group.residents) <= SOLVE_AGAIN:
            reason = self._solved_again(min(i, j), [(x, y)], None)
        else:
            reason = self._by_duals(min(i, j), x, y)
        if reason is None:
            return _("A pairing with {a}-{b} would be just as good, but comes later in the order ({article}).").format(
                a=a, b=b, article=", ".join(dict.fromkeys([self.article("D.1"), self.article("D.2")]))
            )
        return self._sentence(reason)

    def _sentence(self, reason: Reason) -> str:
        text = self._cited(reason)
        return text[0].upper() + text[1:] + "."
