"""Records: a match as text, and back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import kartentisch as kt
from tests.play.helpers import SIZES, wander

pytestmark = pytest.mark.rules

OPTIONS = {"match": "tournament", "step_limit": 12}
TEXT = wander(kt.Match("schwupps", 2, seed=11, options=OPTIONS), 100).record()
LINES = TEXT.split("\n")


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_record_gives_the_match_again(game: str, seats: int) -> None:
    match = wander(kt.Match(game, seats, seed=1), 60)
    again = kt.replay(match.record())
    assert again.state_json() == match.state_json()
    assert again.record() == match.record()


def test_a_record_has_a_header_an_empty_line_and_a_line_for_each_deal_and_move() -> None:
    header, _, body = TEXT.partition("\n\n")
    assert header.split("\n")[:3] == ["game: schwupps", "rules: 2", "seats: 2"]
    assert header.split("\n")[3].startswith('options: {"match":"tournament","tasks":{"+1":5,')
    lines = body.removesuffix("\n").split("\n")
    assert re.fullmatch(r"deal: [0-9a-f]{32} \| [0-9a-f]{16}", lines[0])
    moves = [line for line in lines if not line.startswith("deal")]
    assert len(moves) == 24
    assert len(lines) == 26
    for line in moves:
        assert re.fullmatch(r"[01]: \S+ \| [0-9a-f]{16} \| [0-9a-f]{16}", line)


def test_a_match_that_went_on_from_a_state_has_it_in_its_header() -> None:
    begun = wander(kt.Match("schwupps", 3, seed=5), 7)
    match = wander(kt.Match.from_state_json(begun.state_json(), seed=6), 7)
    header = match.record().partition("\n\n")[0].split("\n")
    assert header[4].startswith('state: {"game":"schwupps",')
    again = kt.replay(match.record())
    assert (again.state_json(), again.record()) == (match.state_json(), match.record())


def test_a_record_of_a_state_in_which_nothing_was_played_yet_is_one_too() -> None:
    match = kt.Match.from_state_json(kt.Match("schwupps", 2, seed=5).state_json())
    assert kt.replay(match.record()).state_json() == match.state_json()


def test_a_match_can_go_on_after_its_replay() -> None:
    match = kt.replay(wander(kt.Match("schwupps", 2, seed=5), 10).record())
    assert kt.replay(wander(match, 10).record()).state_json() == match.state_json()


def test_extra_spaces_are_not_kept() -> None:
    match = kt.Match("schwupps", 2, seed=5)
    match.play(0, "   ~A ")
    assert "\n0: ~A | " in match.record()
    assert kt.replay(match.record()).state_json() == match.state_json()


def test_the_last_line_need_not_end() -> None:
    assert kt.replay(TEXT.removesuffix("\n")).record() == TEXT


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text + "\n\n",
        lambda text: text + "\n  \n\t\n",
        lambda text: "\ufeff" + text.replace("\n", "\r\n") + "\r\n\r\n",
    ],
)
@pytest.mark.parametrize("hashed", [False, True])
def test_what_editors_and_mail_put_in_is_no_change(hashed: bool, change: Callable[[str], str]) -> None:
    match = kt.replay(TEXT)
    again = kt.replay(change(match.record(hashed=hashed)))
    assert (again.record(), again.state_json()) == (TEXT, match.state_json())


def test_a_wrong_line_has_its_number_after_a_mark_and_carriage_returns_too() -> None:
    with pytest.raises(kt.RecordError, match=r"^line 7: It is not your turn"):
        kt.replay("\ufeff" + line(7, lambda old: "1" + old[1:]).replace("\n", "\r\n"))


def test_half_a_record_is_the_match_so_far() -> None:
    half = kt.replay("\n".join(LINES[:15]))
    assert not half.over
    assert kt.replay(TEXT).over


def test_a_hash_in_the_header_stands_for_all_other_lines() -> None:
    text = kt.replay(TEXT).record(hashed=True)
    lines = text.split("\n")
    assert re.fullmatch(r"hash: [0-9a-f]{32}", lines[4])
    assert lines[:4] + lines[5:] == LINES, "all that stood there before is as it was"
    assert kt.replay(text).record() == TEXT
    assert kt.replay(text).record(hashed=True) == text


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[:-3],
        lambda lines: [*lines[:3], 'options: {"match":"tournament","step_limit":12}', *lines[4:]],
        lambda lines: [*lines[:-1], lines[-1].replace(": ", ":  ")],
        lambda lines: [lines[1], lines[0], *lines[2:]],
        lambda lines: [*lines[:4], "hash: " + "0" * 32, *lines[5:]],
    ],
)
def test_a_hash_shows_a_change_that_nothing_else_shows(change: Callable[[list[str]], list[str]]) -> None:
    """The end is missing, options are spelled otherwise, a space, the order of the header, another hash."""
    text = "\n".join(change(kt.replay(TEXT).record(hashed=True).removesuffix("\n").split("\n")))
    with pytest.raises(kt.RecordError, match=r"^line 5: the text was changed, or its end is missing: this is not"):
        kt.replay(text)
    without = "\n".join(line for line in text.split("\n") if not line.startswith("hash: "))
    assert kt.replay(without).record() in (TEXT, "\n".join(LINES[:-4]) + "\n")


def test_a_line_that_is_wrong_is_named_rather_than_the_hash() -> None:
    text = kt.replay(TEXT).record(hashed=True).split("\n")
    text[7] = "1" + text[7][1:]
    with pytest.raises(kt.RecordError, match=r"^line 8: It is not your turn"):
        kt.replay("\n".join(text))


def line(number: int, change: Callable[[str], str]) -> str:
    """The record with one line changed, counted from 1."""
    lines = list(LINES)
    lines[number - 1] = change(lines[number - 1])
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1: the header says nothing of: game, rules, seats, options"),
        ("game: schwupps", "line 1: an empty line must follow the header"),
        (line(1, lambda _: "game: skat"), 'line 1: There is no game "skat"'),
        (line(1, lambda _: "Game: schwupps"), "line 1: 'Game: schwupps' is no line of a header"),
        (line(2, lambda _: "rules: 3"), "line 2: this record was made under rules 3 of schwupps; here are rules 1-2"),
        (line(2, lambda _: "game: schwupps"), "line 2: 'game: schwupps' is no line of a header, or is there twice"),
        (line(3, lambda _: "seats: 9"), "line 3: The number of seats cannot be 9; allowed is: 2-5."),
        (line(3, lambda _: "seats: two"), "line 3: 'two' is no whole number"),
        (line(4, lambda _: "options: {"), "line 4: "),
        (
            line(4, lambda _: 'options: {"match":1}'),
            "line 4: Option match cannot be 1; allowed is: single, tournament.",
        ),
        (line(4, lambda _: ""), "line 4: the header says nothing of: options"),
        (line(5, lambda _: "state: {}"), "line 6: 'deal: "),
        ("\n".join(LINES[:5]) + "\n", "line 5: the record ends before the first deal"),
        (line(3, lambda _: "seats: 03"), "line 3: '03' is no whole number"),
        (line(6, lambda _: ""), "line 6: '' is neither a deal nor a move"),
        (line(6, lambda old: old[:-1] + ("0" if old[-1] != "0" else "1")), "line 6: the digest is "),
        (line(6, lambda old: old[:6] + old[22:]), "line 6: a deal has 32 hex digits of luck and nothing before them"),
        (line(7, lambda _: LINES[5]), "line 7: nothing is dealt here: the round is not over"),
        (line(7, lambda old: re.sub(r": \S+ ", ": ~C ", old)), "line 7: “~C” is no step of a move in this game."),
        (line(7, lambda old: "1" + old[1:]), "line 7: It is not your turn: the game waits for seat 0."),
        (line(7, lambda old: "7" + old[1:]), "line 7: There is no seat 7: the seats are 0 to 1."),
        (line(7, lambda old: re.sub(r"\| \w+ \|", "| 0 |", old)), "line 7: '"),
        (
            line(7, lambda old: re.sub(r"\| \w+ \|", "| " + "0" * 32 + " |", old)),
            "line 7: a move has its text and 16 hex",
        ),
        (line(6, lambda _: LINES[6]), "line 6: a match begins with a deal"),
        (TEXT + LINES[-2] + "\n", "line 32: The match is over."),
        (TEXT + LINES[5] + "\n", "line 32: nothing is dealt here: the match is over"),
        (TEXT + "\n\n" + LINES[-2], "line 32: '' is neither"),
        (TEXT.replace("seats:", "hash: 12\nseats:"), "line 3: '12' is no hash of 32 hex digits"),
    ],
)
def test_a_wrong_line_is_named_by_its_number_in_the_whole_text(text: str, error: str) -> None:
    with pytest.raises(kt.RecordError) as wrong:
        kt.replay(text)
    assert str(wrong.value).startswith(error)


def test_a_state_that_does_not_fit_the_header_is_refused() -> None:
    text = kt.Match.from_state_json(kt.Match("schwupps", 2, seed=5).state_json()).record()
    with pytest.raises(kt.RecordError, match="line 5: seats and options of the state are not those of the header"):
        kt.replay(text.replace("seats: 2\n", "seats: 3\n", 1))
    with pytest.raises(kt.RecordError, match="line 5: common must be"):
        kt.replay(re.sub('"common":[0-9]+', '"common":"x"', text))


def test_what_is_no_text_is_no_record() -> None:
    with pytest.raises(kt.RecordError, match="line 1: a record is a text, not int"):
        kt.replay(3)  # type: ignore[arg-type]
