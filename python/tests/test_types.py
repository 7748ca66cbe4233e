"""The types of the package: its sources, its stubs against what is really there, and calls as people write them."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")
pytest.importorskip("pandas")
HOME = pathlib.Path(__file__).parent.parent


def check(*words):
    """What mypy says, in the strict way that `pyproject.toml` asks for."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=HOME, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_package_and_calls_of_it_hold():
    code, told = check("mypy", "banco", "tests/typed_calls.py")
    assert code == 0, told


def test_wrong_calls_are_told(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import banco\n"
        "banco.par(7)\n"
        "banco.deal('ma-baccarat')\n"
        "banco.sim('ma-baccarat', shoes='many')\n"
        "banco.par('ma-baccarat', frame='excel')\n"
        "banco.settle('ma-baccarat', '7h', ['tie=1']).upper()\n"
        "banco.no_such()\n",
        encoding="utf-8",
    )
    code, told = check("mypy", str(wrong))
    assert code == 1
    lines = {line.split("error:")[0].rsplit(":", 2)[-2] for line in told.splitlines() if "error:" in line}
    assert lines == {"2", "3", "4", "5", "6", "7"}, told


def test_the_stubs_are_those_of_what_is_there():
    code, told = check("mypy.stubtest", "banco._banco", "--mypy-config-file", "pyproject.toml")
    assert code == 0, told
