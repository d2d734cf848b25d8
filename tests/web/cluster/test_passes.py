"""What a server puts before a request that it forwards holds once, for one server, one address and a minute."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from kartentisch.web.cluster.passes import LASTS, Misdirected, Pass, Passes

KEY = b"k" * 32
ASKED = ("POST", "/t/abc/0?x=%20y")


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def passes(node: str = "n1", key: bytes = KEY, clock: Callable[[], int] | None = None) -> Passes:
    return Passes(key, lambda: node, clock or Clock())


def written(by: Passes) -> str:
    return by.write("n2", *ASKED, client="192.0.2.7", scheme="https", host="cards.example.org", hops=1)


def test_a_pass_says_who_asks() -> None:
    found = passes("n2").read(written(passes()), *ASKED)
    assert isinstance(found, Pass)
    assert (found.client, found.scheme, found.host, found.hops) == ("192.0.2.7", "https", "cards.example.org", 1)


@pytest.mark.parametrize(
    ("reads", "text", "asked"),
    [
        (passes("n3"), written(passes()), ASKED),
        (passes("n2", b"o" * 32), written(passes()), ASKED),
        (passes("n2"), written(passes()), ("GET", ASKED[1])),
        (passes("n2"), written(passes()), ("POST", "/t/abc/1?x=%20y")),
        (passes("n2"), written(passes())[:-1] + "0z", ASKED),
        (passes("n2"), "", ASKED),
        (passes("n2"), "e30=.", ASKED),
        (passes("n2"), "ä.ö", ASKED),
        (passes("n2"), "." * 10_000, ASKED),
    ],
    ids=[
        "another server",
        "another key",
        "another method",
        "another address",
        "forged",
        "none",
        "empty",
        "odd",
        "long",
    ],
)
def test_any_other_pass_is_refused(reads: Passes, text: str, asked: tuple[str, str]) -> None:
    with pytest.raises(Misdirected):
        reads.read(text, *asked)


def test_a_pass_holds_once_and_for_a_minute() -> None:
    clock = Clock()
    writes, reads = passes(clock=clock), passes("n2", clock=clock)
    once = written(writes)
    reads.read(once, *ASKED)
    with pytest.raises(Misdirected):
        reads.read(once, *ASKED)
    late = written(writes)
    clock.now += LASTS + 1
    with pytest.raises(Misdirected):
        reads.read(late, *ASKED)
    clock.now += LASTS
    reads.read(written(writes), *ASKED)
    with pytest.raises(Misdirected):
        reads.read(once, *ASKED)


def test_used_passes_are_forgotten_and_cost_nothing_meanwhile() -> None:
    clock = Clock()
    writes, reads = passes(clock=clock), passes("n2", clock=clock)
    seen = []
    for _ in range(3):
        begun = time.process_time()
        for _ in range(2000):
            reads.read(written(writes), *ASKED)
        seen.append(time.process_time() - begun)
    assert seen[2] < 3 * seen[0] + 0.1
    clock.now += 2 * LASTS + 1
    reads.read(written(writes), *ASKED)
    assert len(reads._used) == len(reads._times) == 1
