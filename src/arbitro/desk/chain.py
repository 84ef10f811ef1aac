"""The chain of a journal: what is written stays what was written, or it shows.

Each entry's digest covers its whole content and the digest before it. Each digest is signed with the key of this
installation (HMAC-SHA-256, the key derived from ARBITRO_SECRET_KEY), so that whoever changes a row by hand and computes
all digests anew is found out too. The last digest stands on the public page and in every report: whoever noted it can
check later that nothing before it has changed.

    digest       the chained fingerprint of an entry; since version 2 with `touches` and the remark
    sign         a digest with the key's own fingerprint and the signature
    first_break  the first entry that does not follow from the one before, or is not signed here
    Passing      entries on their way to a file or out of one, checked as they go

Entries brought in from another installation are checked by their digests and signed again here: `backup.restore`.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from django.conf import settings

from arbitro.desk.entry import Entry
from arbitro.i18n import gettext_for

_ = gettext_for("desk")

SIGNED_SINCE = 2  # the version of entries whose digest covers touches and remark, and whose copies are signed


@dataclass(frozen=True, slots=True)
class Break:
    """The first entry of a journal that is not as it was written."""

    number: int
    digest: bool  # its digest does not follow; False: the digest follows, but the signature is not ours

    def __str__(self) -> str:
        if self.digest:
            return _("entry {n} is not as it was written").format(n=self.number)
        return _("entry {n} is not signed by this installation").format(n=self.number)


def digest(previous: str, entry: Entry) -> str:
    """The chained fingerprint of an entry."""
    content = [previous, entry.number, entry.kind, entry.payload, entry.version, entry.who, entry.at, entry.why]
    if entry.version >= SIGNED_SINCE:
        content += [sorted(entry.touches), entry.remark]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _derived(secret: str) -> tuple[bytes, str]:
    key = hmac.digest(secret.encode(), b"arbitro journal", "sha256")
    return key, sha256(b"fingerprint" + key).hexdigest()[:16]


def fingerprint() -> str:
    """What the key of this installation is known by; it tells nothing about the key."""
    return _derived(settings.SECRET_KEY)[1]


def sign(digest: str) -> str:
    """The fingerprint of our key and the signature of a digest."""
    key, name = _derived(settings.SECRET_KEY)
    return f"{name}:{hmac.digest(key, digest.encode(), 'sha256').hex()}"


def signed_here(digest: str, signature: str) -> bool:
    """Has this installation signed the digest?"""
    return hmac.compare_digest(sign(digest), signature)


def signer(signature: str) -> str:
    """The fingerprint of the key that signed; empty for an entry that nobody signed."""
    return signature.partition(":")[0]


def first_break(entries: Iterable[Entry], previous: str = "", after: int = 0, *, ours: bool = True) -> Break | None:
    """Where the chain breaks, from the entry after `after`, whose digest is `previous`; None: it holds.

    Not `ours`: a journal from elsewhere, whose signatures are only checked where they claim to be ours.
    """
    for number, entry in enumerate(entries, after + 1):
        if entry.number != number or digest(previous, entry) != entry.digest:
            return Break(min(number, entry.number), digest=True)
        claimed = signer(entry.signature)
        if (ours or claimed == fingerprint()) and not signed_here(entry.digest, entry.signature):
            return Break(number, digest=False)
        if not claimed and entry.version >= SIGNED_SINCE:
            return Break(number, digest=False)
        previous = entry.digest
    return None


@dataclass
class Passing:
    """Entries that pass one by one and are not kept: how many, the last digest, and the first break among them."""

    entries: Iterable[Entry]
    ours: bool = True
    count: int = 0
    digest: str = ""
    broken: Break | None = None

    def __iter__(self) -> Iterator[Entry]:
        for entry in self.entries:
            self.broken = self.broken or first_break([entry], self.digest, self.count, ours=self.ours)
            self.count, self.digest = self.count + 1, entry.digest
            yield entry
