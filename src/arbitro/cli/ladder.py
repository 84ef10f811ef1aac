"""`arbitro ladder LIST.csv`: the challenge ladder of a club (1974 manual): who may challenge whom, and for how much."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

import click

from arbitro.cli.common import answer_no, common_options, print_json, print_table, read_day
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for
from arbitro.ratings.ladder import after_match, challenge_refused, open_challenges, points
from arbitro.ratings.texts import ending_text, refusal_text
from arbitro.records import is_whole

_ = gettext_for("ratings")


@click.command()
@click.argument("file", metavar="LIST", type=click.Path(exists=True, dir_okay=False))
@click.option("--challenge", nargs=2, metavar="CHALLENGER OPPONENT", help=_("Is this challenge allowed?"))
@click.option("--lost-on", metavar="YYYY-MM-DD", help=_("The day on which the challenger last lost to this opponent."))
@click.option("--day", metavar="YYYY-MM-DD", help=_("The day of the challenge (default: today)."))
@click.option("--games", metavar="HLD", help=_("The games: won by the higher rated (H), the lower (L), drawn (D)."))
@click.option("--k", type=click.IntRange(1, 100), default=45, show_default=True, help=_("K of the table of stakes."))
@common_options
def command(
    file: str,
    challenge: tuple[str, str] | None,
    lost_on: str | None,
    day: str | None,
    games: str | None,
    k: int,
    as_json: bool,
) -> None:
    rungs, busy = _read(file)
    if challenge is not None:
        _challenge(
            file, rungs, busy, challenge, (read_day(lost_on), read_day(day) or date.today()), games, k, as_json=as_json
        )
        return
    if games is not None:
        raise ArbitroError(_("--games needs --challenge: who played?"))
    allowed = open_challenges(rungs, busy)
    if as_json:
        rows = [{"place": i, "name": n, "rating": r, "may_challenge": allowed[n]} for i, (n, r) in enumerate(rungs, 1)]
        print_json({"ladder": rows})
        return
    _print(rungs, {name: allowed[name] or "" for name, _rating in rungs})


def _challenge(
    file: str,
    rungs: list[tuple[str, int]],
    busy: frozenset[str],
    pair: tuple[str, str],
    days: tuple[date | None, date],
    games: str | None,
    k: int,
    *,
    as_json: bool,
) -> None:
    ratings = dict(rungs)
    for name in pair:
        if name not in ratings:
            raise FileError(file, found=name, expected=_("a name on the list"))
    challenger, opponent = pair
    refusal = challenge_refused(rungs, challenger, opponent, busy=busy, lost_on=days[0], today=days[1])
    if refusal is not None:
        reason = refusal_text(refusal)
        if as_json:
            print_json({"allowed": False, "reason": reason})
        else:
            click.echo(_("Not allowed: {reason}.").format(reason=reason))
        answer_no()
    if games is None:
        stake = points(max(0, ratings[opponent] - ratings[challenger]), k)
        if as_json:
            stakes = {"win": stake.lower_wins, "draw": stake.draw, "loss": -stake.higher_wins}
            print_json({"allowed": True, "challenger": stakes})
        else:
            sentence = _(
                "Allowed. {name} gains {win} with a win, {draw} with a drawn match, and loses {loss} otherwise."
            )
            click.echo(sentence.format(name=challenger, win=stake.lower_wins, draw=stake.draw, loss=stake.higher_wins))
        return
    if not games or len(games) > 2 or set(games.upper()) - set("HLD"):
        raise ArbitroError(_("found games “{games}”, expected one or two of H, L and D").format(games=games))
    after = after_match(rungs, challenger, opponent, games.upper(), k)
    if as_json:
        rows = [{"place": i, "name": n, "rating": r} for i, (n, r) in enumerate(after.ladder, 1)]
        print_json({"outcome": after.ending.name.lower(), "gain": after.gain, "ladder": rows})
        return
    gain = f" ({challenger} {after.gain:+d})" if after.gain else ""
    click.echo(f"{ending_text(after).capitalize()}{gain}.")
    _print(list(after.ladder), None)


def _print(rungs: list[tuple[str, int]], challenges: dict[str, str] | None) -> None:
    columns: list[str | tuple[str, str]] = [(_("Rank"), "right"), _("Name"), (_("Rating"), "right")]
    if challenges is not None:
        columns.append(_("May challenge"))
    print_table(
        _("Ladder"),
        columns,
        ((i, n, r, *([challenges[n]] if challenges is not None else [])) for i, (n, r) in enumerate(rungs, 1)),
    )


def _read(path: str) -> tuple[list[tuple[str, int]], frozenset[str]]:
    """The ladder as it stands, and who is busy."""
    rungs: list[tuple[str, int]] = []
    busy = set()
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(path, expected=_("CSV with name and rating")) from None
    rows = csv.DictReader(text.splitlines())
    if not {"name", "rating"} <= set(rows.fieldnames or ()):
        raise FileError(path, line=1, expected=_("CSV with name and rating"))
    for row in rows:
        name, rating = (row["name"] or "").strip(), (row["rating"] or "").strip()
        if not name or not is_whole(rating) or name in dict(rungs):
            found = f"{name},{rating}"
            raise FileError(path, line=rows.line_num, found=found, expected=_("a new name and a rating"))
        rungs.append((name, int(rating)))
        if (row.get("busy") or "").strip() not in ("", "0", "no"):
            busy.add(name)
    return rungs, frozenset(busy)
