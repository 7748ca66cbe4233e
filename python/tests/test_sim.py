"""Simulations: the bytes of the command line, in one piece, in parts, and over a cluster."""

import os
import pickle
import signal
import threading
import time

import pytest

import banco


def test_a_run_is_that_of_the_command_line(command, dice, tmp_path):
    for _ in range(4):
        seed, shoes = dice.randrange(10**6), dice.randrange(50, 400)
        words = ["sim", "-r", "co-rule-28", "--shoes", str(shoes), "--seed", str(seed), "-w", "banker:commission"]
        words += ["-w", "dragon-7", "--count", "4567=-1 89=+2; true 4; dragon-7", "--cut", "30"]
        run = banco.sim(
            "co-rule-28",
            shoes=shoes,
            seed=seed,
            wagers=["banker:commission", "dragon-7"],
            count="4567=-1 89=+2; true 4; dragon-7",
            cut=30,
        )
        assert run.to_json().encode() == command(*words, "--json")[0]
        assert run.to_csv().encode() == command(*words, "--csv")[0]
        assert str(run).encode() == command(*words)[0]
    file, other = tmp_path / "run.json", tmp_path / "other.json"
    run.save(file)
    command(*words, "--out", str(other))
    assert file.read_bytes() == other.read_bytes()
    assert banco.read(file).to_json() == run.to_json() == pickle.loads(pickle.dumps(run)).to_json()


def test_parts_of_the_command_line_come_together(command, tmp_path):
    words = ["sim", "-r", "ma-baccarat", "--shoes", "90", "-w", "tie"]
    for part in (1, 2, 3):
        command(*words, "--shard", f"{part}/3", "--out", str(tmp_path / f"{part}.json"))
    whole = banco.sim("ma-baccarat", shoes=90, wagers="tie")
    parts = [banco.read(tmp_path / f"{part}.json") for part in (3, 1, 2)]
    assert banco.merge(parts).to_json() == whole.to_json()
    with pytest.raises(banco.BancoError):
        banco.merge(parts[:2] + parts[:1])
    with pytest.warns(banco.BancoNote, match="60 of the 90 shoes"):
        banco.merge(parts[1:])


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as local, distributed.Client(local) as client:
        yield client


def test_a_cluster_gives_the_same_bytes(cluster):
    alone = banco.sim("co-rule-28", shoes=600, seed=9, wagers=["tie", "dragon-7"], session=3)
    spread = banco.sim("co-rule-28", shoes=600, seed=9, wagers=["tie", "dragon-7"], session=3, cluster=cluster)
    assert spread.to_json() == alone.to_json()
    with pytest.raises(banco.BancoError, match="whole sessions"):
        banco.sim("co-rule-28", shoes=10, session=3, cluster=cluster)


def test_a_lost_worker_costs_time_and_no_result(cluster):
    words = {"shoes": 6_000, "seed": 4, "wagers": ["tie", "dragon-7"], "perfect": "dragon-7"}
    alone = banco.sim("co-rule-28", **words, progress=False)
    victims = list(cluster.run(os.getpid).values())
    found = {}

    def spread():
        found["run"] = banco.sim("co-rule-28", **words, cluster=cluster, parts=12, progress=False)

    work = threading.Thread(target=spread)
    work.start()
    # As soon as both have something to do, one of them goes.
    while work.is_alive() and not all(cluster.processing().values()):
        time.sleep(0.01)
    os.kill(victims[0], signal.SIGKILL)
    killed_at_work = work.is_alive()
    work.join(timeout=300)
    assert killed_at_work, "the run was over before the worker was lost"
    assert found["run"].to_json() == alone.to_json()
    assert victims[0] not in cluster.run(os.getpid).values()
