"""What stands above a table of another program: the line that names its event, and those that do not.

chess-results writes where the list comes from, the event, when it was changed, and which list of which round it is;
Swiss-Manager the event and the list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbitro.files.spreadsheet import HEADINGS_AMONG

WORD = r"(?:round|ronda|runde|ronde|turno|rodada|tour|kolo|rd)"
ROUND = re.compile(rf"\b(?:{WORD}\s*\.?\s*(\d{{1,2}})\b|(\d{{1,2}})\s*[.ªº]?\s*{WORD}\b)", re.I)
NOT_A_TITLE = re.compile(
    r"chess-?results|turnierdatenbank|last update|aktualisier|ltima actualizaci|ltima atualiza|mise à jour"
    r"|ultimo aggiornamento|ultima modifica|aktualizac|uppdater|bijgewerkt",
    re.I,
)
LIST = re.compile(
    r"start(?:ing)?(?: ?rank)?(?: ?list)?(?: of players)?|startliste|startrangliste|teilnehmerliste|alphabetical list.*"
    r"|(?:list of )?players|entry list|ranking|standings|lista inicial|ranking inicial|lista de \w+|liste des \w+"
    r"|grille américaine|deelnemerslijst|lista (?:dei )?(?:giocatori|partecipanti)|startovní listina|startlista",
    re.I,
)  # which list it is, in a line of its own


def title_of(rows: Sequence[Sequence[str]]) -> str:
    """The name of the event: the first line with nothing else in it that speaks of no round, list or site."""
    for row in rows[:HEADINGS_AMONG]:
        texts = [text for text in row if text]
        if len(texts) == 1 and not _is_of_the_list(texts[0]):
            return texts[0].removeprefix("'")
        if len(texts) > 2 and texts[0] != texts[-1] and not NOT_A_TITLE.search(texts[0]):
            return ""
    return ""


def _is_of_the_list(text: str) -> bool:
    return bool(NOT_A_TITLE.search(text) or LIST.fullmatch(text.strip(" :.")) or round_named(text))


def round_named(text: str) -> int:
    """The round that a line names; 0 where it names none, or speaks of the rounds until now."""
    found = ROUND.search(text)
    return int(found[1] or found[2]) if found and len(text) < 60 else 0
