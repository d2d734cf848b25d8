"""The bytes that are hashed, spelled out again from docs/trust.md with nothing but `hashlib` and `hmac`."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from kartentisch.proof import draws

KEY, TABLE = bytes(range(32)), "w7k2p9abcdef"
FIRST, SECOND = "00" * 31 + "7f", "c3" * 32


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


BIND = sha("kartentisch bind 1\nw7k2p9abcdef\n")
LUCK_KEY = hmac.new(KEY, b"luck", hashlib.sha256).digest()
SECRET = mac(LUCK_KEY, f"kartentisch secret 1\n{BIND}\n1\n")
PROMISE = sha(f"kartentisch promise 1\n{BIND}\n1\n{SECRET.hex()}\n")
SEAL = sha(f"kartentisch seal 1\n{BIND}\n3\n0\n{FIRST}\n")
OTHER = sha(f"kartentisch seal 1\n{BIND}\n3\n10\n{SECOND}\n")
MIX = sha(f"kartentisch mix 1\n{BIND}\n3\n{PROMISE}\n0 {SEAL} {FIRST}\n10 {OTHER} -\n")


def test_each_hash_is_made_of_the_documented_lines() -> None:
    assert draws.luck_key(KEY) == LUCK_KEY
    assert draws.bind(TABLE) == BIND
    assert draws.secret(LUCK_KEY, BIND, 1) == SECRET.hex()
    assert draws.promise(BIND, 1, SECRET.hex()) == PROMISE
    assert draws.seal(BIND, 3, 0, FIRST) == SEAL
    assert draws.mix(BIND, 3, PROMISE, {10: OTHER, 0: SEAL}, {0: FIRST}) == MIX


def test_luck_is_the_first_bytes_of_a_keyed_hash() -> None:
    deal = mac(SECRET, f"kartentisch luck 1\n{MIX}\ndeal\n").hex()
    assert "".join(f"{word:016x}" for word in draws.deal_luck(SECRET.hex(), MIX)) == deal[:32]
    move = mac(SECRET, f"kartentisch luck 1\n{MIX}\n10 7\n").hex()
    assert f"{draws.move_luck(SECRET.hex(), MIX, 10, 7):016x}" == move[:16]
    bot = mac(SECRET, f"kartentisch bot 1\n{MIX}\n2 41\n").hex()
    assert f"{draws.bot_seed(SECRET, MIX, 2, 41):032x}" == bot[:32]


def test_the_vectors_stay() -> None:
    """Written down once, so that a change of both sides is noticed too: records are read for ever."""
    assert (BIND[:16], SECRET.hex()[:16], PROMISE[:16]) == VECTORS[:3]
    assert (SEAL[:16], MIX[:16]) == VECTORS[3:]


VECTORS = ("a37e81e156f0f647", "84a6754a92ed18e0", "af4f1e95c073502c", "38c814860deee20e", "25f7d38d7d23a1d3")


@pytest.mark.parametrize(
    "other",
    [
        draws.seal(BIND, 3, 1, FIRST),  # a seal is of its seat: a copy cannot be opened by another one
        draws.seal(BIND, 4, 0, FIRST),
        draws.seal(draws.bind("another"), 3, 0, FIRST),
        draws.seal(BIND, 3, 0, SECOND),
    ],
)
def test_a_seal_is_of_one_table_draw_seat_and_number(other: str) -> None:
    assert other != SEAL
