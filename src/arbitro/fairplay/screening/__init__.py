"""Statistical screening of games with a UCI engine: an indication for the arbiter, never a verdict.

turns         PGN to turns outside book
engine        one UCI engine, restarted after a crash
cache         evaluations by position
work          many positions, several engines, or a Dask cluster
model         how players choose moves: agreement, loss, sensitivity
calibration   sensitivity to rating; intervals and z-scores
report        the screening of a tournament
"""

from arbitro.fairplay.screening.report import Screening, screen

__all__ = ["Screening", "screen"]
