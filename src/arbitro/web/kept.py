"""Parts of pages that are kept while what they depend on is the same: after a result most cards are as before.

A view says by `Kept` what a part depends on; `{% kept card %}…{% endkept %}` in its template renders the part, or gives
the text of the last time. A part of which the view says nothing is rendered.

`Again` makes a whole page anew without Django: as it was, with the one figure that moves at every entry (the rank),
while all else that it is made of is the same. The front asks it before it asks for the page.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

MOST = 4096
_texts: OrderedDict[Hashable, tuple[tuple[Any, ...], SafeString]] = OrderedDict()
_lock = Lock()


class Kept(NamedTuple):
    """Which part it is (page, language …), and the things that it is made of."""

    key: Hashable
    made_of: tuple[Any, ...]


def text_of(part: Kept) -> SafeString | None:
    """The text of the last time, if it was made of the same things."""
    made_of, text = _texts.get(part.key, (None, None))
    return text if made_of is not None and made_of == part.made_of else None  # `==` of tuples tries `is` first


def keep(part: Kept, text: SafeString) -> None:
    """Keep a text; the oldest goes."""
    with _lock:
        _texts[part.key] = (part.made_of, text)
        _texts.move_to_end(part.key)
        while len(_texts) > MOST:
            _texts.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Again:
    """What a page was made of, what stands around its figure, and how to look at both anew."""

    look: Callable[[], tuple[tuple[Any, ...], str]]  # what the page is made of now, and the figure
    made_of: tuple[Any, ...]
    around: list[bytes]

    def __call__(self) -> bytes | None:
        """The page now; None: it must be rendered."""
        made_of, figure = self.look()
        return figure.encode().join(self.around) if made_of == self.made_of else None
