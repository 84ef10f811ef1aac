"""Template filters of the public pages: outcomes, dates, time controls and decimals in words."""

from __future__ import annotations

from django import template

from arbitro.web.public import words

register = template.Library()
register.filter("outcome", words.outcome_words)
register.filter("system", words.system_words)
register.filter("result_words", words.result_words)
register.filter("time_control", words.time_control_words)
register.filter("day", words.day_words)
register.filter("decimals", words.decimals)
