"""`arbitro rate FILE.trf`: rating changes, initial ratings and performances of a tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from arbitro import words
from arbitro.cli.common import (
    common_options,
    picked,
    print_json,
    print_table,
    read_day,
    read_tournament,
    right,
    text_of,
    warn,
)
from arbitro.cli.month_lists import month_lists_option, read_months
from arbitro.editions import is_club
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import gettext_for
from arbitro.model import RatingList, Tournament, remarks, show
from arbitro.ratings import Cap, PlayerRating, WhatIf, club, list_of, rate_event, what_if
from arbitro.ratings.club import Worksheet
from arbitro.ratings.event import entry_rating
from arbitro.ratings.long_event import MonthRating, rate_months, together
from arbitro.ratings.submission import Deadlines, Facts, deadlines, objections
from arbitro.ratings.texts import k_text, objection_text, reason_text
from arbitro.records import is_whole, loads

_ = gettext_for("ratings")

EDITIONS = ("2022", "2024", "2025", "club")
CAPS = ("once_favourable", "once_any", "all", "none")
K_SETS = ("fenamac", "uanl", "fide-1972")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--list",
    "list_name",
    type=click.Choice(("standard", "rapid", "blitz")),
    help=_("The rating list (default: by the time control, else standard)."),
)
@click.option(
    "--edition", type=click.Choice(EDITIONS), help=_("Edition of the rating rules (default: the tournament's).")
)
@click.option(
    "--k",
    "k_file",
    type=click.Path(exists=True, dir_okay=False),
    help=_("K by player: JSON or lines of NUMBER,K; NUMBER is a pairing number or a FIDE ID."),
)
@click.option(
    "--career",
    "career_file",
    type=click.Path(exists=True, dir_okay=False),
    help=_("Games completed before the event, by player, as in --k: fewer than 30 have K 40 (club: 16, provisional)."),
)
@click.option("--cap", type=click.Choice(CAPS), help=_("Another reading of the 400-point rule."))
@click.option("--player", type=int, help=_("One player, with the sheet of their games."))
@click.option(
    "--against",
    metavar="RATING",
    type=click.IntRange(1, 4000),
    help=_("With --player: what the next game changes against an opponent of this rating."),
)
@click.option("--whole-match", is_flag=True, help=_("Rate the games after a match is decided: it was asked for (6.2)."))
@click.option("--k-set", type=click.Choice(K_SETS), help=_("Edition club: the set of K."))
@click.option("--worksheet", is_flag=True, help=_("Edition club: the worksheet of a round robin."))
@click.option(
    "--registered", metavar="YYYY-MM-DD", help=_("The day on which the event was registered: was it early enough?")
)
@click.option("--norms", is_flag=True, help=_("Norms are possible: registered 30 days ahead."))
@click.option("--hybrid", is_flag=True, help=_("A hybrid event: approval and all games are needed."))
@click.option("--official", is_flag=True, help=_("An official FIDE event: rated if it ends the day before the list."))
@month_lists_option
@common_options
def command(
    file: str,
    list_name: str | None,
    edition: str | None,
    k_file: str | None,
    career_file: str | None,
    cap: str | None,
    player: int | None,
    against: int | None,
    whole_match: bool,
    k_set: str | None,
    worksheet: bool,
    registered: str | None,
    norms: bool,
    hybrid: bool,
    official: bool,
    month_lists: tuple[str, ...],
    as_json: bool,
) -> None:
    facts = Facts(registered=read_day(registered), norms=norms, hybrid=hybrid)
    tournament = remarks.with_ratings(read_tournament(file))
    if player is not None and player not in tournament.index:
        raise ArbitroError(_("{file}: there is no player {number}").format(file=file, number=player))
    chosen = RatingList(list_name) if list_name else list_of(tournament)
    edition = text_of("ratings", tournament, edition)
    club = is_club("ratings", edition)
    _agree(club=club, club_only=worksheet or bool(k_set), fide_only=bool(month_lists), against=against, player=player)
    ks = k_set_of(k_set, tournament, chosen)
    if k_file:
        ks |= read_numbers(k_file, tournament, range(1, 101), _("a K from 1 to 100"))
    career = {}
    if career_file:
        career = read_numbers(career_file, tournament, range(100_000), _("a number of games"))
    if worksheet:
        show_worksheet(tournament, chosen, ks, as_json=as_json)
        return
    results, months = _rated(
        tournament, chosen, edition, ks, career, Cap(cap) if cap else None, month_lists, whole_match=whole_match
    )
    if player is not None:
        results = [result for result in results if result.number == player]
    answer = Answer(
        rating_list=chosen,
        edition=edition,
        results=results,
        sheet=player is not None,
        months=months,
        against=against,
        cap=Cap(cap) if cap else None,
        dates=() if club else deadlines(tournament, official=official),
        warnings=[] if club else [objection_text(objection) for objection in objections(tournament, chosen, facts)],
    )
    if as_json:
        print_json(answer.document())
    else:
        answer.show()


def _rated(
    tournament: Tournament,
    rating_list: RatingList,
    edition: str,
    ks: dict[int, int],
    career: dict[int, int],
    cap: Cap | None,
    month_lists: tuple[str, ...],
    *,
    whole_match: bool,
) -> tuple[list[PlayerRating], list[MonthRating]]:
    """Every player of the event, and the months of one that lasts longer than 30 days."""
    months = read_months(month_lists, tournament, rating_list)
    if months is None:
        results = rate_event(
            tournament, rating_list, edition, ks, cap=cap, career_games=career, whole_match=whole_match
        )
        return results, []
    parts = rate_months(months, rating_list, edition, ks, cap=cap, career_games=career)
    return together(parts, rating_list, edition), parts


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the command tells, as JSON or for people."""

    rating_list: RatingList
    edition: str
    results: list[PlayerRating]
    sheet: bool  # one player, with their games
    months: list[MonthRating]
    against: int | None  # the rating of the next opponent
    cap: Cap | None
    dates: tuple[Deadlines, ...]  # several: a long event, month by month
    warnings: list[str]

    def next_game(self) -> WhatIf | None:
        """What the next game changes; in a long event, in its last month."""
        if self.against is None:
            return None
        latest = self.results[0]
        if self.months:
            latest = next(r for r in self.months[-1].players if r.number == latest.number)
        return what_if(latest, self.against, self.edition, self.rating_list, cap=self.cap)

    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = {"list": self.rating_list.value, "edition": self.edition}
        document["players"] = [as_dict(result, sheet=self.sheet) for result in self.results]
        if self.months:
            document["months"] = [_month_dict(part) for part in self.months]
        if next_game := self.next_game():
            document["what_if"] = {name: float(getattr(next_game, name)) for name in ("win", "draw", "loss")}
        document["warnings"] = self.warnings
        lists = [
            {
                "list_in_force": str(d.in_force),
                "rated_in": str(d.rated_in),
                "last_list": str(d.last.list_date),
                "last_closing": str(d.last.closing),
            }
            for d in self.dates
        ]
        if any(d.rounds for d in self.dates):
            document["lists"] = [{"rounds": d.rounds, **row} for d, row in zip(self.dates, lists, strict=True)]
        elif lists:
            document |= lists[0]
        return document

    def show(self) -> None:
        _print(self.results, self.rating_list.value, self.edition)
        if self.sheet:
            _print_sheet(self.results[0])
        if next_game := self.next_game():
            sentence = _("Next game against {rating}: a win {win}, a draw {draw}, a loss {loss}")
            changes = {name: _signed(float(getattr(next_game, name))) for name in ("win", "draw", "loss")}
            click.echo(sentence.format(rating=self.against, **changes))
        for dates in self.dates:
            sentence = _(
                "Ratings of the list of {in_force}; rated in that of {rated_in}, at the latest in that of {last}, which"
                " closes on {closing}"
            )
            if dates.rounds:
                sentence = _(
                    "Rounds {rounds}: ratings of the list of {in_force}; reported and rated monthly, in that "
                    "of {rated_in}, at the latest in that of {last}, which closes on {closing}"
                )
            rounds = ", ".join(map(str, dates.rounds))
            facts = {"in_force": dates.in_force, "rated_in": dates.rated_in, "last": dates.last.list_date}
            click.echo(sentence.format(rounds=rounds, closing=dates.last.closing, **facts))
        warn(self.warnings)


def _agree(*, club: bool, club_only: bool, fide_only: bool, against: int | None, player: int | None) -> None:
    """Options that belong together."""
    if club_only and not club:
        raise ArbitroError(_("--worksheet and --k-set belong to --edition club"))
    if club and (fide_only or against is not None):
        raise ArbitroError(_("--ratings-of and --against do not belong to --edition club"))
    if against is not None and player is None:
        raise ArbitroError(_("--against needs --player: whose next game?"))


def k_set_of(name: str | None, tournament: Tournament, rating_list: RatingList) -> dict[int, int]:
    """K by pairing number from a set of the 1974 manual; FENAMAC's, which counts games, is the system's own."""
    if name == "uanl":
        return {p.number: club.k_uanl(entry_rating(p, rating_list)) for p in tournament.players}
    if name == "fide-1972":
        return {p.number: club.k_fide_1972(0) or 0 for p in tournament.players}
    return {}


def read_numbers(path: str, tournament: Tournament, allowed: range, expected: str) -> dict[int, int]:
    """A number by pairing number, from a JSON object or lines of `number,value`; FIDE IDs are looked up."""
    by_id = {player.fide_id: player.number for player in tournament.players if player.fide_id}
    numbers = {}
    for line, key, text in _number_lines(path):
        number = int(key) if is_whole(key) and int(key) in tournament.index else by_id.get(key)
        if number is None:
            who = _("a pairing number or FIDE ID of the tournament")
            raise FileError(path, line=line, found=key, expected=who)
        if not (is_whole(text) and int(text) in allowed):
            raise FileError(path, line=line, found=text, expected=expected)
        numbers[number] = int(text)
    return numbers


def _number_lines(path: str) -> list[tuple[int | None, str, str]]:
    """Line, player and value as they are written; a heading is passed over."""
    expected = _("a JSON object or lines of NUMBER,VALUE")
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        if text.lstrip().startswith("{"):
            return [(None, str(key), str(value)) for key, value in loads(text, path).items()]
    except UnicodeDecodeError:
        raise FileError(path, expected=expected) from None
    rows: list[tuple[int | None, str, str]] = []
    for line, row in enumerate(text.splitlines(), 1):
        cells = re.split(r"[,;\s]+", row.strip())
        if not row.strip() or (line == 1 and not any(cell.isdecimal() for cell in cells)):
            continue
        if len(cells) < 2:
            raise FileError(path, line=line, found=row, expected=expected)
        rows.append((line, cells[0], cells[1]))
    return rows


def _month_dict(part: MonthRating) -> dict[str, Any]:
    """A month of a long event for JSON."""
    names = ("number", "rating", "games", "score", "expected", "k", "change", "new_rating")
    return {
        "list": part.list_date.isoformat(),
        "rounds": list(part.rounds),
        "players": [{name: row[name] for name in names} for row in map(as_dict, part.players) if row["games"]],
    }


def as_dict(result: PlayerRating, *, sheet: bool = False) -> dict[str, Any]:
    """One player for JSON; numbers as they are printed."""
    row = picked(result, "number", "name", "rating", "games", "k", "change", "new_rating", points=["score"]) | {
        "expected": None if result.expected is None else result.expected / 100,
        "k_reason": k_text(result.k_reason) if result.k_reason else None,
        "change_exact": None if result.change_exact is None else float(result.change_exact),
        "performance": result.performance.rating if result.performance else None,
        "not_rated": [
            picked(game, "round", "opponent") | {"reason": reason_text(game.reason), "article": game.reason.article}
            for game in result.left_out
        ],
    }
    if (first := result.initial) is not None:
        row["initial"] = picked(first, "rating", "percent", "games", "published") | {"average": float(first.average)}
    if sheet:
        row["sheet"] = [
            {
                **picked(line.game, "round", points=["score"]),
                "opponent": line.game.number,
                "opponent_rating": line.game.opponent,
                "difference": line.difference,
                "difference_used": line.used,
                "expected": line.expected / 100,
                "delta": line.delta / 100,
            }
            for line in result.sheet
        ]
    return row


def _signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def _print(results: list[PlayerRating], list_name: str, edition: str) -> None:
    numbers = right(_("Rating"), _("Games"), _("Score"), _("Expected"), "K", _("Rating change"), _("New"))
    print_table(
        _("Ratings: {list} list, edition {edition}").format(list=list_name, edition=edition),
        [*right(_("No.")), _("Name"), *numbers, *right(_("Performance"))],
        (
            (
                result.number,
                result.name,
                result.rating or "",
                result.games,
                show(result.score),
                "" if result.expected is None else f"{result.expected / 100:.2f}",
                result.k or "",
                "" if result.change_exact is None else _signed(float(result.change_exact)),
                result.new_rating or "-",
                result.performance.rating if result.performance else "",
            )
            for result in results
        ),
    )


def _print_sheet(result: PlayerRating) -> None:
    """The games of one player, the reason of their K and how an initial rating comes about."""
    if result.sheet:
        heads = (_("Round"), _("Opponent"), _("Rating"), _("Score"), _("Difference"), _("Used"), "PD", _("Delta"))
        print_table(
            _("Games"),
            right(*heads),
            (
                (
                    line.game.round,
                    line.game.number,
                    line.game.opponent,
                    show(line.game.score),
                    line.difference,
                    line.used,
                    f"{line.expected / 100:.2f}",
                    f"{line.delta / 100:+.2f}",
                )
                for line in result.sheet
            ),
        )
    for game in result.left_out:
        sentence = _("Round {round}: not rated, {reason} ({article})")
        click.echo(sentence.format(round=game.round, reason=reason_text(game.reason), article=game.reason.article))
    if result.k_reason is not None:
        click.echo(f"K {result.k}: {k_text(result.k_reason)}")
    if (first := result.initial) is not None:
        sentence = _("Initial rating: {rating}, from {games} against an average of {average} ({percent} %)")
        games, average = words.count(first.games, "game"), f"{float(first.average):.2f}"
        click.echo(sentence.format(rating=first.rating, games=games, average=average, percent=first.percent))
        if result.new_rating is None:
            click.echo(_("Not published: five games with a point and the least rating of the list are needed (7.1.4)"))


# -- the worksheet of the 1974 manual, 14 columns for a round robin


def show_worksheet(tournament: Tournament, rating_list: RatingList, ks: Mapping[int, int], *, as_json: bool) -> None:
    """RAT-10: print the worksheet of a round robin in which everybody has met everybody."""
    needed = len(tournament.players) - 1
    for player in tournament.players:
        games = sum(r.outcome.rated for r in tournament.rounds_of(player.number))
        if games != needed:
            sentence = _("the worksheet is for a round robin: games of {name}: {games}, expected {needed}")
            raise ArbitroError(sentence.format(name=player.name, games=games, needed=needed))
    entries = [
        (player.name, entry_rating(player, rating_list) or None, tournament.score(player.number))
        for player in tournament.players
    ]
    default = club.K_OF_THE_WORKED_EXAMPLE
    sheet = club.worksheet(entries, ks=[ks.get(player.number, default) for player in tournament.players])
    if as_json:
        print_json(_worksheet_document(sheet))
        return
    print_table(
        _("Worksheet of the 1974 manual"),
        [club.WORKSHEET_COLUMNS[0], *((name, "right") for name in club.WORKSHEET_COLUMNS[1:])],
        (
            (
                row.player, row.rating, show(row.score), row.percent, row.d, _number(row.adjusted_d), row.performance,
                row.difference, row.pe, _number(row.n_pe), _number(row.expected), _number(row.score_minus_expected),
                _number(row.change), row.new_rating,
            )
            for row in sheet.rows
        ),
    )  # fmt: skip
    sentence = _("Mean of the rated {rated}, their mean adjusted difference {adjusted}, mean of the field {field}")
    click.echo(
        sentence.format(
            rated=_number(sheet.mean_rated), adjusted=_number(sheet.mean_adjusted_d), field=sheet.field_mean
        )
    )


def _number(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.2f}".rstrip("0").rstrip(".")


def _worksheet_document(sheet: Worksheet) -> dict[str, Any]:
    rows = [asdict(row) | {"score": Fraction(row.score, 10)} for row in sheet.rows]
    return {
        "players": sheet.players,
        "mean_rated": sheet.mean_rated,
        "field_mean": sheet.field_mean,
        "mean_adjusted_d": sheet.mean_adjusted_d,
        "rows": rows,
    }
