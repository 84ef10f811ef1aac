"""The rulebook's 40-player tournament, run command by command: withdrawal, forfeit and absence included."""

from __future__ import annotations

import json
from pathlib import Path

WORKED = Path(__file__).parents[1] / "data" / "vectors" / "swiss-worked-tournament.json"


def test_every_round_of_the_worked_tournament_is_paired_as_printed(desk):
    worked = json.loads(WORKED.read_text(encoding="utf-8"))
    cup = desk(name="Worked", rounds=worked["rounds_total"])
    cup("enter", players=[{"name": f"{p['number']:02}", "rating": p["rating"]} for p in worked["players"]])
    cup("number")
    for sentence in map(str, range(100)):  # lots until White comes for number 1, as in the book
        cup("lots", sentence=sentence)
        if cup.state.first_colour.value == "w":
            break
    gone: set[int] = set()
    for round in worked["rounds"]:
        for absence in round["absent"]:
            player = absence["player"]
            if player in gone:
                continue
            if any(w["player"] == player for w in worked["withdrawals"]):
                cup("withdraw", id=player)
                gone.add(player)
            else:
                cup("bye", id=player, round=round["round"], outcome="ZERO_BYE")
        cup.next_round()
        boards = cup.state.rounds[-1].boards
        assert [(n, b.white, b.black) for n, b in boards.items()] == [
            (p["board"], p["white"], p["black"]) for p in round["pairings"]
        ]
        assert cup.state.rounds[-1].bye == (round["bye"]["player"] if round["bye"] else None)
        for game in round["pairings"]:
            if game["result"] is not None:
                cup("result", board=game["board"], result=_sign(game["result"]))
        if round.get("scores_after"):
            scores = {str(n): s / 10 for n, s in cup.tournament.scores().items()}
            assert scores == round["scores_after"]


def _sign(result: str) -> str:
    return {"1/2-1/2": "½-½", "1-0 forfeit": "+/-"}.get(result, result)
