"""The package against the command line: the same questions, the same bytes."""

import json
import subprocess
import sys
import threading
import time

import numpy
import pytest

import banco

DECK = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def random_round(dice):
    """Cards for any round: six are always enough, and too many are refused by both alike."""
    return " ".join(dice.choice(DECK) for _ in range(dice.choice([4, 5, 6, 6, 6])))


def test_rounds_and_settlements_are_those_of_the_command_line(command, dice):
    agreed = refused = 0
    for _ in range(24):
        cards = random_round(dice)
        rulebook = dice.choice(["ma-baccarat", "ma-midi", "co-rule-28"])
        wagers = [f"{wager}={dice.randrange(1, 400)}" for wager in dice.sample(["player", "banker", "tie"], 2)]
        out, told, code = command("settle", "-r", rulebook, "-c", cards, *(f"-w={w}" for w in wagers), "--json")
        if code == 0:
            assert banco.settle(rulebook, cards, wagers) == json.loads(out)
            out, _, _ = command("deal", "-r", rulebook, "-c", cards, "--json")
            assert banco.deal(rulebook, cards.split()) == json.loads(out)
            agreed += 1
        else:
            with pytest.raises(banco.BancoError) as raised:
                banco.settle(rulebook, cards, wagers)
            assert (str(raised.value), raised.value.exit_code) == (told.rstrip("\n"), code)
            assert raised.value.diagnostics[0]["code"]
            refused += 1
    assert agreed and refused


def test_sheets_are_those_of_the_command_line(command):
    pandas = pytest.importorskip("pandas")
    out, _, _ = command("par", "-r", "co-rule-28", "dragon-7", "--decks", "8", "--csv")
    assert banco.par("co-rule-28", "dragon-7", frame="csv") == out
    sheet = banco.par("co-rule-28", "dragon-7")
    assert isinstance(sheet, pandas.DataFrame)
    assert list(sheet.columns) == out.decode().splitlines()[0].split(",")
    assert abs(sheet["return_contribution"].sum() - sheet["return"].iloc[0]) < 1e-12
    assert abs(sheet["contribution"].sum() + sheet["house_edge"].iloc[0]) < 1e-12
    every = banco.par("ma-baccarat", decks=6)
    for figure in ["house_edge", "variance", "long_run_return", "meter_seed", "meter_award"]:
        assert every[figure].dtype == float
    assert set(every["meter"].dropna()) >= {"star", "heart"}
    out, _, _ = command("par", "-r", "ma-baccarat", "--decks", "6", "--csv")
    assert len(every) == len(out.decode().strip().splitlines()) - 1
    pytest.importorskip("polars")
    assert banco.par("co-rule-28", "dragon-7", frame="polars").columns == list(sheet.columns)


@pytest.mark.parametrize(
    ("wager", "width"),
    [("tie", 10), ("dragon-7", 13), ("banker:commission", 52), ("player-pair", 13), ("perfect-pair", 52)],
)
def test_edges_of_arrays_are_those_of_the_command_line(command, dice, wager, width):
    most = {10: 32, 13: 32, 52: 8}[width]
    rows = [[dice.randrange(most + 1) for _ in range(width)] for _ in range(24)]
    rows.append([1] + [0] * (width - 1))
    rows.append([2, 1, 1] + [0] * (width - 4) + [1])
    lines = "\n".join(" ".join(map(str, row)) for row in rows).encode()
    out, told, code = command("odds", "-r", "co-rule-28", wager, "--composition", "-", stdin=lines)
    assert code == 0, told
    found = banco.odds(wager, rulebook="co-rule-28", compositions=numpy.array(rows))
    for line, edge in zip(out.decode().splitlines(), found, strict=True):
        expected = "void" if numpy.isnan(edge) else f"{edge:.15f}"
        assert line.split(" void ")[0] == expected
    assert numpy.isnan(found[-2])


@pytest.mark.parametrize("kind", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"])
def test_every_whole_number_is_read(kind):
    rows = numpy.array([[60, 16, 15, 14, 16, 16, 16, 16, 16, 13]] * 3000)
    plain = banco.odds("dragon-7", "co-rule-28", compositions=rows)
    assert (banco.odds("dragon-7", "co-rule-28", compositions=rows.astype(kind)) == plain).all()
    assert len(plain) == 3000 and len(set(plain)) == 1


def test_bad_arrays_name_the_place():
    rows = numpy.full((5000, 10), 20)

    def told(array):
        with pytest.raises(banco.BancoError) as raised:
            banco.odds("tie", "co-rule-28", compositions=array)
        assert raised.value.diagnostics[0]["code"] == "bad_composition" and raised.value.diagnostics[0]["hint"]
        return str(raised.value)

    wrong = rows.copy()
    wrong[4321, 7] = -1
    assert "row 4321: column 7: `-1`" in told(wrong)
    wrong[4321, 7] = 70_000
    assert "row 4321: column 7: `70000`" in told(wrong)
    wrong[4321, 7] = 5_000
    assert "row 4321" in told(wrong)
    assert "11 columns" in told(numpy.zeros((3, 11), dtype=int))
    assert "whole numbers" in told(rows.astype(float))
    assert "whole numbers" in told(rows[0])
    assert "row by row" in told(numpy.asfortranarray(rows))
    assert banco.odds("tie", "co-rule-28", compositions=numpy.zeros((0, 10), dtype=int)).shape == (0,)
    with pytest.raises(banco.BancoError, match="depends on"):
        banco.odds("player-pair", "co-rule-28", compositions=rows)


def test_other_questions_are_those_of_the_command_line(command):
    out, _, _ = command("solve", "-r", "ma-chemin-de-fer", "--json")
    assert banco.solve("ma-chemin-de-fer") == json.loads(out)
    out, _, _ = command("rules", "list", "--json")
    assert banco.rulebooks() == json.loads(out)
    out, _, _ = command("odds", "-r", "co-rule-28", "dragon-7", "--removal", "--json")
    assert banco.odds("dragon-7", "co-rule-28", removal=True) == json.loads(out)
    out, _, _ = command("check", "co-rule-28/eternal", "--json")
    assert banco.submission("co-rule-28/eternal") == json.loads(out)
    out, _, _ = command("roads", "BBPPBT", "--svg")
    assert banco.roads("BBPPBT")._repr_svg_() == out.decode()


def test_a_bad_submission_tells_every_finding(command):
    changes = ["decks=3", "wager.tie.max='$1'"]
    out, _, code = command("check", "ma-baccarat/default", *(f"--set={change}" for change in changes), "--json")
    assert code == 3
    with pytest.raises(banco.BancoError) as raised:
        banco.submission("ma-baccarat/default", set=changes)
    errors = json.loads(out)["findings"]
    assert raised.value.diagnostics == errors and len(errors) > 1
    assert all(finding["message"] in str(raised.value) for finding in errors)
    with pytest.raises(banco.BancoError, match="unexpected argument '--no-such'") as raised:
        banco.deal("ma-baccarat", "7h 2c Kd 6s", no_such=True)
    assert raised.value.exit_code == 2


def test_python_goes_on_while_odds_are_counted():
    shoes = numpy.full((200_000, 10), 30)
    counted = threading.Thread(target=banco.odds, args=("tie", "co-rule-28", shoes))
    counted.start()
    turns = 0
    while counted.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 5


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "work",
    [
        "banco.sim('ma-baccarat', shoes=10**10, wagers=['tie'], progress=False)",
        "banco.odds('perfect-pair', 'co-rule-28', numpy.full((10**6, 52), 6))",
    ],
)
def test_control_c_ends_long_work(work):
    import signal

    # Whoever runs the tests in the background may have turned interrupts off.
    heeds = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    work = f"try:\n    {work}\nexcept KeyboardInterrupt:\n    print('ended')\n"
    text = f"{heeds}import banco, numpy\nprint('go', flush=True)\n{work}"
    python = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
    assert python.stdout.readline() == "go\n"
    time.sleep(1)
    assert python.poll() is None
    python.send_signal(signal.SIGINT)
    out, _ = python.communicate(timeout=30)
    assert (out, python.returncode) == ("ended\n", 0)
