"""How a problem with a file is said to people: one line with file, line, columns, what was found and expected.

`FileError` itself speaks English; `sentence` says the same in the reader's language.
"""

from __future__ import annotations

from arbitro.errors import FileError
from arbitro.i18n import gettext_for


def sentence(error: FileError, lang: str | None = None) -> str:
    """The line that a user sees.

    >>> sentence(FileError("open.trf", line=14, columns=(92, 95), found="77", expected="0000"), "en")
    'open.trf, line 14, columns 92-95: found "77", expected 0000'
    """
    _ = gettext_for("files", lang)
    where = [error.path]
    if error.line is not None:
        where.append(_("line {line}").format(line=error.line))
    if error.columns is not None:
        first, last = error.columns
        words = _("column {first}") if first == last else _("columns {first}-{last}")
        where.append(words.format(first=first, last=last))
    if error.found is None:
        what = _("expected {expected}").format(expected=error.expected)
    else:
        what = _('found "{found}", expected {expected}').format(found=error.found[:60], expected=error.expected)
    return f"{', '.join(where)}: {what}"
