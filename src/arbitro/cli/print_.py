"""`arbitro print`: a paper of an event of the database, or of a tournament file, as PDF (TRF, XLSX, HTML, zip)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arbitro.cli.common import answer_no, event_names, json_option, print_json, print_table, read_tournament, spoken
from arbitro.cli.progress import progress
from arbitro.errors import ArbitroError
from arbitro.i18n import LANGUAGES, current_language, gettext_for, speaking
from arbitro.outputs import write_whole

if TYPE_CHECKING:
    from arbitro.papers import Context

_ = gettext_for("papers")
FILES = {".trf", ".trfx", ".txt", ".json"}


@click.command()
@click.argument("event", shell_complete=event_names)
@click.argument("paper", required=False)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help=_("File to write; - for standard output.")
)
@click.option("--force", "-f", is_flag=True, help=_("Write over a file that is there."))
@click.option(
    "--paper-size", type=click.Choice(["a4", "letter"]), help=_("Size of the paper (default: the federation's).")
)
@click.option("--landscape/--portrait", default=None, help=_("Turn the page (default: what suits the paper)."))
@click.option("--large", is_flag=True, help=_("Large print."))
@click.option("--no-page-numbers", is_flag=True, help=_("Leave the page numbers out."))
@click.option("--sponsor", default="", help=_("A line for the foot of every page."))
@click.option(
    "--logo", type=click.Path(exists=True, dir_okay=False, path_type=Path), help=_("A PNG, JPEG or SVG file.")
)
@click.option("--round", "-r", metavar="N|all", help=_("Round, or all of them (default: the last one paired)."))
@click.option("--after", type=click.IntRange(min=0), help=_("Standings after this round."))
@click.option("--option", "-O", "more", multiple=True, metavar="NAME=VALUE", help=_("Any other option of the paper."))
@click.option(
    "--lang",
    type=click.Choice([*LANGUAGES, "both"]),
    help=_("Language of the paper, or both (default: the event's; of a file: the locale)."),
)
@json_option
def command(
    event: str,
    paper: str | None,
    output: Path | None,
    force: bool,
    paper_size: str | None,
    landscape: bool | None,
    large: bool,
    no_page_numbers: bool,
    sponsor: str,
    logo: Path | None,
    round: str | None,
    after: int | None,
    more: tuple[str, ...],
    lang: str | None,
    as_json: bool,
) -> None:
    from arbitro.papers import make
    from arbitro.papers.bundle import everything
    from arbitro.papers.context import check_options
    from arbitro.papers.typeset import logo_uri, unprintable

    options = {"paper": paper_size or "", "sponsor": sponsor, "round": round or "", **_named(more)}
    check_options(options)
    if lang or _language_asked_for():
        options["lang"] = lang or current_language()
    if landscape is not None:
        options["orientation"] = "landscape" if landscape else "portrait"
    if large:
        options["size"] = "large"
    if no_page_numbers:
        options["pages"] = "no"
    if logo:
        options["logo"] = logo_uri(logo)
    if after is not None:
        options["after"] = str(after)
    ctx = _context(event, options, paper or "")
    if paper is None:
        _list(ctx, as_json)
        return
    with progress(paper) as tell, speaking(ctx.language):
        made = everything(ctx, tell) if paper == "everything" else make(ctx, paper)
    boxes = unprintable(player.name for player in ctx.tournament.players)
    if boxes:
        text = _("No font here has the letters of {names}: install one that has (for instance Noto).")
        click.echo(text.format(names="; ".join(boxes)), err=True)
    if str(output) == "-":
        click.echo(made.data, nl=False)
        return
    target = output or Path(made.filename)
    if target.is_file() and not force:
        raise ArbitroError(_("{file} is there already: give --force to write over it.").format(file=target))
    write_whole(target, made.data)
    findings = _findings(ctx) if paper in ("check", "trf16", "trf26") else []
    if as_json:
        print_json({"file": str(target), "bytes": len(made.data), "type": made.content_type, "findings": findings})
    else:
        click.echo(str(target))
        with speaking(ctx.language):
            grades = {"error": _("error"), "warning": _("warning")}
        for finding in findings:
            click.echo(f"{grades[finding['grade']]}: {finding['text']} ({finding['rule']})", err=True)
    if paper == "check" and any(finding["grade"] == "error" for finding in findings):
        answer_no()


def _language_asked_for() -> bool:
    """Was `--lang` given, before the command? Otherwise an event prints in its own language, a file in the reader's."""
    ctx: click.Context | None = click.get_current_context()
    while ctx is not None:
        if ctx.get_parameter_source("lang") is click.core.ParameterSource.COMMANDLINE:
            return True
        ctx = ctx.parent
    return False


def _named(more: tuple[str, ...]) -> dict[str, str]:
    options = {}
    for text in more:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise click.BadParameter(_("write NAME=VALUE"), param_hint="--option")
        options[name] = value
    return options


def _context(event: str, options: dict[str, str], paper: str) -> Context:
    """The tournament to print: a file if there is one of that name, else an event of the database."""
    from arbitro.papers import of_section, of_tournament

    path = Path(event)
    if path.suffix.lower() in FILES or path.is_file():
        return of_tournament(read_tournament(path), options, path.stem)
    from arbitro import desk

    desk.setup()
    from arbitro.desk.events import find_section
    from arbitro.papers.catalogue import specs

    try:
        section = find_section(event)
    except ArbitroError:
        if event not in {spec.name for spec in specs()}:
            raise
        sentence = _("First the event or the file, then the paper: arbitro print {event} {paper}")
        raise ArbitroError(sentence.format(event=paper or spoken("EVENT"), paper=event)) from None
    return of_section(section.pk, options)


def _findings(ctx: Context) -> list[dict[str, str]]:
    from arbitro.papers import preflight, rating_report

    with speaking(ctx.language):
        findings = preflight(rating_report(ctx), rating_list=ctx.settings.rating_list)
    return [
        {"grade": "error" if f.error else "warning", "kind": f.kind.label, "text": f.text, "rule": f.rule}
        for f in findings
    ]


def _list(ctx: Context, as_json: bool) -> None:
    from arbitro.papers import available

    with speaking(ctx.language):
        groups = available(ctx.state, ctx.options)
    if as_json:
        print_json({"papers": [{"name": p.name, "title": p.title, "group": g} for g, ps in groups for p in ps]})
        return
    for group, papers in groups:
        print_table(group, ["PAPER", ""], [(p.name, p.title) for p in papers])
