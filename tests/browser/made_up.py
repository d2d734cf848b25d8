"""Records that a server makes up after an honest draw, and what is found in each: `RECORDS`."""

from __future__ import annotations

from collections.abc import Callable

from kartentisch.proof import draws
from tests.browser.cheating import BIND, OTHER, draw_line, played, record, seal_of

Cheat = Callable[[dict[int, str], dict[int, str]], str]


def reordered(both: dict[int, str], numbers: dict[int, str]) -> str:
    """Of n seats there would be n! deals to choose from."""
    return record(*played(draw_line({1: both[1], 0: both[0]}, numbers)))


def with_a_seat_twice(both: dict[int, str], numbers: dict[int, str]) -> str:
    line = draw_line(both, numbers)
    return record(*played(f"{line} 1={seal_of(1, '0' * 64)}:{'0' * 64} 1={both[1]}:{OTHER}"))


def with_moves_counted_again(both: dict[int, str], numbers: dict[int, str]) -> str:
    """Seat "00" would begin to count anew: for each move several values to choose from."""
    lines = played(draw_line(both, numbers))
    lines[4] = lines[2].replace("0: ", "00: ", 1)
    return record(*lines)


def luck_cut(place: int) -> Cheat:
    """Other luck in this line, in its right form."""

    def cheat(both: dict[int, str], numbers: dict[int, str]) -> str:
        lines = played(draw_line(both, numbers))
        words = lines[place].split(" | ")
        head, _, luck = words[-2].rpartition(" ")
        words[-2] = f"{head} {'0' * len(luck)}".strip()
        lines[place] = " | ".join(words)
        return record(*lines)

    return cheat


def of_a_draw(both: Callable[[dict[int, str]], dict[int, str]], number: str | None = "") -> Cheat:
    """Everything follows from a draw that was changed afterwards. `number`: of seat 0; None: missing, "": its own."""

    def cheat(shown: dict[int, str], numbers: dict[int, str]) -> str:
        given = {**numbers, 0: number or numbers[0]}
        if number is None:
            del given[0]
        return record(*played(draw_line(both(shown), given)))

    return cheat


def other_secret(both: dict[int, str], numbers: dict[int, str]) -> str:
    return record(*played(draw_line(both, numbers), "5" * 64), secret="5" * 64)


def other_promise(both: dict[int, str], numbers: dict[int, str]) -> str:
    promise = draws.promise(BIND, 1, "5" * 64)
    return record(*played(draw_line(both, numbers), "5" * 64, promise), secret="5" * 64, promise=promise)


def other_bind(both: dict[int, str], numbers: dict[int, str]) -> str:
    """A record that is right in itself, of another table."""
    bind = draws.bind("another")
    promise = draws.promise(bind, 1, "5" * 64)
    line = draw_line({seat: draws.seal(bind, 1, seat, number) for seat, number in numbers.items()}, numbers)
    return record(*played(line, "5" * 64, promise, bind), bind=bind, secret="5" * 64, promise=promise)


def undrawn(both: dict[int, str], numbers: dict[int, str]) -> str:
    return record(f"deal: {'7' * 32} | {'0' * 16}")


def without_proof(both: dict[int, str], numbers: dict[int, str]) -> str:
    return record(f"deal: {'7' * 32} | {'0' * 16}", proof="", bind="", match="", promise="", secret="")


def half(both: dict[int, str], numbers: dict[int, str]) -> str:
    return record(*played(draw_line(both, numbers)), bind="")


def same(both: dict[int, str]) -> dict[int, str]:
    return both


RECORDS: dict[str, tuple[Cheat, list[str]]] = {
    "luck of the deal": (luck_cut(1), ["wrong", "proof_deal"]),
    "luck of a move": (luck_cut(4), ["wrong", "proof_move"]),
    "own seal replaced": (
        of_a_draw(lambda both: {**both, 0: seal_of(0, "d5" * 32)}, "d5" * 32),
        ["wrong", "receipt_seals"],
    ),
    "own number missing": (of_a_draw(same, None), ["wrong", "receipt_missing"]),
    "another number for the own seal": (of_a_draw(same, "d5" * 32), ["wrong", "proof_number", "receipt_number"]),
    "own seat left out": (of_a_draw(lambda both: {1: both[1]}), ["wrong", "receipt_seals"]),
    "one more seat": (of_a_draw(lambda both: {**both, 5: "e" * 64}), ["wrong", "receipt_seals"]),
    "seats in another order": (reordered, ["wrong", "proof_form"]),
    "a seat twice": (with_a_seat_twice, ["wrong", "proof_form"]),
    "moves counted again": (with_moves_counted_again, ["wrong", "proof_form"]),
    "another secret": (other_secret, ["wrong", "proof_promise"]),
    "another promise": (other_promise, ["wrong", "receipt_promise"]),
    "another table": (other_bind, ["wrong", "proof_other"]),
    "no draw": (undrawn, ["wrong", "receipt_gone", "proof_undrawn"]),
    "no word of luck": (without_proof, ["wrong", "receipt_gone", "proof_old"]),
    "no deal": (lambda both, numbers: record(), ["wrong", "proof_form"]),
    "half of a header": (half, ["wrong", "proof_form"]),
}
