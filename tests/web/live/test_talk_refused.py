"""What cannot be said, and by whom: a sentence says why, and nobody else hears it."""

from __future__ import annotations

import pytest

from kartentisch.engine.fields import BYSTANDER
from kartentisch.web.live.chat import AT_ONCE, LONGEST, SECONDS, checked_text
from tests.web.support.kit import House, in_house, settled
from tests.web.support.tables import talk_lines, two


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing in it to be read."),
        (" \u00a0 ", "There is nothing in it to be read."),
        ("\u200d\u200f", "There is nothing in it to be read."),
        ("x" * (LONGEST + 1), "You can say at most 200 characters at once; this has 201."),
        ("two\nlines", "no line breaks or control characters"),
        ("a\tb", "no line breaks or control characters"),
        ("bell\x07", "no line breaks or control characters"),
        ("\u202egnp.exe", "no line breaks or control characters"),
        ("\u2066isolated\u2069", "no line breaks or control characters"),
        ("zero\ufeffwidth", "no line breaks or control characters"),
        ("para\u2029graph", "no line breaks or control characters"),
        ("private \ue000", "no line breaks or control characters"),
    ],
)
def test_what_cannot_be_said_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    async def work(house: House) -> None:
        _, anna, ben = await two(house)
        answer = await anna.ask("say", arg=text)
        assert answer["t"] == "refused"
        assert sentence in answer["text"]
        assert talk_lines(ben) == []

    in_house(work)


@pytest.mark.parametrize(
    "text",
    [
        "x" * LONGEST,
        "😀" * LONGEST,
        "👩\u200d🚀 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهم",
        "שלום\u200f!",
        "🫨🪿",
    ],
)
def test_all_languages_and_pictures_can_be_said(text: str) -> None:
    assert checked_text(text) == text


def test_half_a_surrogate_pair_cannot_be_said() -> None:
    async def work(house: House) -> None:
        _, anna, ben = await two(house)
        anna.say('{"t": "ask", "id": "half-a-pair-1", "do": "say", "arg": "\\ud83c"}')
        await settled()
        assert anna.heard()[-1]["t"] == "refused"
        assert talk_lines(ben) == []

    in_house(work)


def test_who_talks_too_fast_is_told_what_is_allowed_and_may_still_play() -> None:
    async def work(house: House) -> None:
        _, anna, ben = await two(house)
        answers = [await anna.ask("say" if n % 2 else "react", arg="wow") for n in range(AT_ONCE + 2)]
        assert [answer["t"] for answer in answers] == ["done"] * AT_ONCE + ["refused"] * 2
        assert f"You can say {AT_ONCE} things in one go, then one every {SECONDS} seconds." in answers[-1]["text"]
        assert (await ben.ask("say", arg="I can"))["t"] == "done"
        assert (await anna.ask("pause"))["t"] == "done"
        house.hands.now += SECONDS * 1_000
        assert (await anna.ask("say", arg="slower now"))["t"] == "done"
        assert (await anna.ask("say", arg="too fast again"))["code"] == "talk_fast"

    in_house(work)


def test_two_devices_of_a_seat_share_what_may_be_said() -> None:
    async def work(house: House) -> None:
        room, anna, _ = await two(house)
        twin = await house.page(room, 0)
        answers = [await page.ask("say", arg="x") for page in [anna, twin] * AT_ONCE]
        assert [answer["t"] for answer in answers].count("done") == AT_ONCE

    in_house(work)


@pytest.mark.parametrize(("do", "arg"), [("say", "Hello"), ("react", "wow")])
def test_who_watches_can_read_and_not_talk(do: str, arg: str) -> None:
    async def work(house: House) -> None:
        room, anna, _ = await two(house)
        watcher = await house.page(room, BYSTANDER)
        assert watcher.scene["talk"] == "read"
        answer = await watcher.ask(do, arg=arg)
        assert answer["text"] == "You are watching: only those who have a seat can talk."
        assert talk_lines(anna) == []

    in_house(work)
