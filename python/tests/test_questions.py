"""The package against the command line: the same questions, the same bytes."""

import contextlib
import io
import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

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


def frame_of(csv):
    """CSV as pandas reads it, every digit kept: each number is read by Python itself."""
    import pandas

    frame = pandas.read_csv(io.BytesIO(csv))
    texts = pandas.read_csv(io.BytesIO(csv), dtype=str)
    for column in frame.select_dtypes("float").columns:
        frame[column] = [float(text) for text in texts[column]]
    return frame


def test_counts_are_those_of_the_command_line(command, dice):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for _ in range(3):
        wager, cut = dice.choice(["dragon-7", "panda-8", "tie"]), dice.randrange(14, 80)
        words = ["count", wager, "-r", "co-rule-28", "--cut", str(cut), "--bank", "500"]
        asked = {"cut": cut, "bank": 500}
        assert banco.count(wager, "co-rule-28", **asked) == json.loads(command(*words, "--json")[0])
        out, _, _ = command(*words, "--csv")
        assert banco.count(wager, "co-rule-28", frame="csv", **asked) == out
        rows = banco.count(wager, "co-rule-28", frame="pandas", **asked)
        pandas.testing.assert_frame_equal(rows, frame_of(out))
        assert rows["share"].sum() == pytest.approx(1)
        assert banco.count(wager, "co-rule-28", frame="polars", **asked).equals(polars.read_csv(out, infer_schema_length=None))
    swept = banco.count("dragon-7", rulebook="co-rule-28", sweep_cut="14..66/26", frame="pandas")
    assert list(swept["cards_behind"]) == [14, 40, 66] and swept["units_a_shoe"].is_monotonic_decreasing
    with pytest.raises(banco.BancoError) as raised:
        banco.count("dragon-7", "co-rule-28", tags="4", frame="pandas")
    assert raised.value.diagnostics[0]["code"] == "bad_count"
    with pytest.raises(ValueError, match="excel"):
        banco.count("dragon-7", "co-rule-28", frame="excel")


@pytest.mark.parametrize("form", ["parquet", "xlsx", "html", "json", "csv"])
def test_sheets_in_every_format_are_those_of_the_command_line(command, tmp_path, form):
    out, _, _ = command("par", "-r", "co-rule-28", "tie", "--decks", "8", "--format", form)
    assert banco.par("co-rule-28", "tie", format=form) == out
    file = tmp_path / f"sheet.{form}"
    assert banco.par("co-rule-28", "tie", output=file) is None
    assert file.read_bytes() == out
    with pytest.raises(banco.BancoError, match="cannot tell the format"):
        banco.par("co-rule-28", "tie", output=tmp_path / "sheet.doc")
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_parquet_holds_what_csv_holds():
    polars = pytest.importorskip("polars")
    sheet = polars.read_parquet(io.BytesIO(banco.par("co-rule-28", "dragon-7", format="parquet")))
    csv = banco.par("co-rule-28", "dragon-7", frame="polars")
    assert sheet.columns == csv.columns and sheet.height == csv.height > 1
    for column in ["line", "ways", "total", "probability"]:
        assert sheet[column].to_list() == csv[column].to_list(), column


def test_rows_of_a_question_are_those_of_the_command_line(command):
    pandas = pytest.importorskip("pandas")
    for more, words in [
        ({"given": "player1=9"}, ["--given", "player1=9"]),
        ({"removal": True}, ["--removal"]),
        ({"by_decks": True, "given": ["player1=9", "banker1=8"]}, ["--by-decks", "--given=player1=9", "--given=banker1=8"]),
        ({"correlation": "player"}, ["--correlation", "player"]),
    ]:
        out, told, code = command("odds", "tie", "-r", "co-rule-28", *words, "--csv")
        assert code == 0, told
        assert banco.odds("tie", "co-rule-28", frame="csv", **more) == out
        rows = banco.odds("tie", "co-rule-28", frame="pandas", **more)
        pandas.testing.assert_frame_equal(rows, frame_of(out))


WAGERS = ["tie", "player-pair"]


def worn_shoes(dice, number):
    """Shoes by rank, and the name of each."""
    return [[dice.randrange(33) for _ in range(13)] for _ in range(number)], [f"shoe {at}" for at in range(number)]


def test_shoes_from_files_frames_and_arrays_are_one(command, dice, tmp_path):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rows, names = worn_shoes(dice, 40)
    rows[7] = [1] + [0] * 12
    array = numpy.array(rows)
    ranks = list("A23456789TJQK")
    # By their names, in any order, with a column that says what a shoe is called.
    frame = pandas.DataFrame(array, columns=ranks)[ranks[::-1]].assign(shoe=names)
    lazy = polars.from_dict({column: frame[column].tolist() for column in frame.columns})
    lazy.write_parquet(tmp_path / "shoes.parquet")
    frame.to_csv(tmp_path / "shoes.csv", index=False)
    out, told, code = command("odds", *WAGERS, "-r", "co-rule-28", "--composition", str(tmp_path / "shoes.csv"), "--csv")
    assert code == 0, told
    every = frame_of(out)
    assert list(every["name"].iloc[::2]) == names

    edges = banco.odds(WAGERS, "co-rule-28", compositions=array)
    assert edges.shape == (40, 2) and numpy.isnan(edges[7]).all()
    numpy.testing.assert_array_equal(edges.ravel(), every["house_edge"].to_numpy())
    for shoes in [frame, lazy, tmp_path / "shoes.parquet", str(tmp_path / "shoes.csv")]:
        numpy.testing.assert_array_equal(banco.odds(WAGERS, "co-rule-28", compositions=shoes), edges)
        numpy.testing.assert_array_equal(banco.odds("tie", "co-rule-28", compositions=shoes), edges[:, 0])
        told = banco.odds(WAGERS, "co-rule-28", compositions=shoes, frame="pandas").drop(columns="file_line")
        pandas.testing.assert_frame_equal(told, every.drop(columns="file_line"))
    # Arrays have no names; every figure is the same.
    told = banco.odds(WAGERS, "co-rule-28", compositions=array, frame="pandas").drop(columns=["file_line", "name"])
    pandas.testing.assert_frame_equal(told, every.drop(columns=["file_line", "name"]))
    lines = banco.odds("tie", "co-rule-28", compositions=array, lines=True, frame="polars")
    assert lines.height == 80 and "ways" in lines.columns

    assert banco.odds(WAGERS, "co-rule-28", compositions=array, output=tmp_path / "odds.parquet") is None
    kept = polars.read_parquet(tmp_path / "odds.parquet")
    assert [edge for edge in kept["house_edge"] if edge is not None and edge == edge] == [e for e in every["house_edge"] if e == e]


def test_columns_with_numbers_for_names_are_columns():
    pandas = pytest.importorskip("pandas")
    row = [60, 16, 15, 14, 16, 16, 16, 16, 16, 13]
    edge = banco.odds("tie", "co-rule-28", compositions=numpy.array([row]))
    # What pandas calls columns without names, and values with the tens called 10.
    assert (banco.odds("tie", "co-rule-28", compositions=pandas.DataFrame([row])) == edge).all()
    by_value = pandas.DataFrame([row[1:] + row[:1]], columns=range(1, 11))
    assert (banco.odds("tie", "co-rule-28", compositions=by_value) == edge).all()
    ranks = [13] * 13
    edge = banco.odds("player-pair", "co-rule-28", compositions=numpy.array([ranks]))
    assert (banco.odds("player-pair", "co-rule-28", compositions=pandas.DataFrame([ranks])) == edge).all()
    with pytest.raises(banco.BancoError, match="the columns are not 10"):
        banco.odds("tie", "co-rule-28", compositions=pandas.DataFrame([row[:9]]))


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


@pytest.mark.parametrize("kind", ["u1", "i4", "i8"])
@pytest.mark.parametrize("width", [10, 13, 52])
def test_arrays_are_read_however_they_lie(dice, kind, width):
    most = {10: 33, 13: 33, 52: 9}[width]
    rows = numpy.array([[dice.randrange(most) for _ in range(width)] for _ in range(3000)], dtype=kind)
    plain = banco.odds("dragon-7", "co-rule-28", compositions=rows)
    assert len(set(plain)) > 2900
    read_only = rows.copy()
    read_only.flags.writeable = False
    wide = numpy.zeros((6000, width + 3), dtype=kind)
    wide[::2, 2:-1] = rows
    packed = numpy.zeros(3000, dtype=[("mark", "u1"), ("counts", kind, (width,))])
    packed["counts"] = rows
    backward = numpy.ascontiguousarray(rows[:, ::-1])[:, ::-1]
    for other in [numpy.asfortranarray(rows), read_only, wide[::2, 2:-1], backward, packed["counts"]]:
        assert (banco.odds("dragon-7", "co-rule-28", compositions=other) == plain).all()
    assert (banco.odds("dragon-7", "co-rule-28", compositions=rows[::-1]) == plain[::-1]).all()
    assert (banco.odds("dragon-7", "co-rule-28", compositions=rows[5::7]) == plain[5::7]).all()
    one = banco.odds("dragon-7", "co-rule-28", compositions=numpy.broadcast_to(rows[4], (70, width)))
    assert (one == plain[4]).all()
    assert (banco.odds("dragon-7", "co-rule-28", compositions=rows.tolist()[:5]) == plain[:5]).all()
    csv = banco.odds("dragon-7", "co-rule-28", compositions=rows[:70], frame="csv")
    assert banco.odds("dragon-7", "co-rule-28", compositions=numpy.asfortranarray(rows)[:70], frame="csv") == csv


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory as Linux tells it")
def test_no_copy_is_made_of_a_big_array():
    text = """
import banco, numpy, resource
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
shoes = numpy.full((400_000, 52), 6)
banco.odds("tie", "co-rule-28", shoes[:5000])
for form in [shoes, shoes[::-1], numpy.asfortranarray(shoes[:200_000])]:
    before = peak()
    banco.odds("tie", "co-rule-28", form)
    print(peak() - before, form.nbytes)
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=300)
    for line in done.stdout.splitlines():
        grown, size = map(int, line.split())
        assert grown < size / 5, "edges and a little room to work in"
    assert len(done.stdout.splitlines()) == 3


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
    assert "whole numbers" in told([["many"] * 10])
    assert banco.odds("tie", "co-rule-28", compositions=numpy.zeros((0, 10), dtype=int)).shape == (0,)
    with pytest.raises(banco.BancoError, match="depends on"):
        banco.odds("player-pair", "co-rule-28", compositions=rows)
    with pytest.raises(banco.BancoError, match="row 4321: column 7: `-1`"):
        banco.odds("tie", "co-rule-28", compositions=numpy.where(wrong == 5_000, -1, wrong), frame="pandas")
    with pytest.raises(banco.BancoError, match="no such file|cannot read"):
        banco.odds("tie", "co-rule-28", compositions="no-such-file.parquet")


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
    # Whoever runs the tests in the background may have turned interrupts off.
    heeds = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    work = f"try:\n    {work}\nexcept KeyboardInterrupt:\n    print('ended')\n"
    text = f"{heeds}import banco, numpy\nprint('go', flush=True)\n{work}"
    with running(text) as python:
        assert python.stdout.readline() == "go\n"
        time.sleep(1)
        assert python.poll() is None
        python.send_signal(signal.SIGINT)
        out, _ = python.communicate(timeout=30)
        assert (out, python.returncode) == ("ended\n", 0)


@contextlib.contextmanager
def running(text):
    """A Python at work, which is gone behind it, whatever has happened."""
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) as python:
        try:
            yield python
        finally:
            python.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_nothing_is_left_running_where_a_test_fails():
    with pytest.raises(ZeroDivisionError), running("import time; time.sleep(600)") as python:
        assert python.poll() is None
        raise ZeroDivisionError
    assert python.returncode == -signal.SIGKILL


def test_the_benchmark_runs_and_agrees_with_its_yardsticks():
    script = Path(__file__).parents[1] / "bench" / "speed.py"
    done = subprocess.run([sys.executable, script, "100"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("times numpy") == 9
