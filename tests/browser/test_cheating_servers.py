"""Servers that cheat, one fault each: what the page itself says, from its own numbers and what it was shown.

`check` says the same of the record and the receipt that the page saves (`tests/web/live/test_cheating.py` has more).
"""

from __future__ import annotations

import pytest

from kartentisch.play.proof import examine
from kartentisch.proof import draws
from tests.browser.cheating import BIND, OTHER, Shown, codes_of, draw_line, played, record, seal_of
from tests.browser.line import Seat, scene
from tests.browser.made_up import RECORDS, other_bind
from tests.ways import long

pytestmark = pytest.mark.browser

WRONG = "Something is wrong with this draw. The luck of this match cannot be proved."
REPLACED = "Another page of your seat gave the number for these cards."
LEFT_OUT = "These cards were drawn without your number."
FULL = "const set = Storage.prototype.setItem; let times = 0; Storage.prototype.setItem = function (key, value) {"
FULL += " if (key.startsWith('kartentisch.luck.') && times++ > 2) throw new Error('full'); set.call(this, key, value) }"
SILENT = "Storage.prototype.setItem = () => { throw new Error('private') }"


def opened(seat: Seat, script: str = "") -> Shown:
    return Shown(seat(scene([], phase="waiting", yours=False, buttons=[]), script=script))


def seals(mine: str, draw: int = 1) -> dict[int, str]:
    """The seals of both seats."""
    return {0: mine, 1: seal_of(1, OTHER, draw)}


def shown(page: Shown) -> tuple[dict[int, str], dict[int, str]]:
    """An honest draw: its seals and its numbers."""
    both = seals(page.welcome())
    return both, {0: page.show(both), 1: OTHER}


# ---- Honest servers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["", long(SILENT), FULL], ids=["kept", "nothing is stored", "storage fills up"])
def test_an_honest_match_of_two_draws_is_proved(seat: Seat, script: str) -> None:
    page = opened(seat, script)
    lines = []
    mine = page.welcome()
    for draw in (1, 2):
        both = seals(mine, draw)
        numbers = {0: page.show(both, draw), 1: OTHER}
        mine = page.asked("seal")[-1].split()[1]
        lines += played(draw_line(both, numbers, draw))
    assert page.verdict(record(*lines))[0] == ["proved"]


def test_a_reload_at_any_time_loses_no_receipt(seat: Seat) -> None:
    page = opened(seat)
    both = seals(page.welcome())
    page.reload()
    numbers = {0: page.show(both), 1: OTHER}
    page.reload()
    assert page.show(both) == numbers[0], "after a crash of the server the same draw is shown again"
    page.reload()
    text = record(*played(draw_line(both, numbers)))
    found, receipt = page.verdict(text)
    assert (found, codes_of(examine(text, receipt))) == (["proved"], ["proved"])


def test_a_secret_that_was_lost_between_draw_and_deal_accuses_nobody(seat: Seat) -> None:
    page = opened(seat)
    shown(page)
    text = record(f"deal: {'7' * 32} | {'0' * 16}", secret="lost")
    found, receipt = page.verdict(text)
    assert found == ["unproved", "proof_lost", "proof_undrawn", "receipt_gone"] == codes_of(examine(text, receipt))


# ---- Servers that cheat before the deal ------------------------------------------------------------------------------


def test_a_second_list_is_not_opened_and_remembered(seat: Seat) -> None:
    page = opened(seat)
    both, numbers = shown(page)
    second = {**both, 1: seal_of(1, "c4" * 32)}
    assert page.show_in_vain(second) == [f"1 {numbers[0]}"], "the number of before, and none for this list"
    page.deal()
    assert page.said() == WRONG
    text = record(*played(draw_line(second, {0: numbers[0], 1: "c4" * 32})))
    found, receipt = page.verdict(text)
    assert found == ["wrong", "receipt_twice", "receipt_seals"] == codes_of(examine(text, receipt))


@pytest.mark.long
def test_a_second_list_is_remembered_over_a_reload_even_if_the_first_one_counts(seat: Seat) -> None:
    page = opened(seat)
    both, numbers = shown(page)
    page.reload()
    assert page.show_in_vain({0: both[0]}) == []
    page.reload()
    text = record(*played(draw_line(both, numbers)))
    found, receipt = page.verdict(text)
    assert found == ["wrong", "receipt_twice"] == codes_of(examine(text, receipt))


def test_a_second_promise_is_not_opened(seat: Seat) -> None:
    page = opened(seat)
    both, _ = shown(page)
    other = draws.promise(BIND, 1, "5" * 64)
    assert len(page.show_in_vain(both, promise=other)) == 1
    text = record(*played(draw_line(both, {1: OTHER}), "5" * 64, other), promise=other, secret="5" * 64)
    found, receipt = page.verdict(text)
    assert found == ["wrong", "receipt_twice", "receipt_promise", "receipt_missing"] == codes_of(examine(text, receipt))


def test_a_seal_that_was_replaced_is_not_opened_and_said(seat: Seat) -> None:
    """It could be of another page of the same person, so the page says what it sees."""
    page = opened(seat)
    page.welcome()
    forged = seals(seal_of(0, "d5" * 32))
    assert page.show_in_vain(forged) == []
    page.deal()
    assert page.said() == REPLACED
    text = record(*played(draw_line(forged, {0: "d5" * 32, 1: OTHER})))
    found, receipt = page.verdict(text)
    assert found == ["unproved", "receipt_replaced"] == codes_of(examine(text, receipt))


def test_a_seal_that_was_left_out_is_said(seat: Seat) -> None:
    page = opened(seat)
    page.welcome()
    alone = {1: seal_of(1, OTHER)}
    assert page.show_in_vain(alone) == []
    page.deal()
    assert page.said() == LEFT_OUT
    text = record(*played(draw_line(alone, {1: OTHER})))
    found, receipt = page.verdict(text)
    assert found == ["unproved", "receipt_absent"] == codes_of(examine(text, receipt))


def test_a_draw_that_is_said_to_be_of_another_table_is_not_opened(seat: Seat) -> None:
    page = opened(seat)
    both = seals(page.welcome())
    assert page.show_in_vain(both, bind=draws.bind("another")) == []
    page.deal()
    assert page.said() == WRONG
    text = record(*played(draw_line(both, {1: OTHER})))
    found, receipt = page.verdict(text)
    assert found == ["wrong", "receipt_bind"] == codes_of(examine(text, receipt))


def test_a_draw_that_was_thrown_away_once_its_numbers_were_known(seat: Seat) -> None:
    """The server deals from the next one, and says that the first one was of another match."""
    page = opened(seat)
    shown(page)
    second = seals(page.asked("seal")[-1].split()[1], 2)
    numbers = {0: page.show(second, 2), 1: OTHER}
    text = record(*played(draw_line(second, numbers, 2)))
    found, receipt = page.verdict(text)
    assert found == ["wrong", "proof_order", "receipt_gone"] == codes_of(examine(text, receipt))
    secret = "6" * 64
    promise = draws.promise(BIND, 2, secret)
    later = record(*played(draw_line(second, numbers, 2), secret, promise), match="2", promise=promise, secret=secret)
    page.reload()
    assert page.verdict(later)[0] == ["wrong", "proof_other"]
    assert codes_of(examine(later, receipt)) == ["wrong", "receipt_promise", "receipt_elsewhere"]


# ---- Servers that cheat with the record ------------------------------------------------------------------------------


def test_records_that_were_made_up_are_found_by_the_page(seat: Seat) -> None:
    page = opened(seat)
    both, numbers = shown(page)
    found, receipt = page.verdict(record(*played(draw_line(both, numbers))))
    assert found == ["proved"]
    texts = {name: cheat(both, numbers) for name, (cheat, _) in RECORDS.items()}
    codes = {name: codes for name, (_, codes) in RECORDS.items()}
    assert {name: page.examined(text, receipt) for name, text in texts.items()} == codes
    for name, text in texts.items():  # `replay` finds wrong forms, and `check` is told no number of a match
        if not {"proof_form", "proof_other"} & set(codes[name]):
            assert codes_of(examine(text, receipt)) == codes[name]


def test_a_receipt_that_this_browser_has_lost_is_said(seat: Seat) -> None:
    page = opened(seat)
    both, numbers = shown(page)
    page.page.evaluate("localStorage.clear()")
    page.reload()
    found, _ = page.verdict(record(*played(draw_line(both, numbers))))
    assert found == ["unproved", "receipt_absent"]


def test_a_number_that_the_server_refused_counts_as_missing(seat: Seat) -> None:
    page = opened(seat)
    both = seals(page.welcome())
    page.page.evaluate("line.refuse = 'too late'")
    page.show(both)
    text = record(*played(draw_line(both, {1: OTHER})))
    found, receipt = page.verdict(text)
    assert found == ["missing_one"] == codes_of(examine(text, receipt))


def test_whoever_watches_is_told_what_the_record_itself_says(seat: Seat) -> None:
    page = opened(seat)
    line = draw_line({1: seal_of(1, OTHER)}, {1: OTHER})
    assert page.examined(record(*played(line)), "null") == ["proved"]
    assert page.examined(other_bind({}, {1: OTHER}), "null") == ["wrong", "proof_other"]
    assert page.examined(record(*played(line), match="2"), "null") == ["wrong", "proof_other"]
