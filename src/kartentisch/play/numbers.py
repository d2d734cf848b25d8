"""Numbers passed to the public API. Python's and NumPy's are accepted; a sentence refuses anything else."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np


def index(value: Any) -> int | None:
    """A whole number as a Python int. None for anything else, including True and False."""
    if type(value) is int:
        return value
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def whole(name: str, value: Any, low: int | None = None, high: int | None = None) -> int:
    """A whole number from `low` to `high`. Raises ValueError with a sentence that names the argument."""
    number = index(value)
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        ends = {(False, False): "", (True, False): f" from {low}", (True, True): f" from {low} to {high}"}
        raise ValueError(f"{name} must be a whole number{ends[low is not None, high is not None]}, not {value!r}")
    return number


def plain(value: Any) -> Any:
    """NumPy scalars as Python values, also inside a mapping. Anything else is returned as it is."""
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value.item() if isinstance(value, np.generic) else value


def seconds(value: Any) -> float | None:
    """How long a bot may think. None means without a limit. Raises ValueError with a sentence."""
    if value is None:
        return None
    try:
        number = None if isinstance(value, bool | np.bool_ | str | bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or isnan(number) or number < 0:
        raise ValueError(f"seconds must be a number from 0, not {value!r}")
    return number
