"""A random open tournament with titles and federations, the same for the same seed. Pairings are by lot."""

from __future__ import annotations

import random

from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Sex, Title, Tournament
from arbitro.model.rating_tables import expected_hundredths

FEDERATIONS = ("ESP", "MEX", "ARG", "USA", "IND", "GER", "FRA", "CUB")


def _title(rating: int, sex: Sex, dice: random.Random) -> Title:
    if rating >= 2500 and dice.random() < 0.9:
        return Title.GM
    if rating >= 2400 and dice.random() < 0.8:
        return Title.IM
    if sex is Sex.FEMALE and rating >= 2250 and dice.random() < 0.7:
        return Title.WGM
    return Title.FM if rating >= 2300 and dice.random() < 0.6 else Title.NONE


def open_tournament(n: int, rounds: int, seed: int = 1, *, top: int = 2650, step: float = 3.0) -> Tournament:
    """n players (n even), the given rounds all played, one game in fifty lost by default."""
    dice = random.Random(seed)
    players = []
    for i in range(n):
        sex = Sex.FEMALE if dice.random() < 0.2 else Sex.MALE
        rating = int(top - step * i + dice.randint(-20, 20))
        players.append(
            Player(
                number=i + 1,
                name=f"Player {i + 1}",
                sex=sex,
                title=_title(rating, sex, dice),
                rating=rating,
                federation=dice.choice(FEDERATIONS),
                fide_id=str(1000 + i),
            )
        )
    results: list[list[PlayerRound]] = [[] for _ in players]
    for k in range(1, rounds + 1):
        # neighbours in strength with a shift that grows by rounds: nobody meets twice
        order = list(range(n))
        pairs = [(i, (2 * k - i) % n) for i in order]
        seen: set[int] = set()
        for a, b in pairs:
            if a == b or a in seen or b in seen:
                continue
            seen |= {a, b}
            white, black = (a, b) if (k + a) % 2 else (b, a)
            win = expected_hundredths(max(-400, min(400, players[white].rating - players[black].rating)))
            throw = dice.randint(1, 100)
            if dice.random() < 0.02:
                mine = Outcome.FORFEIT_WIN
            elif throw <= win - 15:
                mine = Outcome.WIN
            elif throw <= win + 15:
                mine = Outcome.DRAW
            else:
                mine = Outcome.LOSS
            results[white].append(PlayerRound(k, black + 1, Colour.WHITE, mine))
            results[black].append(PlayerRound(k, white + 1, Colour.BLACK, mine.opposite))
        for i, bye in zip((i for i in order if i not in seen), (Outcome.PAIRING_BYE, Outcome.HALF_BYE), strict=True):
            results[i].append(PlayerRound(k, None, None, bye))
    return Tournament(
        players=tuple(players),
        results=tuple(tuple(rounds_) for rounds_ in results),
        planned_rounds=rounds,
        info=Info(name="Random Open", federation="ESP", start="2023/05/01", end="2023/05/09"),
    )
