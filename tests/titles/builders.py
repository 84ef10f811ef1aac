"""Small inputs for the tests of titles."""

from __future__ import annotations

from hypothesis import strategies as st

from arbitro.model import Points, Title
from arbitro.titles import NormGame

FEDERATIONS = ["ESP", "MEX", "USA", "GER", "FRA", "FID"]


def games_of(text: str) -> list[NormGame]:
    """`GM 2500 FRA ½ | - 2380 GER 1 | …`: title, rating (- unrated), federation, score; a line per round."""
    scores = {"1": 10, "½": 5, "0": 0}
    games = []
    for i, part in enumerate(text.replace("\n", "|").split("|")):
        if not part.strip():
            continue
        title, rating, federation, score = part.split()
        games.append(
            NormGame(
                round=len(games) + 1,
                title=Title("" if title == "-" else title),
                rating=0 if rating == "-" else int(rating),
                federation=federation,
                score=Points(scores[score]),
                opponent=i,
            )
        )
    return games


NINE = """
    GM 2500 FRA ½ | GM 2510 GER ½ | GM 2490 ITA 1 | IM 2450 ESP 1 | IM 2440 FRA 1
    - 2400 ENG ½ | - 2380 GER 1 | - 2420 ITA ½ | - 2430 NED 1
"""

strong_games = st.lists(
    st.tuples(
        st.sampled_from([Title.GM, Title.GM, Title.IM, Title.FM, Title.NONE]),
        st.sampled_from([0, 1900, 2150, 2300, 2400, 2450, 2500, 2550, 2600]),
        st.sampled_from(FEDERATIONS),
        st.sampled_from([Points(0), Points(5), Points(10), Points(10)]),
    ),
    min_size=9,
    max_size=12,
).map(
    lambda rows: [
        NormGame(round=i, title=title, rating=rating, federation=federation, score=score, opponent=i)
        for i, (title, rating, federation, score) in enumerate(rows, 1)
    ]
)
