"""Sitting down, starting, pausing, leaving, bots in and out."""

from __future__ import annotations

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.table.chairs import Chair
from kartentisch.table.settings import RESULT_SHOWN, checked_settings
from tests.table.tables import LEVELS, Live, dealt, rest
from tests.toy import TOY

pytestmark = pytest.mark.rules

END = {**rest(["1"], ["2", "3"], ["4"], top="1"), "turn": 0}
"""Seat 0 can end the round by `snap`."""


def code(reason: Reason | None) -> str:
    return reason.code if reason else ""


def test_a_table_waits_until_every_seat_is_taken_and_then_deals() -> None:
    live = Live.open("you", "open", "bot:greedy")
    assert live.table.records is None
    assert live.play(0, "take") == "not_dealt"
    assert live.ask("sit", arg="1", id="s") is None
    assert [fact.kind for fact in live.facts] == ["opened", "sat", "dealt"]
    assert live.table.phase == "playing"
    assert live.table.people == (0, 1)


@pytest.mark.parametrize("arg", ["3", "-1", "x", "", "1 ", "²", "999"])
def test_there_is_no_such_seat(arg: str) -> None:
    assert code(Live.open("you", "open", "open").ask("sit", arg=arg)) == "seat_unknown"


def test_a_seat_with_a_person_is_taken_and_one_with_a_bot_is_not() -> None:
    live = dealt("you", "bot:random", "open")
    assert code(live.ask("sit", arg="0")) == code(live.ask("sit", arg="2")) == "seat_taken"
    assert live.ask("sit", arg="1") is None
    assert live.table.chairs[1] == Chair(person=True, bot="random", guest=True)


def test_the_host_starts_and_open_seats_get_bots() -> None:
    live = Live.open("you", "open", "open")
    live.ask("sit", arg="2")
    assert code(live.ask("start", 2)) == code(live.ask("start", -1)) == "host_only"
    assert live.ask("start", 0, arg="random") is None
    assert live.table.chairs == (Chair(person=True), Chair(bot="random"), Chair(person=True))
    assert code(live.ask("start", 0)) == "started"


def test_an_ask_that_nobody_knows_is_refused() -> None:
    assert code(Live.open("you", "open").ask("fly", 0)) == "ask_unknown"


def test_anybody_with_a_seat_may_pause_and_go_on() -> None:
    live = dealt("you", "open", "bot:random")
    assert code(live.ask("pause", -1)) == "watching"
    assert live.ask("pause", 1) is None
    assert live.table.phase == "paused"
    assert live.table.actors() == ()
    assert live.play(0, "take") == "paused"
    assert code(live.ask("pause", 0)) == "no_pause"
    assert live.ask("resume", 0) is None
    assert code(live.ask("resume", 0)) == "not_paused"
    assert live.play(live.table.actors()[0], "take") == ""


def test_the_pace_is_the_hosts_or_that_of_who_plays_alone() -> None:
    live = dealt("you", "open", "bot:random")
    assert code(live.ask("pace", 1, arg="quick")) == "host_only"
    assert code(live.ask("pace", 0, arg="wild")) == "pace_unknown"
    assert live.ask("pace", 0, arg="quick") is None
    assert live.table.pace == "quick"
    alone = dealt("you", "bot:random")
    assert alone.ask("pace", 0, arg="step") is None


def test_a_bot_steps_in_and_its_person_comes_back() -> None:
    live = dealt("you", "open", "open", **END)
    assert live.ask("bot", 0, arg="1 greedy") is None
    assert live.table.chairs[1] == Chair(person=True, bot="greedy")
    assert live.table.people == (0, 2)
    assert live.play(1, "take") == "bot_plays"
    assert code(live.ask("back", 0)) == "you_play"
    assert live.ask("back", 1) is None
    assert live.table.chairs[1] == Chair(person=True)


def test_who_may_put_a_bot_on_a_seat() -> None:
    live = dealt("you", "open", "open")
    assert code(live.ask("bot", 1, arg="2 greedy")) == code(live.ask("bot", -1, arg="2 greedy")) == "host_only"
    assert code(live.ask("bot", 1, arg="2 greedy", away=True)) == "host_only", "also while its owner is away"
    assert live.ask("bot", -1, arg="2 greedy", away=True) is None, "the table, as its owner has been away for long"
    assert live.ask("bot", 1, arg="1 greedy") is None, "its own seat"
    assert live.ask("back", 0, arg="1") is None
    assert live.ask("bot", 0, arg="1 random") is None, "the host, anybody's"
    assert live.table.chairs[1] == Chair(person=True, bot="random")
    said = ["bot greedy away", "bot greedy by 1", "back by 0", "bot random by 0"]
    assert [fact.text for fact in live.facts if fact.kind == "handed"] == said
    assert code(live.ask("bot", 0, arg="1 clever")) == "level_unknown"
    assert code(live.ask("bot", 0, arg="7 greedy")) == "seat_unknown"


def test_a_bots_move_that_comes_after_its_person_came_back_is_late() -> None:
    live = dealt("you", "open", **{**rest(["1", "2"], ["3", "4"], top="5"), "turn": 1})
    live.ask("bot", 0, arg="1 greedy")
    since = live.since(1)
    live.ask("back", 1)
    assert live.play(1, "take", by="bot", since=since) == "late"
    assert live.play(1, "take") == ""


def test_who_leaves_while_people_gather_leaves_an_open_seat_and_later_a_bot() -> None:
    live = Live.open("you", "open", "open")
    live.ask("sit", arg="1")
    assert live.ask("leave", 1) is None
    assert live.table.chairs[1].open
    live = dealt("you", "open", "open")
    assert live.ask("leave", 0) is None
    assert live.table.chairs[0] == Chair(bot=LEVELS[-1])
    assert live.table.host == 1, "the role goes on"
    assert live.play(0, "take") == "seat_taken"
    assert code(live.ask("leave", 0)) == "watching"


def test_with_nobody_left_there_is_no_host_until_somebody_sits_down() -> None:
    live = dealt("you", "open")
    live.ask("leave", 0)
    live.ask("leave", 1)
    assert live.table.host == -1
    assert live.ask("sit", arg="1") is None
    assert live.table.host == 1


def test_the_role_of_a_host_who_is_away_may_be_taken() -> None:
    live = dealt("you", "open", "bot:random")
    assert code(live.ask("host", 1)) == "host_here"
    assert code(live.ask("host", 2, away=True)) == "watching"
    assert live.ask("host", 1, away=True) is None
    assert live.table.host == 1


def test_the_host_closes_the_table_and_then_nothing_goes() -> None:
    live = dealt("you", "open")
    assert code(live.ask("close", 1)) == "host_only"
    assert live.ask("close", 0) is None
    assert live.table.phase == "closed"
    for do in ("play", "sit", "start", "pause", "leave", "close"):
        assert code(live.ask(do, 0, "take", arg="1")) == "table_closed"
    assert live.until_due() is None


def test_the_next_round_comes_when_all_people_asked_for_it() -> None:
    live = dealt("you", "open", "bot:random", options={"rounds": 3}, **END)
    assert code(live.ask("next", 0)) == "no_result"
    assert live.play(0, "snap") == ""
    assert live.table.phase == "result"
    assert code(live.ask("next", -1)) == "watching"
    assert live.ask("next", 1) is None
    assert live.ask("next", 1) is None, "asking twice is asking once"
    assert live.table.phase == "result"
    assert live.table.ready == {1}
    assert live.ask("next", 0) is None
    assert (live.table.phase, live.facts[-1].kind, live.facts[-1].text) == ("playing", "dealt", "next")
    assert (live.state()["round"], live.table.ready, live.table.dealt) == (2, frozenset(), 2)


def test_the_next_round_comes_by_itself_after_a_while() -> None:
    live = dealt("you", "bot:random", "bot:random", options={"rounds": 2}, **END)
    live.play(0, "snap")
    assert live.wait(RESULT_SHOWN - 1) == []
    assert [fact.kind for fact in live.wait(1)] == ["dealt"]


def test_without_people_the_next_round_comes_at_once() -> None:
    live = dealt("you", "bot:random", "bot:random", options={"rounds": 2}, **END)
    live.ask("bot", 0, arg="0 random")
    live.play(0, "snap", by="bot")
    assert [fact.kind for fact in live.wait(0)] == ["dealt"]


def test_after_a_match_it_goes_on_at_another_table() -> None:
    live = dealt("you", "open", "bot:random", **END)
    assert code(live.ask("again", 0, arg="next0")) == "not_over"
    live.play(0, "snap")
    assert (live.table.phase, live.until_due()) == ("over", None)
    assert code(live.ask("again", -1, arg="next0")) == "watching"
    assert code(live.ask("next", 0)) == "no_result"
    assert live.play(0, "take") == "match_over"
    assert code(live.ask("again", 0)) == "table_unknown"
    assert live.ask("again", 1, arg="next0") is None
    assert (live.table.phase, live.table.next_table, live.facts[-1].kind) == ("over", "next0", "again")
    number = live.table.number
    assert live.ask("again", 0, arg="other") is None, "two people press at once, and both come to the same table"
    assert (live.table.number, live.table.next_table) == (number, "next0")
    assert code(live.ask("sit", arg="2")) == "went_on"
    assert not live.table.joinable


def test_what_cannot_be_opened() -> None:
    for plan, options, more in (
        (["you"], {}, {}),
        (["you"] * 2, {}, {}),
        (["you", "bot:clever"], {}, {}),
        (["you", "robot"], {}, {}),
        (["you", "open"], {"rounds": 0}, {}),
        (["you", "open"], {"round": 1}, {}),
        (["you", "open"], {}, {"pace": "wild"}),
        (["you", "open"], {}, {"watchers": "friends"}),
    ):
        assert isinstance(checked_settings(TOY, plan, options, LEVELS, **more), Reason)
