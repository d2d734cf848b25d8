"""Servers that cheat, one fault each, and who catches them: the record alone, or a receipt."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kartentisch.play import texts
from kartentisch.play.errors import RecordError
from kartentisch.play.proof import LOST, examine, read_draw
from kartentisch.play.replay import replay
from kartentisch.proof import draws
from kartentisch.table.draw import OPENING
from kartentisch.table.luck import DrawnLuck
from kartentisch.web.live.record import record
from tests.plain_store import plain
from tests.web.support.draws import again, deal, drawn, play_out, two_members, whole_match
from tests.web.support.kit import House, in_house, settled


def codes(text: str, receipt: str | None = None) -> set[str]:
    return {why.code for why in examine(text, receipt).faults}


@pytest.fixture(scope="module")
def fair() -> tuple[str, list[str]]:
    """A record of two rounds and the receipts of both seats."""

    async def work(house: House) -> tuple[str, list[str]]:
        _, members, text = await whole_match(drawn(house), rounds=2)
        return text, [member.receipt() for member in members]

    found: tuple[str, list[str]] = in_house(work)
    return found


def cheats(monkeypatch: pytest.MonkeyPatch, name: str, by: Callable[..., Any]) -> str:
    """The record of a server whose luck comes from elsewhere."""
    monkeypatch.setattr(DrawnLuck, name, by)

    async def work(house: House) -> str:
        return (await whole_match(drawn(house)))[2]

    text: str = in_house(work)
    replay(text)  # the rules alone find nothing
    return text


def test_other_luck_of_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(cheats(monkeypatch, "deal", lambda *_: (1, 2))) == {"proof_deal"}


def test_other_luck_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(cheats(monkeypatch, "move", lambda *_: 1)) == {"proof_move"}


def test_another_secret_at_the_end(fair: tuple[str, list[str]]) -> None:
    text, _ = fair
    lines = texts.lines_of(text)
    place = next(place for place, line in enumerate(lines) if line.startswith("secret: "))
    lines[place] = f"secret: {'5' * 64}"
    assert "proof_promise" in codes("\n".join(lines) + "\n")


def edited(receipt: str, **changes: Any) -> str:
    said = json.loads(receipt)
    said["draws"]["1"].update(changes)
    return json.dumps(said)


def test_a_page_was_shown_other_seals_or_another_promise(fair: tuple[str, list[str]]) -> None:
    text, (receipt, _) = fair
    seals = json.loads(receipt)["draws"]["1"]["seals"]
    assert codes(text, edited(receipt, seals={**seals, "1": "9" * 64})) == {"receipt_seals"}
    assert codes(text, edited(receipt, seals={"0": seals["0"]})) == {"receipt_seals"}
    assert codes(text, edited(receipt, promise="9" * 64)) == {"receipt_promise"}
    assert codes(text, edited(receipt, differs=True)) == {"receipt_twice"}


def test_a_number_that_came_in_time_is_called_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 hears that its number was taken; the record has it not. Its receipt tells, the record counts."""

    async def work(house: House) -> tuple[str, list[str]]:
        room, members = await two_members(drawn(house))
        for member in members:
            await member.unseal() if member.seat == 0 else member.look()
        members[1].shown[1]["given"] = True  # what the server answered
        await house.later(room, 3_000)
        await play_out(house, room, members)
        text = await record_of(room)
        return text, [member.receipt() for member in members]

    text, (other, own) = in_house(work)
    assert codes(text, own) == {"receipt_missing"}
    answer = examine(text, other)
    assert (answer.kind, answer.missing, answer.faults) == ("missing", 1, [])


async def record_of(room: Any) -> str:

    text = await record(room, 1)
    assert text is not None
    return text


@pytest.mark.parametrize("how", ["new seals after a crash", "restored from yesterday"])
def test_a_page_that_was_shown_a_draw_remembers_it(how: str) -> None:
    """The server forgets the fact `sealed` and draws again: the page has two lists of the same draw."""

    async def work(house: House) -> None:
        room, members = await two_members(drawn(house))
        for member in members:
            member.look()
        old = plain(house.store).facts(room.id)
        if how == "restored from yesterday":
            await deal(house, room, members)
        house.store._memory.facts[room.id] = old[:2]  # without the draw
        later = again(house.store, now=house.hands.now + 1_000)
        back = await later.rooms.get(room.id)
        assert back is not None
        for member in members:
            member.page = await later.page(back, member.seat)
            await member.seal(1, f"{member.seat}e" * 32)
        await settled()
        await later.later(back, 3_000)
        for member in members:
            member.look()
            assert member.shown[1]["differs"], "this page does not open its seal"
        await later.later(back, 3_000)
        await play_out(later, back, members)
        text = await record_of(back)
        for member in members:
            assert {"receipt_twice", "receipt_seals"} <= codes(text, member.receipt())
        await later.close()

    in_house(work)


def test_a_foreign_seal_that_is_copied_cannot_be_opened(fair: tuple[str, list[str]]) -> None:
    """Neither at the table (test_drawn_luck) nor in a record."""
    text, _ = fair
    lines = texts.lines_of(text)
    place = next(place for place, line in enumerate(lines) if line.startswith("draw: "))
    found = read_draw(lines[place])
    assert found is not None
    copied = replace(
        found, seals={0: found.seals[0], 1: found.seals[0]}, numbers={0: found.numbers[0], 1: found.numbers[0]}
    )
    lines[place] = copied.text()
    assert "proof_number" in codes("\n".join(lines) + "\n")


def test_a_draw_that_is_left_out_or_put_elsewhere(fair: tuple[str, list[str]]) -> None:
    text, (receipt, _) = fair
    lines = texts.lines_of(text)
    places = [place for place, line in enumerate(lines) if line.startswith("draw: ")]
    without = [line for place, line in enumerate(lines) if place != places[1]]
    answer = examine("\n".join(without) + "\n", receipt)
    assert {why.code for why in answer.faults} == {"receipt_gone"}
    assert {why.code for why in answer.reasons} == {"proof_undrawn"}
    swapped = list(lines)
    swapped[places[0]], swapped[places[1]] = lines[places[1]], lines[places[0]]
    assert "proof_order" in codes("\n".join(swapped) + "\n")


def test_a_record_that_was_edited_in_any_line_is_found(fair: tuple[str, list[str]]) -> None:
    """One digit or letter of each line, with a hash of its own again: the rules, the proof or the receipt find it."""
    text, receipts = fair
    whole = [line for line in texts.lines_of(text) if line and not line.startswith("hash: ")]
    header = next(place for place, line in enumerate(whole) if line.startswith(("draw: ", "deal: ")))
    places = [*range(header + 6), *range(header + 6, len(whole), 29), len(whole) - 1]
    for place in places:
        line = whole[place]
        last = line[-1]
        changed = line[:-1] + ("0" if last != "0" else "1")
        lines = [*whole[:place], changed, *whole[place + 1 :]]
        lines.insert(header, "")
        again_hashed = texts.hashed("\n".join(lines) + "\n")
        try:
            replay(again_hashed)
            found = any(codes(again_hashed, receipt) for receipt in receipts)
        except RecordError:
            found = True
        assert found, line


@pytest.mark.parametrize("receipt", ["", "{", "[]", "{}", '{"kartentisch":"receipt 1"}', "7", "null"])
def test_a_file_that_is_no_receipt_is_a_sentence(fair: tuple[str, list[str]], receipt: str) -> None:
    with pytest.raises(ValueError, match="no receipt of Kartentisch"):
        examine(fair[0], receipt)


def test_a_receipt_of_another_match_or_a_newer_version(fair: tuple[str, list[str]]) -> None:
    text, (receipt, _) = fair
    said = json.loads(receipt)
    assert codes(text, json.dumps({**said, "bind": draws.bind("another")})) == {"receipt_other"}
    with pytest.raises(ValueError, match="newer"):
        examine(text, json.dumps({**said, "kartentisch": "receipt 2"}))


def test_lost_secrets_and_records_of_before_are_not_proved(fair: tuple[str, list[str]]) -> None:
    text, _ = fair
    lines = [line for line in texts.lines_of(text) if not line.startswith("hash: ")]
    lost = [f"secret: {LOST}" if line.startswith("secret: ") else line for line in lines]
    answer = examine("\n".join(lost) + "\n")
    assert (answer.kind, [why.code for why in answer.reasons], answer.faults) == ("unproved", ["proof_lost"], [])
    header = ("proof: ", "bind: ", "match: ", "promise: ", "secret: ", "draw: ")
    old = "\n".join(line for line in lines if not line.startswith(header)) + "\n"
    replay(old)
    answer = examine(old)
    assert (answer.kind, [why.code for why in answer.reasons]) == ("unproved", ["proof_old"])
    for line, sentence in (("proof: 1", "proof: 2"), ("bind: ", "tint: ")):
        newer = "\n".join(lines).replace(line, sentence, 1) + "\n"
        with pytest.raises(RecordError, match="newer version"):
            replay(newer)


def test_a_key_that_was_lost_between_draw_and_deal_is_no_cheat() -> None:
    """Nothing was dealt from the draw on the receipt, and the record says why."""

    async def work(house: House) -> tuple[str, str]:
        room, members = await two_members(drawn(house))
        for member in members:
            member.look()
        later = again(house.store, key=b"x" * 32, now=house.hands.now + 1_000)
        back = await later.rooms.get(room.id)
        assert back is not None
        await later.later(back, OPENING)
        assert back.table.secret == ""
        await play_out(later, back, [])
        text = await record_of(back)
        await later.close()
        return text, members[0].receipt()

    text, receipt = in_house(work)
    replay(text)
    answer = examine(text, receipt)
    reasons = ["proof_lost", "proof_undrawn", "receipt_gone"]
    assert ([why.code for why in answer.reasons], answer.faults) == (reasons, [])


def test_a_draw_of_another_match_is_said(fair: tuple[str, list[str]]) -> None:
    """A server could call the first match the second, to leave out a draw: the receipt tells."""
    text, (receipt, _) = fair
    secret = "5" * 64
    found = json.loads(receipt)
    promise = draws.promise(found["bind"], 2, secret)
    header = {"match: 1": "match: 2", found["draws"]["1"]["promise"]: promise}
    for old, new in header.items():
        text = text.replace(old, new)
    text = "\n".join(f"secret: {secret}" if one.startswith("secret: ") else one for one in texts.lines_of(text)) + "\n"
    text = text.replace("draw: 2", "draw: 4").replace("draw: 1", "draw: 3")
    answer = examine(text, receipt)
    assert [why.code for why in answer.reasons if why.code == "receipt_elsewhere"] == ["receipt_elsewhere"] * 2
    for one in found["draws"].values():
        one["promise"] = promise  # promised for this very match, and then not dealt from
    gone = [why.args["draw"] for why in examine(text, json.dumps(found)).faults if why.code == "receipt_gone"]
    assert gone == [1, 2]


def test_a_record_names_no_table(fair: tuple[str, list[str]]) -> None:
    assert "table0000" not in fair[0]
