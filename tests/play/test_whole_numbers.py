"""Numbers at the front door: NumPy's are as good as Python's, true and false are none."""

from __future__ import annotations

import builtins
import inspect
import re
from typing import Any

import numpy as np
import pytest

import kartentisch as kt
from kartentisch.play import numbers

KINDS = [np.int8, np.uint8, np.int32, np.int64, np.uint64]


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_number_of_numpy_is_taken_everywhere(kind: Any) -> None:
    two, one, three = kind(2), kind(1), kind(3)
    options = {"step_limit": kind(50), "match": "single"}
    match = kt.Match("schwupps", three, seed=two, options=options, rules=one)
    plain = kt.Match("schwupps", 3, seed=2, options={"step_limit": 50, "match": "single"}, rules=1)
    seat = kind(match.next_actor())
    assert match.moves(seat, kind(100)) == plain.moves(int(seat))
    assert match.steps(seat) == plain.steps(int(seat))
    assert match.view(seat).json() == plain.view(int(seat)).json()
    assert match.why_not(one, "~A") == plain.why_not(1, "~A")
    move = kt.Bot("novice", "schwupps", seed=two, iterations=kind(20)).choose(match.view(seat), seconds=np.float64(9))
    assert move == kt.Bot("novice", "schwupps", seed=2, iterations=20).choose(plain.view(int(seat)))
    match.play(seat, move)
    plain.play(int(seat), move)
    assert match.record() == plain.record()
    assert match.view(one).imagine(three).state_json() == plain.view(1).imagine(3).state_json()
    assert kt.Match.from_state_json(plain.state_json(), seed=two).copy(one).state_json() == plain.state_json()
    found = kt.playouts("schwupps", three, games=two, seed=one, threads=one)
    assert found.points == kt.playouts("schwupps", 3, games=2, seed=1).points


def test_an_option_that_is_a_split_may_hold_numbers_of_numpy() -> None:
    tasks = kt.Match("schwupps", 2, seed=1).options["tasks"]
    match = kt.Match("schwupps", 2, seed=1, options={"tasks": {name: np.int64(n) for name, n in tasks.items()}})
    assert match.record() == kt.Match("schwupps", 2, seed=1).record()


@pytest.mark.parametrize("bad", [True, np.True_, 1.0, np.float64(1), "1", None, [1]])
def test_what_is_no_whole_number_is_refused_in_a_sentence(bad: Any) -> None:
    match = kt.Match("schwupps", 2, seed=1)
    asks: list[tuple[Any, str]] = [
        (lambda: kt.Match("schwupps", bad), "The number of seats cannot be"),
        (lambda: match.moves(bad), "There is no seat"),
        (lambda: match.moves(0, bad), "limit must be a whole number from 0, not"),
        (lambda: match.play(bad, "~A"), "There is no seat"),
        (lambda: match.view(0).imagine(bad), "seed must be a whole number, not"),
        (lambda: kt.playouts("schwupps", 2, games=bad), "games must be a whole number from 0, not"),
        (lambda: kt.playouts("schwupps", 2, games=1, threads=bad), "threads must be a whole number from 1, not"),
    ]
    if bad is not None:  # None: from the system's secure source
        asks.append((lambda: kt.Match("schwupps", 2, seed=bad), "seed must be a whole number, not"))
        asks.append((lambda: match.copy(bad), "seed must be a whole number, not"))
        asks.append((lambda: kt.Bot("random", "schwupps", bad), "seed must be a whole number, not"))
    for ask, sentence in asks:
        with pytest.raises(ValueError, match=f"^{sentence}"):
            ask()
    assert match.why_not(bad, "~A") is not None


@pytest.mark.parametrize(
    ("value", "found"), [(None, None), (0, 0.0), (np.float32(0.5), 0.5), (float("inf"), float("inf"))]
)
def test_seconds(value: Any, found: float | None) -> None:
    assert numbers.seconds(value) == found


@pytest.mark.parametrize("name", ["Match", "View", "Bot"])
def test_help_names_only_what_can_be_had(name: str) -> None:
    """Words of the annotations: those of Python, of typing, and of the front door."""
    known = {*kt.__all__, *dir(builtins), "Any", "Mapping"}
    kind = getattr(kt, name)
    for attribute, value in vars(kind).items():
        function = getattr(value, "__func__", getattr(value, "fget", value))
        if inspect.isfunction(function) and (not attribute.startswith("_") or attribute == "__init__"):
            words = set(re.findall(r"[A-Za-z_][A-Za-z_.]*", " ".join(map(str, function.__annotations__.values()))))
            assert words <= known, attribute
