"""What is Rust of the package."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy
import numpy.typing

__version__: str

class BancoError(Exception):
    diagnostics: list[dict[str, Any]]
    exit_code: int

def ask(words: Sequence[str]) -> tuple[bytes, list[tuple[bool, str]]]: ...
def check(name: str, set: Sequence[str]) -> tuple[bool, str, list[dict[str, Any]]]: ...
def edges(
    words: Sequence[str], compositions: numpy.typing.NDArray[numpy.integer[Any]]
) -> tuple[numpy.typing.NDArray[numpy.float64], list[tuple[bool, str]]]: ...

class Simulated:
    @staticmethod
    def deal(
        words: Sequence[str],
        part: tuple[int, int] | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[Simulated, list[tuple[bool, str]]]: ...
    @staticmethod
    def read(text: str) -> Simulated: ...
    @staticmethod
    def merge(parts: Sequence[str]) -> Simulated: ...
    def write(self) -> str: ...
    def print(self, form: str) -> bytes: ...
