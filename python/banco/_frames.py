"""Frames of pandas and polars: what is printed as CSV becomes one, and one becomes shoes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

if TYPE_CHECKING:
    import pandas
    import polars

FrameName: TypeAlias = Literal["pandas", "polars", "csv"]


@overload
def framed(csv: bytes, frame: Literal["pandas"]) -> pandas.DataFrame: ...
@overload
def framed(csv: bytes, frame: Literal["polars"]) -> polars.DataFrame: ...
@overload
def framed(csv: bytes, frame: Literal["csv"]) -> bytes: ...
@overload
def framed(csv: bytes, frame: FrameName) -> pandas.DataFrame | polars.DataFrame | bytes: ...


def framed(csv: bytes, frame: FrameName) -> pandas.DataFrame | polars.DataFrame | bytes:
    """CSV as whatever frame was asked for."""
    if frame == "csv":
        return csv
    if frame == "polars":
        try:
            import polars
        except ImportError as error:
            raise ImportError('`frame="polars"` needs polars: pip install polars') from error
        return polars.read_csv(io.BytesIO(csv), infer_schema_length=None)
    if frame != "pandas":
        raise ValueError(f"`frame` is {frame!r}; it can be 'pandas', 'polars' or 'csv'")
    try:
        import pandas
    except ImportError as error:
        raise ImportError('a DataFrame needs pandas: pip install pandas, or ask with `frame="csv"`') from error
    # Every digit counts. Before its third version pandas read numbers in a quick way that is off by a bit now and then.
    exact: dict[str, Any] = {"float_precision": "round_trip"} if pandas.__version__ < "3" else {}
    read: pandas.DataFrame = pandas.read_csv(io.BytesIO(csv), **exact)
    return read


def is_frame(value: Any) -> bool:
    """Whether this is a frame of pandas or polars."""
    return hasattr(value, "to_csv") or hasattr(value, "write_csv")


def shoes_of(frame: Any) -> bytes:
    """A frame with a row for each shoe, as CSV for ``--composition -``."""
    # A line of numbers at the top could be a shoe; a name such as `v7` cannot.
    names = [f"v{name}" if str(name).isdigit() else str(name) for name in frame.columns]
    if hasattr(frame, "write_csv"):
        rows = frame.write_csv(include_header=False)
    else:
        rows = frame.to_csv(index=False, header=False, lineterminator="\n")
    return f"{','.join(names)}\n{rows}".encode()
