"""`arbitro engine` as the frame shows it in its help; `cli.drop_in` does the work."""

from __future__ import annotations

import click

from arbitro.cli.drop_in import answer


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": ["--help"]}
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...]) -> None:
    ctx.exit(answer(list(words)))
