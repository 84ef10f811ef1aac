"""arbitro clock: what a time control means, and what the clock shows as moves are made."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import click

from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for

_ = gettext_for("laws")


@click.command(
    name="clock",
    help=_(
        "A time control: class of the game, session length, rateable? With --used, what the clock "
        "shows; with --sheet, a check of the arbiter's time sheet."
    ),
)
@click.argument("control")
@click.option(
    "--edition", type=click.Choice(("2009", "2023")), default="2023", show_default=True, help=_("Edition of the Laws.")
)
@click.option("--pgn", is_flag=True, help=_("The control is a PGN tag in seconds (40/7200:3600)."))
@click.option("--used", help=_("Seconds used for White's and Black's moves in turn, as 3,8,5,12."))
@click.option("--sheet", multiple=True, help=_("A check: minute,white seconds,black seconds,white moves,black moves."))
@common_options
def command(control: str, edition: str, pgn: bool, used: str | None, sheet: tuple[str, ...], as_json: bool) -> None:
    from arbitro.laws import LawsEdition
    from arbitro.laws.edition import DIFFERENCES
    from arbitro.laws.timecontrol import (
        check,
        equivalent_minutes,
        from_pgn,
        parse,
        quickplay_finish,
        session_minutes,
        time_class,
    )

    parsed = from_pgn(control) if pgn else parse(control)
    law = LawsEdition(edition)
    judged = check(parsed)
    finish = quickplay_finish(parsed)
    document: dict[str, Any] = {
        "control": str(parsed),
        "periods": [
            {"moves": p.moves, "seconds": float(p.seconds), "bonus_s": float(p.increment)} for p in parsed.periods
        ],
        "bonus_s": float(parsed.increment),
        "mode": parsed.mode.value if parsed.increment else "none",
        "equivalent_min": float(equivalent_minutes(parsed)),
        "class": time_class(parsed, law).value,
        "session_min": float(session_minutes(parsed)),
        "rateable": judged.accepted,
        "warnings": [_(said) for said in (*judged.refusals, *judged.warnings)],
        "quickplay_finish_s": float(finish.seconds) if finish else None,
    }
    if used is not None:
        document["moves"] = _moves(parsed, _numbers(used), DIFFERENCES[law].delay_time_carries_over)
    if sheet:
        document["sheet"] = _sheet(parsed, sheet)
    if as_json:
        print_json(document)
    else:
        _print(document)
    if not judged.accepted or any(line["difference_s"] for line in document.get("sheet", [])):
        answer_no()


def _numbers(text: str) -> list[Fraction]:
    from arbitro.laws.timecontrol import LONGEST

    try:
        numbers = [Fraction(part.strip()) for part in text.split(",") if part.strip()]
    except (ValueError, ZeroDivisionError):
        numbers = [Fraction(LONGEST + 1)]
    if any(abs(number) > LONGEST for number in numbers):
        raise ArbitroError(_("{text!r} is not a list of seconds (3,8,5)").format(text=text))
    return numbers


def _moves(control: Any, used: list[Fraction], carries: bool) -> list[dict[str, Any]]:
    from arbitro.laws.clock import Clock, ms

    clock = Clock.new(control, carries_over=carries).start()
    rows = []
    for i, seconds in enumerate(used):
        white = i % 2 == 0
        clock = clock.press(ms(seconds))
        rows.append(
            {
                "move": i // 2 + 1,
                "by": "white" if white else "black",
                "used_s": float(seconds),
                "white_s": clock.white.remaining / 1000,
                "black_s": clock.black.remaining / 1000,
                "flag": clock.side(white).flag,
            }
        )
        if clock.side(white).flag:
            break
    return rows


def _sheet(control: Any, lines: tuple[str, ...]) -> list[dict[str, Any]]:
    from arbitro.laws.clock import ms, time_sheet

    checks = []
    for line in lines:
        numbers = _numbers(line)
        if len(numbers) != 5:
            raise ArbitroError(_("a check has five numbers: minute, white s, black s, white moves, black moves"))
        minute, white, black, white_moves, black_moves = numbers
        checks.append((int(minute), ms(white), ms(black), int(white_moves), int(black_moves)))
    return [
        {
            "minute": row.minute,
            "shown_s": (row.white + row.black) / 1000,
            "expected_s": [row.expected[0] / 1000, row.expected[1] / 1000],
            "difference_s": row.difference / 1000,
        }
        for row in time_sheet(control, checks)
    ]


def _hms(seconds: float) -> str:
    whole = str(timedelta(seconds=int(seconds)))
    return whole if seconds == int(seconds) else f"{whole}{seconds % 1:.1f}".replace("0.", ".")


def _print(document: dict[str, Any]) -> None:
    classes = {"standard": _("standard chess"), "rapid": _("rapid chess"), "blitz": _("blitz")}
    click.echo(
        _("{control}: {minutes:g} minutes for 60 moves, {name}; a session of {session:g} minutes for both.").format(
            control=document["control"],
            minutes=document["equivalent_min"],
            name=classes[document["class"]],
            session=document["session_min"],
        )
    )
    if not document["rateable"]:
        click.echo(_("Not for rated games: the first control needs at least 30 moves."))
    elif document["warnings"]:
        click.echo(_("Unusual: a bonus is between 2 and 60 seconds."))
    if "moves" in document:
        names = {"white": _("White"), "black": _("Black")}
        print_table(
            "",
            [
                (_("Move"), "right"),
                _("By"),
                (_("Used"), "right"),
                (_("White"), "right"),
                (_("Black"), "right"),
                _("Flag"),
            ],
            [
                (
                    r["move"],
                    names[r["by"]],
                    f"{r['used_s']:g}",
                    _hms(r["white_s"]),
                    _hms(r["black_s"]),
                    "-" if r["flag"] else "",
                )
                for r in document["moves"]
            ],
        )
    if "sheet" in document:
        print_table(
            _("Time sheet"),
            [(_("Minute"), "right"), (_("Shown"), "right"), (_("Expected"), "right"), (_("Difference"), "right")],
            [
                (
                    r["minute"],
                    _hms(r["shown_s"]),
                    " - ".join(dict.fromkeys(map(_hms, r["expected_s"]))),
                    f"{r['difference_s']:+g}",
                )
                for r in document["sheet"]
            ],
        )
