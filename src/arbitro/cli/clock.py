"""arbitro clock: what a time control means, and what the clock shows as moves are made."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import click

from arbitro import words
from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.clock import Clock, ms, time_sheet
from arbitro.laws.duties import clock_checks, minutes_of, time_of
from arbitro.laws.edition import LawsEdition
from arbitro.laws.timecontrol import (
    LONGEST,
    check,
    from_pgn,
    parse,
    parse_pair,
    quickplay_finish,
    session_minutes,
    time_class,
)
from arbitro.model.time_control import TimeControl
from arbitro.records import decode

_ = gettext_for("laws")


@click.command()
@click.argument("control")
@click.option(
    "--edition", type=click.Choice(("2009", "2023")), default="2023", show_default=True, help=_("Edition of the Laws.")
)
@click.option("--pgn", is_flag=True, help=_("The control is a PGN tag in seconds (40/7200:3600)."))
@click.option("--used", help=_("Seconds used for White's and Black's moves in turn, as 3,8,5,12."))
@click.option("--set-right", help=_("With --used: the control that the clock should have had, installed now (6.10.2)."))
@click.option("--start", help=_("The round starts at this time of day (16:00): when are the clocks read?"))
@click.option("--every", type=click.IntRange(1), default=30, show_default=True, help=_("Minutes between two readings."))
@click.option("--sheet", multiple=True, help=_("A check: minute,white seconds,black seconds,white moves,black moves."))
@common_options
def command(
    control: str,
    edition: str,
    pgn: bool,
    used: str | None,
    set_right: str | None,
    start: str | None,
    every: int,
    sheet: tuple[str, ...],
    as_json: bool,
) -> None:
    white, black = (from_pgn(control),) * 2 if pgn else parse_pair(control)
    law = LawsEdition(edition)
    judged = check(white, black)
    document = _document(white, law)
    finish = quickplay_finish(white)
    document |= {
        "rateable": judged.accepted,
        "warnings": [_(said) for said in (*judged.refusals, *judged.warnings)],
        "quickplay_finish_s": float(finish.seconds) if finish else None,
    }
    if black != white:
        document |= {"white": _document(white, law), "black": _document(black, law)}
        if used is not None or sheet:
            raise ArbitroError(_("give the control of one player to follow its clock"))
    if used is not None:
        clock, document["moves"] = _moves(white, _numbers(used), law.text.delay_time_carries_over)
        if set_right is not None:
            clock = clock.stop().reset_to(parse(set_right)).go_on()
            document["set_right"] = {"white_s": clock.white.remaining / 1000, "black_s": clock.black.remaining / 1000}
    elif set_right is not None:
        raise ArbitroError(_("--set-right needs the times used so far (--used)"))
    if start is not None:
        last = time_of(minutes_of(start) + int(session_minutes(white)))
        document["readings"] = clock_checks(start, last, every)
    if sheet:
        document["sheet"] = _sheet(white, sheet)
    if as_json:
        print_json(document)
    else:
        _print(document)
    if not judged.accepted or any(line["difference_s"] for line in document.get("sheet", [])):
        answer_no()


def _document(control: TimeControl, law: Any) -> dict[str, Any]:
    return {
        "control": str(control),
        "periods": [
            {"moves": p.moves, "seconds": float(p.seconds), "bonus_s": float(p.increment)} for p in control.periods
        ],
        "bonus_s": float(control.increment),
        "mode": control.mode.value if control.increment else "none",
        "equivalent_min": float(control.minutes),
        "class": time_class(control, law).value,
        "session_min": float(session_minutes(control)),
    }


def _numbers(text: str) -> list[Fraction]:
    try:
        numbers = [decode(Fraction, part.strip()) for part in text.split(",") if part.strip()]
    except ArbitroError:
        numbers = [Fraction(LONGEST + 1)]
    if any(abs(number) > LONGEST for number in numbers):
        raise ArbitroError(_("{text!r} is not a list of seconds (3,8,5)").format(text=text))
    return numbers


def _moves(control: TimeControl, used: list[Fraction], carries: bool) -> tuple[Clock, list[dict[str, Any]]]:
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
    return clock, rows


def _sheet(control: TimeControl, lines: tuple[str, ...]) -> list[dict[str, Any]]:
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


def _line(document: dict[str, Any]) -> str:
    classes = {"standard": _("standard chess"), "rapid": _("rapid chess"), "blitz": _("blitz")}
    return _("{control}: {minutes} for 60 moves, {name}; a session of {session} for both.").format(
        control=document["control"],
        minutes=_minutes(document["equivalent_min"]),
        name=classes[document["class"]],
        session=_minutes(document["session_min"]),
    )


def _minutes(number: float) -> str:
    return words.count(1 if number == 1 else 2, "minute", shown=f"{number:g}")


def _print(document: dict[str, Any]) -> None:
    if "black" in document:
        click.echo(f"{_('White')}: {_line(document['white'])}")
        click.echo(f"{_('Black')}: {_line(document['black'])}")
    else:
        click.echo(_line(document))
    if not document["rateable"]:
        click.echo(_("Not for rated games: {reasons}.").format(reasons="; ".join(document["warnings"])))
    elif document["warnings"]:
        click.echo(_("Unusual: {reasons}.").format(reasons="; ".join(document["warnings"])))
    if "readings" in document:
        click.echo(_("Read the clocks at {times}.").format(times=", ".join(document["readings"])))
    if "moves" in document:
        _print_moves(document["moves"])
    if "set_right" in document:
        right = document["set_right"]
        click.echo(
            _("Set right: White {white}, Black {black}.").format(
                white=_hms(right["white_s"]), black=_hms(right["black_s"])
            )
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


def _print_moves(rows: list[dict[str, Any]]) -> None:
    names = {"white": words.colour("w"), "black": words.colour("b")}
    right = [(name, "right") for name in (_("Time used"), *names.values())]
    print_table(
        "",
        [(_("Move"), "right"), _("Side"), *right, _("Flag")],
        [
            (
                r["move"],
                names[r["by"]],
                f"{r['used_s']:g}",
                _hms(r["white_s"]),
                _hms(r["black_s"]),
                "-" if r["flag"] else "",
            )
            for r in rows
        ],
    )
