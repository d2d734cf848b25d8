"""Records and states of the first version: they hold, and give what they gave then."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.engine.states import digest
from tests.stored.kit import FIRST, names_of, unpacked


@cache
def expected() -> dict[str, Any]:
    found: dict[str, Any] = unpacked(FIRST / "records" / "expected.json.gz")
    return found


def told(match: kt.Match) -> dict[str, Any]:
    return {
        "game": match.game,
        "seats": match.seats,
        "options": match.options,
        "state": match.state_json(),
        "digest": digest(match._game, match._records),
        "round_over": match.round_over,
        "over": match.over,
        "points": match.points,
        "totals": match.totals,
        "winners": match.winners,
    }


def test_every_record_has_what_it_gives_beside_it() -> None:
    assert set(names_of("records", ".txt")) == set(expected())
    assert len(expected()) >= 38


@pytest.mark.parametrize("name", names_of("records", ".txt"))
def test_a_record_holds_and_gives_the_same_match(name: str) -> None:
    text = (FIRST / "records" / f"{name}.txt").read_text(encoding="utf-8")
    match = kt.replay(text)
    now = told(match)
    assert {key: value for key, value in now.items() if value != expected()[name][key]} == {}
    assert list(now["state"]) == list(expected()[name]["state"]), "the digest rests on the order of the keys"
    assert match.record() == text, "the record of the same match is the same, byte for byte"


def test_a_record_with_another_digest_does_not_hold() -> None:
    name = names_of("records", ".txt")[0]
    text = (FIRST / "records" / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")
    with pytest.raises(kt.RecordError, match="digest"):
        kt.replay(text[:-1] + ("0" if text[-1] != "0" else "1"))


# ---- Half over -------------------------------------------------------------------------------------------------------


def half(game: str) -> dict[str, Any]:
    found: dict[str, Any] = unpacked(FIRST / "halves" / f"{game}.json.gz")
    return found


@pytest.mark.parametrize("game", names_of("halves", ".json.gz"))
def test_a_match_that_is_half_over_is_read_as_it_was(game: str) -> None:
    stored = half(game)
    for match in (kt.replay(stored["record"]), kt.Match.from_state_json(stored["state"])):
        assert {key: value for key, value in told(match).items() if value != stored[key]} == {}
        assert list(match.actors()) == stored["actors"]
        assert {str(seat): match.moves(seat) for seat in range(match.seats)} == stored["moves"]
        seen = {str(seat): match.view(seat).json() for seat in (None, *range(match.seats))}
        assert seen == stored["views"]


@pytest.mark.parametrize("game", names_of("halves", ".json.gz"))
def test_a_stored_view_is_read_and_says_the_same(game: str) -> None:
    stored = half(game)
    for seat, state in stored["views"].items():
        view = kt.View.from_json(state)
        assert view.json() == state
        if seat != "None":
            assert view.moves() == stored["moves"][seat]
            assert view.imagine(1).view(int(seat)).json() == state, "what may be the truth looks the same"


@pytest.mark.parametrize("game", names_of("halves", ".json.gz"))
def test_a_match_that_is_half_over_goes_on_as_it_did(game: str) -> None:
    """From the stored state, with the luck and the moves of then."""
    stored = half(game)
    went_on = stored["went on"]
    match = kt.Match.from_state_json(stored["state"], seed=went_on["seed"])
    again = kt.replay(went_on["record"])
    assert {key: value for key, value in told(again).items() if value != went_on[key]} == {}
    for line in went_on["record"].partition("\n\n")[2].splitlines():
        who, _, rest = line.partition(": ")
        if who == "deal":
            match.next_round()
        else:
            match.play(int(who), rest.split(" | ")[0])
    assert match.record() == went_on["record"]
    assert match.state_json() == went_on["state"]
