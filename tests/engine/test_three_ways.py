"""One source of rules, three ways to run it: compiled, with bounds checked, and as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kartentisch.engine.fields import ALL, Number
from kartentisch.engine.layout import Layout
from kartentisch.play.games import games, sheet
from tests.ways import long

WAYS = {
    "compiled": {},
    "bounds checked": {"NUMBA_BOUNDSCHECK": "1"},
    "plain": {"NUMBA_DISABLE_JIT": "1"},
    "typed": {"NUMBA_OPT": "0"},  # compiled in a hurry, for the sake of the types alone
}

DIGESTS = """
import json, sys
from kartentisch.engine import states
from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.luck import new_luck
from kartentisch.play.games import games, sheet
from kartentisch.play.checks import checked_options
from kartentisch.testing import walk

said = {}
for name in games():
    game = sheet(name)
    everywhere = sys.argv[1:] == ["all"]
    short = {"rounds": 2 if everywhere else 1} if "rounds" in game.options else {}
    for seats in game.seats if everywhere else game.seats[:1]:
        matches = walk(name, seats, short, seats)
        said[f"{name} {seats}"] = [states.digest(game, moment.records) for moment in matches]
        records, luck = game.new(seats, checked_options(game, {})), new_luck(5, 2**64 - 7)
        game.run.deal(records, 0, luck)
        steps = int(game.run.playout(records, 0, -(2**61) - 3, 12345678901, luck, game.buffer()))
        said[f"{name} {seats} playout"] = [steps, states.digest(game, records)]
print(json.dumps([COMPILED, said]))
"""

TYPES = """
import importlib, json, pkgutil, sys
from numba import types
from numba.core.dispatcher import Dispatcher
from kartentisch.engine.warm import warm
from kartentisch.play.games import sheet

def is_float(kind):
    parts = [kind, *getattr(kind, "types", ()), *getattr(kind, "fields", {}).values()]
    parts += [part.dtype for part in parts if hasattr(part, "dtype")]
    return any(isinstance(part, types.Float | types.Complex) for part in parts)

for name in sys.argv[1:]:
    for entry, cached in warm(sheet(name), playouts=True):
        assert not cached, "this must look at types that were inferred just now"
found, looked_at = [], 0
seen = set()
for package in map(importlib.import_module, ("kartentisch.engine", "kartentisch.games")):
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        module = importlib.import_module(info.name)
        things = [*vars(module).values()]
        if hasattr(module, "GAME"):
            things += vars(module.GAME.run).values()
        for thing in things:
            if isinstance(thing, Dispatcher) and id(thing) not in seen:
                seen.add(id(thing))
                for compiled in thing.overloads.values():
                    looked_at += 1
                    for variable, kind in compiled.type_annotation.typemap.items():
                        if is_float(kind):
                            found.append(f"{thing.py_func.__module__}.{thing.__name__}: {variable} is {kind}")
print(json.dumps([looked_at, found]))
"""


def said_by(script: str, way: str, *arguments: str, cache: Path | None = None) -> list[object]:
    """What a script prints, in a process of its own."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")} | WAYS[way]
    if cache is not None:
        env["KARTENTISCH_CACHE"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answer: list[object] = json.loads(done.stdout)
    return answer


@pytest.mark.long
@pytest.mark.parametrize("seats", ["fewest", "all"])
def test_the_same_seeds_give_the_same_matches_all_three_ways(seats: str) -> None:
    compiled, as_compiled = said_by(DIGESTS, "compiled", seats)
    checked, as_checked = said_by(DIGESTS, "bounds checked", seats)
    plain, as_plain = said_by(DIGESTS, "plain", seats)
    assert (compiled, checked, plain) == (True, True, False)
    assert as_checked == as_compiled
    assert as_plain == as_compiled
    assert len(as_plain) >= 2 * len(games())  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("names", [[games()[0]], long([*games()[1:]])])
def test_no_number_of_the_rules_is_a_float(names: list[str], tmp_path: Path) -> None:
    """An unsigned and a signed 64-bit number together make one, silently. What is compiled for this is not kept."""
    looked_at, found = said_by(TYPES, "typed", *names, cache=tmp_path)
    assert found == []
    assert isinstance(looked_at, int)
    assert looked_at >= 12 * len(names)


@pytest.mark.parametrize("name", games())
def test_no_column_is_named_like_a_method_of_a_record(name: str) -> None:
    columns = sheet(name).layout.dtype.names
    assert columns is not None
    assert [column for column in columns if hasattr(np.record, column)] == []
    assert all(column.isidentifier() for column in columns)


@pytest.mark.parametrize("name", ["round", "take", "all", "any", "sort", "copy", "size", "put", "sum", "item"])
def test_a_column_named_so_is_refused(name: str) -> None:
    layout = Layout(max_seats=2, options=(), fields=(Number(name=name, seen_by=ALL),))
    with pytest.raises(TypeError, match=name):
        _ = layout.dtype
