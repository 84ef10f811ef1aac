"""Challenge ladders (1974 manual).

rule           command
MAT-1, MAT-4   challenge         the next free player above, not too far away; a rematch after two months
MAT-2, MAT-3   challenge-games   two games at most; points change hands, a challenger who wins takes the place
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from arbitro.desk import ladder
from arbitro.desk.commands.base import Draft, command, entrant_keys, require_open
from arbitro.desk.commands.parameters import Says, Takes
from arbitro.desk.roles import ARBITERS
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.i18n import N_, gettext_for
from arbitro.model import System
from arbitro.ratings.texts import refusal_text

_ = gettext_for("desk")

GAMES = (("1", "L"), ("½", "D"), ("0", "H"))  # as the challenger scored it; the rules say who won: lower, drawn, higher
K = 45
Challenger = Annotated[int, Says(Takes.PLAYER, N_("Who challenges: a name, or id:7."))]
Score = Annotated[str, Says(Takes.CHOICE, N_("What the challenger scored: 1, ½ or 0."), choices=GAMES)]


def _require_ladder(state: State, *ids: int) -> None:
    require_open(state)
    if state.settings.system is not System.LADDER:
        raise Refused(_("Only on a challenge ladder do players challenge each other."))
    standing = {int(name) for name, _rating in ladder.rungs(state)}
    for id in ids:
        if id not in standing:
            raise Refused(_("There is no player with the id {id} on the ladder.").format(id=id))


@command("challenge", ARBITERS, help=N_("A challenge on a club's ladder: who challenges whom."))
def challenge(
    state: State,
    *,
    challenger: Challenger,
    opponent: Annotated[int, Says(Takes.PLAYER, N_("Whom they challenge."))],
    day: Annotated[str, Says(help=N_("The day of the challenge, YYYY-MM-DD."))] = "",
    k: Annotated[int, Says(help=N_("K of the table of stakes."))] = K,
) -> Draft:
    """MAT-1, MAT-4: both are busy until the match is over."""
    _require_ladder(state, challenger, opponent)
    if not 1 <= k <= 100:
        raise Refused(_("K is a number from 1 to 100."))
    try:
        on = date.fromisoformat(day) if day else None
    except ValueError:
        raise Refused(_("found “{text}”, expected a day as YYYY-MM-DD").format(text=day)) from None
    if str(challenger) in ladder.busy(state):
        raise Refused(_("{name} is in another match.").format(name=state.entrants[challenger].name), article="MAT-1")
    if rule := ladder.refused(state, challenger, opponent, on):
        text = refusal_text(rule)
        raise Refused(_("Not allowed: {reason}.").format(reason=text), article=_("club manual, challenges"))
    payload = {"challenger": challenger, "opponent": opponent, "day": day, "k": k}
    return Draft("challenge", payload, entrant_keys(challenger, opponent))


@command("challenge-games", ARBITERS, help=N_("The games of a challenge: what the challenger scored."))
def challenge_games(
    state: State,
    *,
    challenger: Challenger,
    first: Score,
    second: Annotated[str, Says(help=N_("The second game, where one was played: 1, ½ or 0."), choices=GAMES)] = "",
) -> Draft:
    """MAT-2: a first game lost ends the match; otherwise the second decides."""
    _require_ladder(state, challenger)
    match = next((m for m in state.challenges if m.challenger == challenger and ladder.is_open(m)), None)
    if match is None:
        raise Refused(_("{name} has not challenged anybody.").format(name=state.entrants[challenger].name))
    letters = dict(GAMES)
    games = "".join(letters.get(score, score) for score in (first, second) if score)
    if not games or set(games) - set(letters.values()):
        raise Refused(_("A game is worth 1, ½ or 0."))
    if games[0] == "H" and len(games) > 1:
        raise Refused(_("The first game was lost: the match is over and has no second one."), article="MAT-2")
    payload = {"challenger": challenger, "opponent": match.opponent, "games": games}
    return Draft("challenge-games", payload, entrant_keys(challenger, match.opponent))
