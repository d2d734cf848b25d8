"""The mixer: every bit counts, nothing about it is linear, draws are even, and it is the same on every computer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kartentisch.engine import luck
from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.luck import below, mix, new_luck, seeded, set_luck

pytestmark = [pytest.mark.rules, pytest.mark.ways]

Mixer = Callable[[int, int, int], tuple[int, int]]


def signed(value: int) -> np.int64:
    return np.int64(value - (1 << 64) if value >= 1 << 63 else value)


def mixed(block: int, key: int, counter: int, mixer: Any = mix) -> int:
    """64 bits as one number."""
    left, right = mixer(signed(block), signed(key), np.int64(counter))
    return int(left) << 32 | int(right)


def words(number: int) -> list[tuple[int, int, int]]:
    """Blocks, keys and counters by lot, the same in each run."""
    found = []
    for i in range(number):
        block, key, rest = seeded(99, i, 3)
        found.append((block, key, rest % (1 << 31)))
    return found


def flips(change: Callable[[int, int, int, int], tuple[int, int, int]], bits: int, samples: int) -> Any:
    """For each input bit and each output bit, how often the output changes with the input."""
    found = []
    for block, key, counter in words(samples):
        plain = mixed(block, key, counter)
        found.append([plain ^ mixed(*change(block, key, counter, 1 << bit)) for bit in range(bits)])
    differences = np.array(found, np.uint64)
    return np.stack([((differences >> np.uint64(k)) & np.uint64(1)).mean(axis=0) for k in range(64)], axis=1)


@pytest.mark.parametrize(
    ("bits", "change"),
    [
        (64, lambda block, key, counter, bit: (block ^ bit, key, counter)),
        (64, lambda block, key, counter, bit: (block, key ^ bit, counter)),
        (31, lambda block, key, counter, bit: (block, key, counter ^ bit)),
    ],
    ids=["block", "key", "counter"],
)
def test_each_bit_of_the_input_flips_each_bit_of_the_output_half_the_time(bits: int, change: Any) -> None:
    samples = 400 if COMPILED else 60
    rates = flips(change, bits, samples)
    assert abs(rates.mean() - 0.5) < 0.01
    spread = 6 * 0.5 / samples**0.5
    assert rates.min() > 0.5 - spread, f"an output bit hardly hears bit {rates.min(axis=1).argmin()}"
    assert rates.max() < 0.5 + spread


def test_the_mixer_is_not_linear() -> None:
    """Of a linear one, mix(a) ^ mix(b) ^ mix(a ^ b) ^ mix(0) would be the same for all a and b, bit by bit."""
    samples = [
        mixed(a, k, 1) ^ mixed(b, k, 1) ^ mixed(a ^ b, k, 1) ^ mixed(0, k, 1)
        for (a, k, _), (b, _, _) in zip(words(200), words(400)[200:], strict=True)
    ]
    for bit in range(64):
        ones = sum((sample >> bit) & 1 for sample in samples)
        assert 60 < ones < 140, f"bit {bit} is linear"


def test_the_key_is_not_linear_either() -> None:
    samples = [
        mixed(k, a, 1) ^ mixed(k, b, 1) ^ mixed(k, a ^ b, 1) ^ mixed(k, 0, 1)
        for (a, k, _), (b, _, _) in zip(words(200), words(400)[200:], strict=True)
    ]
    for bit in range(64):
        assert 60 < sum((sample >> bit) & 1 for sample in samples) < 140, f"bit {bit} is linear"


@pytest.mark.skipif(not COMPILED, reason="compares compiled code with its source")
def test_compiled_and_plain_mixer_agree() -> None:
    edges = [0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]
    cases = [(block, key, counter) for block in edges for key in edges for counter in (0, 1, 2**31 - 1)]
    for case in [*cases, *words(300)]:
        assert mixed(*case) == mixed(*case, mixer=mix.py_func), case  # type: ignore[attr-defined]


def test_the_mixer_gives_two_halves_of_32_bits() -> None:
    for block, key, counter in words(300):
        left, right = mix(signed(block), signed(key), np.int64(counter))
        assert 0 <= int(left) < 1 << 32
        assert 0 <= int(right) < 1 << 32


def test_the_mapping_is_what_records_rest_on() -> None:
    """Whoever changes this raises MAPPING, once there are records that people want to keep."""
    text = " ".join(f"{mixed(*case):016x}" for case in words(64))
    assert (luck.MAPPING, hashlib.sha256(text.encode()).hexdigest()[:16]) == (1, "6747832c51efeced")


def chi_square(counts: Any) -> float:
    expected = counts.sum() / len(counts)
    return float(((counts - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("n", [2, 3, 7, 52, 110])
def test_draws_are_even(n: int) -> None:
    counts = np.zeros(n)
    for i in range(40 if COMPILED else 10):
        drawing = new_luck(*seeded(5, i, 2))
        for _ in range(250):
            counts[int(below(drawing, np.int64(n)))] += 1
    freedom = n - 1
    assert chi_square(counts) < freedom + 5 * (2 * freedom) ** 0.5


def test_first_draws_of_many_lucks_are_even() -> None:
    """A table draws once or twice per luck, from neighbouring seeds."""
    counts = np.zeros(110)
    drawing = new_luck()
    for i in range(11_000 if COMPILED else 2_200):
        set_luck(drawing, i)
        counts[int(below(drawing, np.int64(110)))] += 1
    assert chi_square(counts) < 109 + 5 * 218**0.5


def test_pairs_of_draws_are_even() -> None:
    counts = np.zeros((10, 10))
    drawing = new_luck()
    for i in range(8_000 if COMPILED else 2_000):
        set_luck(drawing, *seeded(6, i, 1))
        counts[int(below(drawing, np.int64(10))), int(below(drawing, np.int64(10)))] += 1
    assert chi_square(counts.ravel()) < 99 + 5 * 198**0.5


def test_the_same_luck_gives_the_same_draws_and_set_luck_starts_anew() -> None:
    one, other = new_luck(2**64 - 1, 7), new_luck(3)
    set_luck(other, 2**64 - 1, 7)
    first = [int(below(one, np.int64(1000))) for _ in range(20)]
    assert first == [int(below(other, np.int64(1000))) for _ in range(20)]
    set_luck(one, 2**64 - 1, 7)
    assert first == [int(below(one, np.int64(1000))) for _ in range(20)]
    assert len(set(first)) > 10


def test_seeds_and_numbers_give_lucks_of_their_own() -> None:
    found = {seeded(seed, number, 1) for seed in range(-20, 20) for number in range(40)}
    assert len(found) == 1600
    assert all(0 <= word < 1 << 64 for pair in found for word in pair)
    assert len(seeded(1, 2, 3)) == 3
