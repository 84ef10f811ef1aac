"""Verdicts and outlooks as sentences, in English and Spanish."""

from __future__ import annotations

from fractions import Fraction

from arbitro import words
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import HALF, ONE, ZERO, Title, show
from arbitro.texts import table
from arbitro.titles.application import Application
from arbitro.titles.direct import Awarded, Honour
from arbitro.titles.forecast import NormStatus, Option, Outlook
from arbitro.titles.rules import NORM_TITLES, level_of
from arbitro.titles.verdict import NormVerdict, Requirement

_ = gettext_for("titles")
ngettext_ = ngettext_for("titles")

MOST_OPTIONS = 5  # in one sentence


def _said(kind: str, id: str) -> str:
    sentence = table("titles")[kind][id]
    return _(sentence)


def requirement_name(id: str) -> str:
    """What a requirement is about."""
    return _said("requirement", id)


def condition_text(article: str) -> str:
    """What is wrong with an event (1.1): no norm can be made in it."""
    return f"{article} {_said('condition', article)}"


def _number(value: Fraction | int, id: str) -> str:
    if id in ("1.4.8b", "1.2.3a-score"):
        return words.decimals(f"{float(value * 100):.1f} %")
    return str(value)


def requirement_line(requirement: Requirement) -> str:
    """`1.4.5a title holders among the opponents: 4, at least 5 needed`."""
    sentence = (
        _("{name}: {found}, at least {needed} needed")
        if requirement.at_least
        else _("{name}: {found}, at most {needed} allowed")
    )
    in_application = requirement.id == "1.4.1c" and not requirement.at_least
    line = sentence.format(
        name=_("norms of eight games counted as nine") if in_application else requirement_name(requirement.id),
        found=_number(requirement.found, requirement.id),
        needed=_number(requirement.needed, requirement.id),
    )
    if requirement.waived:
        line += " " + _("(waived by {article})").format(article=requirement.waived)
    if requirement.unknown and not requirement.met:
        line += " " + _("(not stated)")
    return f"{requirement.article} {line}"


def application_lines(application: Application) -> list[str]:
    """An application by norms: the verdict, every requirement, and what was done with each norm."""
    verdict = _("The {title} title is due.") if application.eligible else _("The {title} title is not due yet.")
    lines = [verdict.format(title=application.title.value)]
    lines += [f"  {'✓' if r.met else '✗'} {requirement_line(r)}" for r in application.requirements]
    for i, norm in enumerate(application.norms):
        if norm.refused:
            line = _("Norm {n} does not count: {article} {reason}").format(
                n=i + 1, article=norm.refused, reason=_said("refusal", norm.refused)
            )
        elif i in application.unused:
            line = _("Norm {n} is left out: it would only do harm").format(n=i + 1)
        elif norm.cut_by:
            line = ngettext_(
                "Norm {n} counts {games} game only ({article})", "Norm {n} counts {games} games only ({article})",
                norm.games,
            ).format(n=i + 1, games=norm.games, article=norm.cut_by)  # fmt: skip
        else:
            continue
        lines.append(f"  {line}")
    return lines


def award_line(award: Awarded, available_now: Title | None = None) -> str:
    """A direct title or norm: `FM: title (conditional until rated 2100); CM may be taken now`."""
    line = f"{award.title.value}: " + (_("title") if award.kind is Honour.TITLE else _("norm of 9 games"))
    if award.condition is None:
        return line
    if not award.condition.min_rating:
        return line + " " + _("(conditional until {games} rated games)").format(games=award.condition.min_games)
    line += " " + _("(conditional until rated {rating})").format(rating=award.condition.min_rating)
    if available_now:
        line += "; " + _("{title} may be taken now").format(title=available_now.value)
    return line


def _titles(titles: frozenset[Title]) -> str:
    return ", ".join(title.value for title in NORM_TITLES if title in titles)


def _points(option: Option, outlook: Outlook) -> str:
    """`a draw`, `1½ points`: what is needed of the rounds that count."""
    if outlook.rounds == 1:
        last = outlook.rounds_left == 1
        return {
            ZERO: _("any result") if last else _("any result in the next round"),
            HALF: _("a draw") if last else _("a draw in the next round"),
            ONE: _("a win") if last else _("a win in the next round"),
        }[option.points]
    if option.points == ZERO:
        return _("no point")
    words = _("{points} point") if option.points <= ONE else _("{points} points")
    return words.format(points=show(option.points))


def _clauses(outlook: Outlook) -> list[str]:
    """`a draw against an opponent rated 2312 or more`, `a win`: the easiest first, the weakest opponents last."""
    clauses: list[str] = []
    for option in outlook.options[:MOST_OPTIONS]:
        words = "{points}"
        if option.opponents_average and clauses:
            words = _("{points} against {rating}")
        elif option.opponents_average:
            one = outlook.unknown == 1
            words = _("{points} against an opponent rated {rating} or more") if one else _(
                "{points} against an average of {rating} or more"
            )  # fmt: skip
        clause = words.format(points=_points(option, outlook), rating=option.opponents_average)
        if ignored := option.ignored_wins:
            words = _("(the win of round {rounds} left out, 1.4.1f)") if len(ignored) == 1 else _(
                "(the wins of rounds {rounds} left out, 1.4.1f)"
            )  # fmt: skip
            clause += " " + words.format(rounds=", ".join(map(str, ignored)))
        clauses.append(clause)
    return clauses


def verdict_sentence(verdict: NormVerdict) -> str:
    """A norm in one sentence."""
    facts = {
        "title": verdict.title.value,
        "score": show(verdict.score),
        "games": verdict.games,
        "average": verdict.average,
        "performance": verdict.performance,
    }
    if not verdict.achieved:
        reasons = "; ".join(requirement_line(r) for r in verdict.requirements if not r.met)
        return _("No {title} norm: {reasons}.").format(title=verdict.title.value, reasons=reasons)
    sentence = _("{title} norm: {score} of {games} against an average of {average}, performance {performance}.").format(
        **facts
    )
    if verdict.ignored_wins:
        sentence += " " + _("Wins of rounds {rounds} are left out (1.4.1f).").format(
            rounds=", ".join(map(str, verdict.ignored_wins))
        )
    if verdict.conditional:
        sentence += " " + _("Conditional: all pairings were known beforehand (1.4.1e).")
    if verdict.missing_game:
        sentence += " " + _("Eight games count as nine (1.4.1c), once in an application.")
    return sentence


def outlook_sentence(outlook: Outlook) -> str:
    """What a player needs, in one sentence."""
    title = outlook.title.value
    if outlook.status is NormStatus.ACHIEVED and outlook.norm is not None:
        return verdict_sentence(outlook.norm)
    if outlook.status is NormStatus.IMPOSSIBLE and outlook.beyond is not None:
        sentence = _(
            "A {title} norm is practically impossible: {points} against an average of {rating} would do, and the "
            "players left are not so strong."
        )
        if outlook.unknown == 1:
            sentence = _(
                "A {title} norm is practically impossible: {points} against an opponent rated {rating} would do, and "
                "nobody so strong is left."
            )
        points = _points(outlook.beyond, outlook)
        return sentence.format(title=title, points=points, rating=outlook.beyond.opponents_average)
    if outlook.status is NormStatus.IMPOSSIBLE:
        names = "; ".join(f"{requirement_name(id)} ({id})" for id in outlook.impossible)
        return _("No {title} norm is possible any more: {reasons}.").format(title=title, reasons=names)
    *first, last = _clauses(outlook)
    need = _(" or ").join([", ".join(first), last] if first else [last])
    mix = []
    if n := outlook.holders_missing:
        sentence = ngettext_(
            "{n} more of the opponents must be {titles}", "{n} more of the opponents must be {titles}", n
        )
        mix.append(sentence.format(n=n, titles=_titles(level_of(outlook.title).holders)))
    if (n := outlook.title_holders_missing) > outlook.holders_missing:
        mix.append(ngettext_("{n} more must hold a title", "{n} more must hold a title", n).format(n=n))
    if n := outlook.federations_missing:
        sentence = ngettext_(
            "{n} more must come from another federation not met yet",
            "{n} more must come from other federations not met yet",
            n,
        )
        mix.append(sentence.format(n=n))
    if outlook.not_from and outlook.unknown:
        mix.append(_("none may come from {federations}").format(federations=", ".join(outlook.not_from)))
    head = _("For the {title} norm: {need}")
    if 1 < outlook.rounds == outlook.rounds_left:
        head = _("For the {title} norm from {rounds} rounds: {need}")
    elif outlook.rounds > 1:
        head = _("For the {title} norm from the next {rounds} rounds: {need}")
    sentence = head.format(title=title, need=need, rounds=outlook.rounds)
    sentence = "; ".join([sentence, *mix]) + "."
    if outlook.conditional:
        sentence += " " + _("Conditional: all pairings were known beforehand (1.4.1e).")
    return sentence
