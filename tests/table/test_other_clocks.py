"""Another clock in the match, when all people want it; and what the log keeps of clocks."""

from __future__ import annotations

import pytest

from kartentisch.table.clocks import ALLOWANCE, LEEWAY, RESERVE
from kartentisch.table.settings import Settings, checked_settings
from tests.table.tables import LEVELS, dealt, told
from tests.table.test_clocks import BRISK, brisk, code, has
from tests.toy import TOY

pytestmark = pytest.mark.rules


def test_another_clock_comes_when_all_people_want_it() -> None:
    live = dealt("you", "open", "open", "bot:random")
    facts = len(live.facts)
    assert live.ask("clock", 1, arg="brisk pass") is None
    assert live.ask("clock", 2, arg="brisk pass") is None
    assert live.ask("clock", 2, arg="brisk pass") is None, "asking twice is asking once"
    assert (len(live.facts), live.table.clocks.kind) == (facts, "none")
    question = live.table.question
    assert question is not None
    assert (question.seat, question.kind, question.zero, question.yes) == (1, "brisk", "pass", frozenset({1, 2}))
    assert live.ask("clock", 0, arg="brisk pass") is None
    assert (live.facts[-1].kind, live.facts[-1].text) == ("pace", "clock brisk pass")
    assert (live.table.clocks.kind, live.table.clocks.zero, live.table.question) == ("brisk", "pass", None)
    assert has(live)[:3] == [BRISK] * 3


def test_who_is_alone_with_bots_chooses_alone() -> None:
    live = dealt("you", "bot:random")
    assert live.ask("clock", 0, arg="relaxed wait") is None
    assert live.table.clocks.kind == "relaxed"


def test_a_refusal_or_another_question_ends_a_question() -> None:
    live = dealt("you", "open", "open")
    assert code(live.ask("refuse", 0)) == "no_question"
    live.ask("clock", 0, arg="brisk bot")
    assert code(live.ask("refuse", -1)) == "watching"
    assert live.ask("refuse", 2) is None
    assert live.table.question is None
    live.ask("clock", 0, arg="brisk bot")
    live.ask("clock", 1, arg="relaxed bot")
    question = live.table.question
    assert question is not None
    assert (question.seat, question.kind, question.yes) == (1, "relaxed", frozenset({1}))


@pytest.mark.parametrize(("do", "arg"), [("leave", ""), ("bot", "2 greedy")])
def test_a_question_ends_when_others_are_asked_than_before(do: str, arg: str) -> None:
    live = dealt("you", "open", "open")
    live.ask("clock", 0, arg="brisk bot")
    live.ask("clock", 1, arg="brisk bot")
    assert live.ask(do, 2, arg=arg) is None
    assert live.table.question is None
    assert live.table.clocks.kind == "none"


def test_whose_seat_a_bot_plays_is_not_asked() -> None:
    live = dealt("you", "open", "bot:random")
    live.ask("bot", 0, arg="0 greedy")
    assert code(live.ask("clock", 0, arg="brisk bot")) == code(live.ask("refuse", 0)) == "bot_plays"
    assert live.ask("clock", 1, arg="brisk bot") is None
    assert live.table.clocks.kind == "brisk"


def test_a_question_goes_on_while_a_bot_plays_one_move() -> None:
    live = brisk("bot")
    live.ask("clock", 1, arg="none bot")
    live.wait(BRISK + LEEWAY)
    assert live.table.chairs[0].once
    assert live.table.question is not None


@pytest.mark.parametrize(
    ("seat", "arg", "why"),
    [
        (-1, "brisk bot", "watching"),
        (0, "brisk", "clock_unknown"),
        (0, "hasty bot", "clock_unknown"),
        (0, "brisk sleep", "clock_unknown"),
        (0, "none wait", "clock_same"),
    ],
)
def test_what_cannot_be_asked_of_all(seat: int, arg: str, why: str) -> None:
    live = dealt("you", "open", "open")
    assert code(live.ask("clock", seat, arg=arg)) == why
    assert live.table.question is None


def test_a_new_clock_gives_everybody_all_of_its_time() -> None:
    live = brisk("wait")
    live.wait(70_000)
    for seat in range(3):
        live.ask("clock", seat, arg="relaxed wait")
    assert has(live) == [ALLOWANCE["relaxed"] + RESERVE["relaxed"]] * 3


def test_what_cannot_be_opened() -> None:
    for more in ({"clock": "hasty"}, {"zero": "sleep"}):
        assert code(checked_settings(TOY, ["you", "open"], {}, LEVELS, **more)) == "clock_unknown"  # type: ignore[arg-type]
    settings = checked_settings(TOY, ["you", "open"], {}, LEVELS, clock="brisk", zero="pass")
    assert isinstance(settings, Settings)
    assert (settings.clock, settings.zero) == ("brisk", "pass")


# ---- The log --------------------------------------------------------------------------------------------------------


def test_after_a_restart_a_decision_begins_anew_and_the_reserve_is_as_it_was() -> None:
    live = brisk("wait")
    live.wait(ALLOWANCE["brisk"] + 5_000)
    live.play(0, "take")
    live.wait(ALLOWANCE["brisk"] + 9_000)
    live.table = live.folded()
    live.now += 3_600_000
    live.wake()
    assert live.facts[-1].kind == "woke"
    assert has(live) == [BRISK - 5_000, BRISK, BRISK]
    assert told(live.folded()) == told(live.table)


def test_nothing_is_written_on_waking_where_no_clock_runs() -> None:
    none, paused, window = dealt("you", "open"), brisk(), brisk()
    paused.ask("pause", 0)
    window.play(0, "dare")
    for live in (none, paused, window):
        facts = len(live.facts)
        live.wake()
        assert len(live.facts) == facts
