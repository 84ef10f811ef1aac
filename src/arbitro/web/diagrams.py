"""Positions as pictures and words: the board that pages show before, or without, their script (`static/board`)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

DRAWN = Path(__file__).parent / "static" / "board" / "pieces.svg"
KINDS = "KQRBNP"


def piece_words() -> dict[str, str]:
    """The twelve pieces by their letter in a FEN, as a screen reader says them."""
    white = (_("white king"), _("white queen"), _("white rook"), _("white bishop"), _("white knight"), _("white pawn"))
    black = (_("black king"), _("black queen"), _("black rook"), _("black bishop"), _("black knight"), _("black pawn"))
    return dict(zip(KINDS + KINDS.lower(), white + black, strict=True))


@cache
def _drawn() -> str:
    return DRAWN.read_text()


def pieces() -> SafeString:
    """The drawings that every board of a page uses, and the words that the board's script says."""
    words = {
        "pieces": piece_words(),
        "takes": _("takes"),
        "check": _("check"),
        "mate": _("checkmate"),
        "short": _("castles short"),
        "long": _("castles long"),
        "start": _("Start position"),
        "after": _("Position after {move}"),
        "letters": _letters_of(get_language() or "en"),
    }
    said = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    return mark_safe(f'{_drawn()}<script type="application/json" id="board-words">{said}</script>')


def _placed(fen: str) -> list[tuple[str, int, int]]:
    """The pieces of a position: letter, file and row from above."""
    men = []
    for row, rank in enumerate(fen.split(" ", 1)[0].split("/")):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
            else:
                men.append((letter, file, row))
                file += 1
    return men


def diagram(fen: str, label: str = "", last: str = "", flip: bool = False) -> SafeString:
    """A position as a picture, silent without a label; `last` names the squares of the move that led to it (e2e4)."""
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    out = [f'<svg class="chess" viewBox="0 0 360 360" {named}><use href="#squares"/>']
    for square in (last[:2], last[2:4]) if last else ():
        file, row = "abcdefgh".index(square[0]), 8 - int(square[1])
        x, y = (7 - file, 7 - row) if flip else (file, row)
        out.append(f'<path class="sq-m" d="M{45 * x} {45 * y}h45v45h-45z"/>')
    for letter, file, row in _placed(fen):
        x, y = (7 - file, 7 - row) if flip else (file, row)
        side = "w" if letter.isupper() else "b"
        out.append(f'<use class="{side}" href="#p-{letter.lower()}" x="{45 * x}" y="{45 * y}"/>')
    return mark_safe("".join(out) + "</svg>")


def _letters_of(language: str) -> dict[str, str]:
    """How a language writes the pieces."""
    from arbitro.laws.notation import LETTERS  # with all of the Laws: only pages with a board need them

    return dict(zip("KQRBN", LETTERS.get(language, LETTERS["en"]), strict=True))


@cache
def _letters(language: str) -> dict[int, str]:
    return str.maketrans(_letters_of(language))


def written(san: str) -> str:
    """A move in the reader's piece letters: Nf3 is Cf3 in Spanish."""
    return san.translate(_letters(get_language() or "en"))


def in_words(fen: str) -> str:
    """Where everything stands, White first: for whoever hears a diagram."""
    placed = sorted(_placed(fen), key=lambda one: KINDS.index(one[0].upper()))
    sides = []
    for name, mine in ((_("White"), str.isupper), (_("Black"), str.islower)):
        squares = [
            f"{written(p.upper()) if p.upper() != 'P' else ''}{'abcdefgh'[f]}{8 - r}" for p, f, r in placed if mine(p)
        ]
        sides.append(f"{name}: {' '.join(squares)}")
    return ". ".join(sides)
