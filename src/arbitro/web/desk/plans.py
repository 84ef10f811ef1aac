"""A prize plan from two or three fields, as TOML: what most opens need. The arbiter may edit the text afterwards."""

from __future__ import annotations

import json
import re

from django.http import QueryDict
from django.utils.translation import gettext as _

from arbitro.errors import Refused

SHARING = ("hort", "equal", "tiebreak")


def amounts(text: str) -> list[str]:
    """Amounts as people write them: `500, 300, 200` or `500 300 200`."""
    found = [part for part in re.split(r"[;,\s]+", text.strip()) if part]
    for part in found:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,2})?", part, re.ASCII):
            raise Refused(_("{text} is not an amount.").format(text=part))
    return found


def quick_plan(post: QueryDict) -> str:
    """The plan of the fields prize_amounts, _women, _currency and _sharing; empty if no amount is given."""
    general, women = amounts(post.get("prize_amounts", "")), amounts(post.get("prize_women", ""))
    if not general and not women:
        return ""
    sharing = post.get("prize_sharing", "")
    lines = [
        f"currency = {json.dumps(post.get('prize_currency', '').strip()[:8])}",
        f"sharing = {json.dumps(sharing if sharing in SHARING else SHARING[0])}",
        "one_prize_per_player = true",
    ]
    if general:
        lines += ["", "[[list]]", f"name = {json.dumps(_('General'))}", f"prizes = [{', '.join(general)}]"]
    if women:
        lines += [
            "",
            "[[list]]",
            f"name = {json.dumps(_('Women'))}",
            'who = ["women"]',
            f"prizes = [{', '.join(women)}]",
        ]
    return "\n".join(lines) + "\n"
