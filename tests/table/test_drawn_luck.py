"""Tables whose luck is drawn: facts, what may be asked meanwhile, and luck that nothing else can shift."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kartentisch.proof import draws
from kartentisch.table.after import after
from kartentisch.table.contents import Closed, Dealt, Sealed, Secret, Unsealed
from kartentisch.table.dealing import gathered, with_secret
from kartentisch.table.draw import OPENING, SHUFFLED
from kartentisch.table.verdict import Verdict
from kartentisch.table.windows import due, woken
from tests.table.drawn import BIND, KEY, NUMBERS, Drawn, seals

# ---- Facts ----------------------------------------------------------------------------------------------------------


def test_a_draw_is_closed_and_opened_and_then_the_cards_are_dealt() -> None:
    live = Drawn("you", "bot:greedy", "open")
    live.ask("sit", -1, arg="2")
    assert live.kinds()[-2:] == ["sealed", "dealt"]  # nobody had sealed anything
    live = Drawn("you", "open", "open")
    live.ask("sit", -1, arg="2")
    live.seals = seals(1, 0, 2)
    assert live.ask("start", 0) == ""
    secret = draws.secret(KEY, BIND, 1)
    promise = draws.promise(BIND, 1, secret)
    assert live.newest == Sealed(1, promise, tuple(live.seals.items()))
    assert (live.table.phase, live.table.shuffling, due(live.table)) == ("waiting", True, live.now + SHUFFLED)
    live.unseal(2, 0)
    assert [fact.content for fact in live.facts[-2:]] == [
        Unsealed(1, ((0, NUMBERS[0]), (2, NUMBERS[2])), ()),
        Dealt(first=True),
    ]
    mix = draws.mix(BIND, 1, promise, seals(1, 0, 2), {0: NUMBERS[0], 2: NUMBERS[2]})
    assert live.facts[-1].luck == "".join(f"{word:016x}" for word in draws.deal_luck(secret, mix))
    assert live.folded().draw == live.table.draw


def test_a_number_that_does_not_come_is_missing_after_three_seconds() -> None:
    live = Drawn("you", "open")
    live.seals = seals(1, 0, 1)
    live.ask("sit", -1, arg="1")
    live.unseal(1)
    live.wait(SHUFFLED - 1)
    assert live.table.phase == "waiting"
    live.wait(1)
    assert live.facts[-2].content == Unsealed(1, ((1, NUMBERS[1]),), (0,))
    assert live.table.dealt == 1


def test_a_wrong_number_or_one_of_another_seat_is_refused_and_counts_as_missing() -> None:
    live = Drawn("you", "open")
    live.seals = {0: seals(1, 0)[0], 1: seals(1, 0)[0]}  # seat 1 has copied the seal of seat 0
    live.ask("sit", -1, arg="1")
    assert live.ask("unseal", 1, arg=f"1 {NUMBERS[0]}") == "seal_wrong"
    assert live.ask("unseal", 0, arg=f"1 {NUMBERS[1]}") == "seal_wrong"
    assert live.ask("unseal", 0, arg="1 few") == "seal_wrong"
    assert live.ask("unseal", -1, arg=f"1 {NUMBERS[0]}") == "seal_wrong"
    assert live.ask("unseal", 0, arg=f"2 {NUMBERS[0]}") == "draw_over"
    live.unseal(0)
    live.wait(SHUFFLED)
    assert live.facts[-2].content == Unsealed(1, ((0, NUMBERS[0]),), (1,))
    assert live.ask("unseal", 0, arg=f"1 {NUMBERS[0]}") == "draw_over"


def test_what_is_closed_stays_closed() -> None:
    live = Drawn("you", "open")
    live.seals = seals(1, 0, 1)
    live.ask("sit", -1, arg="1")
    first = live.facts[-1]
    live.seals = {0: "00" * 32}
    assert live.ask("start", 0) == "shuffling"
    assert live.ask("bot", 0, arg="1 greedy") == ""
    assert live.ask("back", 1) == ""
    assert live.kinds().count("sealed") == 1
    live.table = woken(live.folded(), live.now)  # a crash: numbers are asked for again, of the same seals
    assert live.table.draw is not None
    assert (live.table.draw.seals, live.table.shuffling) == (first.content.seals, True)  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="cannot be closed"):
        after(live.table, replace(first, number=live.table.number + 1))
    assert due(live.table) == live.now + OPENING, "pages have to connect again before they can give their numbers"
    live.unseal(0, 1)
    assert live.table.phase == "playing"


def test_a_draw_that_nobody_opens_again_after_a_crash_is_dealt_without_their_numbers() -> None:
    live = Drawn("you", "open")
    live.seals = seals(1, 0, 1)
    live.ask("sit", -1, arg="1")
    live.unseal(0)
    live.table = woken(live.folded(), live.now)
    live.unseal(1)
    live.wait(OPENING - 1)
    assert live.kinds().count("dealt") == 0
    live.wait(1)
    assert live.kinds().count("dealt") == 1
    assert live.facts[-2].content == Unsealed(1, ((1, NUMBERS[1]),), (0,))


def test_people_may_come_and_go_between_the_draw_and_the_deal() -> None:
    live = Drawn("you", "open", "bot:greedy")
    live.seals = seals(1, 0, 1)
    live.ask("sit", -1, arg="1")
    assert live.ask("leave", 1) == ""
    assert live.table.chairs[1].bot == "greedy"  # the seat is not open, as the cards are on their way
    assert live.ask("sit", -1, arg="2") == ""
    live.unseal(0)
    live.wait(SHUFFLED)
    assert live.table.phase == "playing"
    assert live.facts[-2].content == Unsealed(1, ((0, NUMBERS[0]),), (1,))
    assert live.table.chairs[2].person
    assert not live.table.chairs[2].guest


def test_a_deal_waits_for_pages_that_are_just_opening() -> None:
    live = Drawn("you", "open")
    live.opening = frozenset({0, 1})
    live.ask("sit", -1, arg="1")
    assert (live.table.phase, due(live.table)) == ("waiting", live.now + SHUFFLED)
    assert live.ask("start", 0) == "shuffling"
    live.seals = seals(1, 0, 1)
    live.keep(gathered(live.table, live.now, live.luck()))
    assert live.kinds()[-1] == "sealed"
    alone = Drawn("you", "bot:greedy")
    alone.opening = frozenset({0})
    alone.ask("start", 0)
    assert due(alone.table) == alone.now + OPENING
    alone.now += 5_000
    alone.table = woken(alone.folded(), alone.now)  # a restart: it waits again, and as long
    assert due(alone.table) == alone.now + OPENING
    alone.wait(OPENING)
    assert alone.kinds()[-2:] == ["sealed", "dealt"]


# ---- Luck -----------------------------------------------------------------------------------------------------------


def test_luck_counts_the_moves_of_a_seat_and_nothing_else() -> None:
    """A pause, a hint, another pace or a bot in between: the same seat has the same luck with its same move."""
    quiet, noisy = Drawn("you", "open"), Drawn("you", "open")
    for live in (quiet, noisy):
        live.ask("sit", -1, arg="1")
    assert quiet.table.draw is not None
    lucks: list[list[tuple[int, str]]] = [[], []]
    for found, live in zip(lucks, (quiet, noisy), strict=True):
        for turn in range(4):
            if live is noisy:
                assert live.ask("pause", 1) == ""
                assert live.ask("resume", 0) == ""
                assert live.ask("pace", 0, arg="quick" if turn % 2 else "calm") == ""
                assert live.ask("hint", live.table.actors()[0]) == ""
            fact = live.move()
            found.append((fact.seat, fact.luck))
    assert lucks[0] == lucks[1]
    draw = quiet.table.draw
    mix = draws.mix(BIND, 1, draw.promise, {}, {})
    counted = dict.fromkeys(range(2), 0)
    for seat, luck in lucks[0]:
        assert luck == f"{draws.move_luck(draws.secret(KEY, BIND, 1), mix, seat, counted[seat]):016x}"
        counted[seat] += 1


def test_a_pause_between_deals_changes_no_luck() -> None:
    """The luck of the next deal is of its draw, whatever the number of the fact."""
    found = []
    for extra in (0, 5):
        live = Drawn("you", "open", options={"rounds": 2})
        live.ask("sit", -1, arg="1")
        for _ in range(extra):
            live.ask("pace", 0, arg="quick")
            live.ask("pace", 0, arg="calm")
        live.play()
        assert live.table.phase == "result"
        live.wait(60_000)
        assert live.kinds()[-2:] == ["sealed", "dealt"]
        found.append((live.facts[-1].luck, len(live.facts)))
    assert found[0][0] == found[1][0]
    assert found[0][1] != found[1][1]


# ---- The secret -----------------------------------------------------------------------------------------------------


def test_the_secret_is_told_with_the_last_move_and_not_before() -> None:
    live = Drawn("you", "open")
    live.ask("sit", -1, arg="1")
    live.play()
    assert draws.secret(KEY, BIND, 1) not in "".join(fact.text for fact in live.facts[:-1])
    assert live.kinds()[-2:] == ["moved", "secret"]
    assert live.newest == Secret(draws.secret(KEY, BIND, 1))
    assert live.folded().secret == draws.secret(KEY, BIND, 1)


def test_a_table_that_is_closed_tells_its_secret() -> None:
    live = Drawn("you", "open")
    live.ask("sit", -1, arg="1")
    assert live.ask("close", 0) == ""
    assert [fact.content for fact in live.facts[-2:]] == [Closed("host"), Secret(draws.secret(KEY, BIND, 1))]
    waiting = Drawn("you", "open")
    waiting.ask("close", 0)
    assert waiting.kinds() == ["opened", "closed"]  # nothing was promised


@pytest.mark.parametrize("key", [b"", b"x" * 32])
def test_a_key_that_is_lost_is_said_and_play_goes_on(key: bytes) -> None:
    live = Drawn("you", "open")
    live.seals = seals(1, 0, 1)
    live.ask("sit", -1, arg="1")
    shuffling = live.table
    live.unseal(0, 1)
    live.key = key
    fact = live.move()
    assert live.kinds()[-2:] == ["secret", "moved"]
    assert live.facts[-2].content == Secret()
    assert fact.luck == f"{7:016x}"
    assert live.folded().secret == ""
    assert with_secret(Verdict([fact], replace(live.table, closed=Closed("host"))), 0, live.luck()).facts == [fact]
    live.table = shuffling  # and in the middle of a draw
    live.facts = live.facts[: shuffling.number]
    live.wait(SHUFFLED)
    assert live.kinds()[-2:] == ["secret", "dealt"]
    assert live.facts[-1].luck == f"{7:016x}" * 2
