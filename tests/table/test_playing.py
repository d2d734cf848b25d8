"""Moves at a live table: late or not, done before, several at once, begun, idle; windows and what they do not tell."""

from __future__ import annotations

import pytest

from kartentisch.engine import moves, states
from kartentisch.engine.game import Game
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.table.deciding import decide
from kartentisch.table.facts import Ask
from tests.table.tables import dealt, rest, three, told

pytestmark = pytest.mark.rules


def test_a_move_becomes_a_fact_with_its_luck_and_the_digest_of_the_truth_after_it() -> None:
    live = three()
    before = live.truth().tobytes()
    assert live.play(0, "give  2 to:1", id="a") == ""
    fact = live.facts[-1]
    assert (fact.kind, fact.seat, fact.ask, fact.text, len(fact.luck)) == ("moved", 0, "a", "give 2 to:1", 16)
    assert fact.digest == states.digest(live.table.game, live.truth())
    assert live.truth().tobytes() != before
    assert live.state()["hands"] == [["1", "3"], ["1", "2", "4"], ["2", "5"]]


@pytest.mark.parametrize("move", ["give 5 to:1", "give 2", "give 2 to:0", "stand", "", "nonsense", "take take"])
def test_an_illegal_move_gets_a_reason_and_the_table_is_unchanged(move: str) -> None:
    live = three()
    before = told(live.table)
    assert live.play(0, move) != ""
    assert told(live.table) == before


def test_a_seat_that_may_not_act_and_a_watcher_are_refused() -> None:
    live = three()
    assert live.play(2, "take") == "not_your_turn"
    assert live.play(-1, "take") == live.play(3, "take") == "watching"


def test_the_same_ask_is_done_once() -> None:
    live = three()
    assert live.play(0, "take", id="a") == ""
    reason = live.ask("play", 0, "take", id="a")
    assert reason is not None
    assert (reason.code, reason.args) == ("done_before", {"n": live.table.number})
    live.table = live.folded()
    assert live.play(0, "take", id="a") == "done_before", "after a restart too"


def test_an_id_that_another_ask_had_is_refused() -> None:
    live = three()
    assert live.play(0, "take", id="a") == ""
    number = live.table.number
    for do, seat, arg in (("pause", 0, ""), ("hint", 0, ""), ("play", 1, "take"), ("give", 0, "1")):
        reason = live.ask(do, seat, arg, id="a")
        assert reason is not None
        assert reason.code == "id_used", do
    assert live.table.number == number


def test_an_ask_is_late_when_its_seat_has_moved_or_its_moves_have_changed() -> None:
    live = three()
    since = [live.since(seat) for seat in range(3)]
    assert live.play(0, "take") == ""
    assert live.since(0) == live.since(1) == live.table.number, "one has moved, the other's moves are others now"
    assert live.since(2) == since[2]
    assert live.play(1, "take", since=since[1]) == "late"
    assert live.play(1, "take") == ""


def test_what_others_do_out_of_turn_does_not_make_a_move_late() -> None:
    live = three()
    since = live.since(0)
    assert live.play(1, "snap") == ""
    assert live.since(0) == since
    assert live.play(0, "give 2 to:1", since=since) == ""


def test_a_new_deal_makes_all_asks_late() -> None:
    live = dealt("you", "open", options={"rounds": 2}, **{**rest(["1"], ["2", "3"], top="1"), "turn": 0})
    since = live.since(1)
    live.play(0, "snap")
    live.ask("next", 0)
    live.ask("next", 1)
    assert live.play(1, "take", since=since) == "late"


def test_an_ask_may_carry_several_moves_in_one() -> None:
    live = three()
    known = len(live.facts)
    assert live.play(0, "snap", "take", id="a") == ""
    assert [(fact.text, fact.ask) for fact in live.facts[known:]] == [("snap", "a"), ("take", "a")]
    assert live.table.done("a") == live.table.number
    assert live.facts[-1].luck != live.facts[-2].luck


def test_the_first_refusal_refuses_the_rest() -> None:
    live = three()
    known = len(live.facts)
    assert live.play(0, "snap", "snap", "take", id="a") == "not_now"
    assert [fact.text for fact in live.facts[known:]] == ["snap"]
    assert live.table.actors()[0] == 0
    assert live.play(0, "snap", "snap", "take", id="a") == "done_before"
    assert live.play(0, "take", id="a") == "id_used"


@pytest.mark.parametrize("texts", [(), ("take",) * 9])
def test_an_ask_carries_one_move_to_eight(texts: tuple[str, ...]) -> None:
    assert three().play(0, *texts) == "moves_number"


# ---- Begun moves ----------------------------------------------------------------------------------------------------


def test_a_begun_move_is_kept_and_stands_in_no_fact_and_no_view() -> None:
    live = three()
    before, views = told(live.table), [live.table.view(seat) for seat in (0, 1, None)]
    assert live.ask("begin", 0, "give  2") is None
    assert live.table.prefix(0) == "give 2"
    assert told(live.table) == before
    for seat, view in zip((0, 1, None), views, strict=True):
        now = live.table.view(seat)
        assert now is not None
        assert view is not None
        assert now.records.tobytes() == view.records.tobytes()
    assert live.ask("begin", 0) is None
    assert live.table.prefix(0) == "", "cancelled"


@pytest.mark.parametrize(
    ("move", "code"), [("give 5", "not_now"), ("take", "not_begun"), ("nonsense", "token_unknown")]
)
def test_what_no_legal_move_begins_with_is_not_begun(move: str, code: str) -> None:
    live = three()
    reason = live.ask("begin", 0, move)
    assert reason is not None
    assert reason.code == code
    assert live.table.begun == ()


def test_a_begun_move_stays_while_a_legal_move_begins_so() -> None:
    live = three()
    live.ask("begin", 0, "give 2")
    assert live.play(1, "snap") == ""
    assert live.table.prefix(0) == "give 2", "somebody else's act does not touch it"
    assert live.play(0, "snap") == ""
    assert live.table.prefix(0) == "", "an act of one's own does"


def test_a_begun_move_falls_when_no_legal_move_begins_so_any_more() -> None:
    live = three()
    live.ask("begin", 0, "give 2")
    assert live.play(0, "dare", since=live.since(0)) == ""
    assert live.table.begun == ()
    live = three(options={"rounds": 2}, **rest(["1", "2"], ["1"], ["2", "5"], top="1"))
    live.ask("begin", 0, "give 2")
    assert live.play(1, "snap") == ""
    assert (live.table.phase, live.table.begun) == ("result", ())


def test_a_restart_forgets_begun_moves_and_nothing_else() -> None:
    live = dealt("you", "open", "open")
    live.play(0, "take", id="a")
    live.ask("begin", 1, f"give {live.state()['hands'][1][0]}")
    assert live.table.prefix(1)
    folded = live.folded()
    assert told(folded) == told(live.table)
    assert (folded.begun, folded.ready, folded.idle) == ((), frozenset(), frozenset())


# ---- Luck -----------------------------------------------------------------------------------------------------------


def test_the_facts_alone_give_the_truth_again() -> None:
    live = three()
    assert live.play(0, "take") == ""
    fact = live.facts[-1]
    game = live.table.game
    again = states.load(game, {**states.dump(game, three().truth())})
    game.run.apply(again, 0, 0, game.numbers["take"], new_luck(int(fact.luck, 16)))
    assert states.digest(game, again) == fact.digest


def test_the_text_of_a_move_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    live, read = three(), moves.read
    texts = list[str]()

    def noted(game: Game, text: str) -> moves.Steps | Reason:
        texts.append(text)
        return read(game, text)

    monkeypatch.setattr(moves, "read", noted)
    ask = Ask("play", 0, "read-once", since=live.table.number, moves=("dare",))
    assert decide(live.table, ask, live.now, live.luck(1)).reason is None
    assert texts == ["dare"]
