"""Words for pages: roles and results."""

from __future__ import annotations

from django.utils.translation import gettext as _


def role_name(role: str) -> str:
    """A role as people say it."""
    names = {
        "owner": _("owner"),
        "chief": _("chief arbiter"),
        "arbiter": _("arbiter"),
        "entry": _("entry desk"),
        "viewer": _("viewer"),
    }
    return names.get(role, role)


def result_name(sign: str) -> str:
    """What a result means, for the page that offers all of them."""
    names = {
        "1-0": _("White wins"),
        "½-½": _("draw"),
        "0-1": _("Black wins"),
        "+/-": _("Black forfeits"),
        "-/+": _("White forfeits"),
        "-/-": _("both forfeit"),
        "0-0": _("both lose"),
        "½-0": _("draw for White, loss for Black"),
        "0-½": _("loss for White, draw for Black"),
        "1-0 unrated": _("White wins, not rated"),
        "½-½ unrated": _("draw, not rated"),
        "0-1 unrated": _("Black wins, not rated"),
        "1-0 adjudicated": _("White wins by adjudication"),
        "½-½ adjudicated": _("draw by adjudication"),
        "0-1 adjudicated": _("Black wins by adjudication"),
        "adjourned": _("adjourned"),
        "": _("no result"),
    }
    return names.get(sign, sign)


def result_sign(sign: str) -> str:
    """A result as a table shows it: the sign, with a word where the sign alone does not tell."""
    first, _blank, rest = sign.partition(" ")
    return f"{first} ({result_name(sign)})" if rest or sign == "adjourned" else sign
