"""Calendar arithmetic of the rulebooks: years and months clamp to the month's end, days are calendar days.

    add_months(31 January, 1)  -> 28 or 29 February
    add_years(29 February, 1)  -> 28 February
    Term(days=21, roll=Roll.SUNDAY_OR_HOLIDAY).last_day(5 March 2023)  -> Monday 27 March

A limit of N days from a day D ends on D + N, that day included. Whether a last day rolls is said by the text that sets
the limit: a `Term` carries it. Nothing here knows today's date.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from enum import Enum

from arbitro.errors import ArbitroError
from arbitro.frozen import dataclass
from arbitro.i18n import gettext_for

SUNDAY = 6

_ = gettext_for("officials")


def add_months(day: date, months: int) -> date:
    """The same day of the month, `months` later (or earlier), clamped to the month's end."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise ArbitroError(_("{day} {months:+} months is not a calendar date").format(day=day, months=months))
    from calendar import monthrange

    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def add_years(day: date, years: int) -> date:
    """The same calendar day, `years` later; 29 February becomes 28 February where there is none."""
    return add_months(day, 12 * years)


def add_days(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError as error:
        raise ArbitroError(_("{day} {days:+} days is not a calendar date").format(day=day, days=days)) from error


def age_on(birth: date, day: date) -> int:
    """Completed years of life. Born on 29 February: a year older on 1 March where there is no such day."""
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


class Roll(Enum):
    """What happens to a limit whose last day is not a day for business."""

    NEVER = "never"
    SUNDAY_OR_HOLIDAY = "sunday or holiday"  # to the next day that is neither; a Saturday stays


@dataclass(frozen=True, slots=True)
class Term:
    """A time limit as a text gives it."""

    years: int = 0
    months: int = 0
    days: int = 0
    minutes: int = 0
    roll: Roll = Roll.NEVER

    def last_day(self, start: date, holidays: Collection[date] = ()) -> date:
        """The last day on which the act is in time."""
        day = add_days(add_months(start, 12 * self.years + self.months), self.days)
        if self.roll is Roll.SUNDAY_OR_HOLIDAY:
            while day.weekday() == SUNDAY or day in holidays:
                day = add_days(day, 1)
        return day

    def last_moment(self, start: datetime, holidays: Collection[date] = ()) -> datetime:
        """The last moment: to the minute for limits in minutes, the end of the last day for all others."""
        if self.minutes:
            return start + timedelta(days=self.days, minutes=self.minutes)
        return datetime.combine(self.last_day(start.date(), holidays), time(23, 59, 59), start.tzinfo)


def parse_date(text: str) -> date:
    """An ISO date, or an ISO date with a time whose day counts."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError as error:
        raise ArbitroError(_('found "{text}", expected a date such as 2023-06-15').format(text=text[:30])) from error


def read_date(text: str) -> date | None:
    """A whole date as tournament files write it, or None.

    >>> read_date("2023/05/01") == read_date("2023.05.01") == read_date(" 2023-05-01 ") == date(2023, 5, 1)
    True
    """
    try:
        return date.fromisoformat(text.strip().replace("/", "-").replace(".", "-"))
    except ValueError:
        return None


_DAY_FIRST = re.compile(r"(\d\d?)\s*[./-]\s*(\d\d?)\s*[./-]\s*(\d{4})", re.ASCII)


def year_first(text: str) -> str:
    """A day as tournament files write it, YYYY/MM/DD, if it was written the other way round; else the text itself.

    >>> year_first("28. 07. 2005"), year_first("24-9-2010"), year_first("1999/12/31"), year_first("1999")
    ('2005/07/28', '2010/09/24', '1999/12/31', '1999')
    """
    found = _DAY_FIRST.fullmatch(text.strip())
    return f"{found[3]}/{int(found[2]):02d}/{int(found[1]):02d}" if found else text


_SHORT_YEAR = re.compile(r"(\d\d?)\s*([./-])\s*(\d\d?)\s*\2\s*(\d\d)", re.ASCII)
_IN_WORDS = re.compile(r"(?:\w+,?\s+)?(\d\d?)\.?\s+(?:de\s+|of\s+)?([^\W\d]+)\.?,?\s+(?:de\s+|del\s+)?(\d{4})")
_MONTHS = (  # how their names begin in English, Spanish, German, French, Italian, Portuguese and Dutch
    "jan ene gen", "feb fév fev", "mar mär maa", "apr abr avr", "may mai mag mei", "jun juin giu", "jul juil lug",
    "aug ago aoû", "sep set", "oct okt ott out", "nov", "dec dez dic déc",
)  # fmt: skip


def day_of(text: str) -> str:
    """A day that people wrote as they liked, as tournament files write it: YYYY/MM/DD; nothing for what may be another.

    A year of two digits stands last after dots, else where only a year can stand.

    >>> day_of("7/4/2010"), day_of("26.09.24"), day_of("15/12/99"), day_of("12 de mayo de 2010"), day_of("10/09/08")
    ('2010/04/07', '2024/09/26', '1999/12/15', '2010/05/12', '')
    """
    text = text.strip()
    day = read_date(year_first(text))
    if day is None and (short := _SHORT_YEAR.fullmatch(text)):
        first, month, last = (int(short[i]) for i in (1, 3, 4))
        either = [_day_in(last, month, first), _day_in(first, month, last)]  # day first, year first
        if short[2] == ".":
            either = [either[0]]
        possible = {found for found in either if found}
        day = possible.pop() if len(possible) == 1 else None
    if day is None and (words := _IN_WORDS.fullmatch(text.casefold())):
        months = [k for k, names in enumerate(_MONTHS, 1) if words[2].startswith(tuple(names.split()))]
        day = read_date(f"{words[3]}-{months[0]:02d}-{int(words[1]):02d}") if months else None
    return day.strftime("%Y/%m/%d") if day else ""


def _day_in(year: int, month: int, day: int) -> date | None:
    """A day of a year of two digits, from 1970 on."""
    try:
        return date(year + (1900 if year >= 70 else 2000), month, day)
    except ValueError:
        return None


def birth_of(text: str) -> str | None:
    """A date of birth as files write it, YYYY/MM/DD or as much of it as is known; None for what cannot be one.

    >>> birth_of("31.5.2001"), birth_of("2001-05-31"), birth_of("1990"), birth_of("1990/00/00"), birth_of("2001-02-30")
    ('2001/05/31', '2001/05/31', '1990', '1990', None)
    """
    year, *rest = re.split("[-/.]", year_first(text.strip()))
    parts = [year, *(part.zfill(2) for part in rest if part.strip("0"))]
    if parts == [""]:
        return ""
    whole = read_date("-".join([*parts, "01", "01"][:3]))
    return "/".join(parts) if len(parts) <= 3 and whole and whole.year >= 1900 else None
