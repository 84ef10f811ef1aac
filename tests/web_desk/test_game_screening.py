"""A round screened on a cluster of several processes gives what it gives here."""

from __future__ import annotations

import pytest

from arbitro.desk import screening
from arbitro.desk.demo import make
from arbitro.fairplay.screening.engine import Settings


@pytest.mark.slow
def test_a_round_is_screened_on_a_dask_cluster(db, tmp_path, monkeypatch):
    from distributed import LocalCluster

    section = make(players=8, played=1, open_boards=0)
    told = []
    settings = Settings(nodes=200, lines=2)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        monkeypatch.setattr(screening, "data_dir", lambda: tmp_path / "cluster")
        there = screening.screen_round(
            section.pk, 1, settings=settings, scheduler=cluster.scheduler_address, progress=lambda *n: told.append(n)
        )
    monkeypatch.setattr(screening, "data_dir", lambda: tmp_path / "here")
    assert there.players == screening.screen_round(section.pk, 1, settings=settings).players
    assert len(there.players) >= 6 and told[-1][0] == told[-1][1] > 100
