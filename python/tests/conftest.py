"""What the tests share: the command line, and dice that fall the same way every time."""

import os
import random
import subprocess

import pytest

# Read by a type checker and by nobody else.
collect_ignore = ["typed_calls.py"]


def program():
    """Where the command line is."""
    return os.environ.get("BANCO", "banco")


@pytest.fixture(scope="session")
def command():
    """Runs `banco`: what it prints, what it says beside it, and its exit code."""

    def run(*words, stdin=None):
        done = subprocess.run([program(), *words], input=stdin, capture_output=True, check=False)
        return done.stdout, done.stderr.decode(), done.returncode

    try:
        run("--version")
    except FileNotFoundError:
        pytest.skip("no command line to compare with: set BANCO to the program")
    return run


@pytest.fixture
def dice(request):
    """Random numbers, the same for the same test."""
    return random.Random(request.node.name)
