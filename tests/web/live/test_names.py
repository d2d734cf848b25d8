"""Names: one spelling, nothing invisible, nothing that the table itself writes, and no two alike at a table."""

from __future__ import annotations

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.store import Name
from kartentisch.web.live.characters import pieces
from kartentisch.web.live.chat import checked_text
from kartentisch.web.live.people import LONGEST, checked_name, names, told_apart
from kartentisch.words.language import LANGUAGES, language
from tests.plain_store import plain
from tests.web.support.kit import House, browser, in_house, opened, room_of

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna \u00a0 Lena\u3000", "Anna Lena"),
        ("Ａｎｎａ", "Anna"),
        ("e\u0301", "é"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
        (f"{FAMILY} Fam", f"{FAMILY} Fam"),
        ("🇩🇪 Jan", "🇩🇪 Jan"),
        (SCOTLAND, SCOTLAND),
        ("👍🏽", "👍🏽"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("™\ufe0f 1\ufe0f\u20e3", "™\ufe0f 1\ufe0f\u20e3"),
        ("é" * LONGEST, "é" * LONGEST),
        *[(name, name) for name in ("Botho", "Robot", "Du Bois", "Youssef", "Платон", "李明", "א\u05b8נה", "O’Neill")],
    ],
)
def test_a_name_is_kept_in_one_spelling_and_emoji_stay_whole(given: str, kept: str) -> None:
    assert checked_name(given) == kept


@pytest.mark.parametrize(
    ("given", "code"),
    [
        *[(sign, "name_unseen") for sign in "\u2800\u3164\u034f\u115f\uffa0\u00ad\u200b\u2060\ufe0f\U000e0041\ufeff"],
        *[(f"An{sign}na", "name_unseen") for sign in "\u034f\u200d\u200c\u200b\u00ad\u202e\u2066\u2800\ufe0f\ue000"],
        ("🏴\U000e0067\U000e0062", "name_unseen"),
        ("", "name_empty"),
        (" \u00a0\u3000", "name_empty"),
        ("An\nna", "name_signs"),
        ("An\u2028na", "name_signs"),
        ("a" + "\u0301" * 6, "name_marks"),
        ("\u0301a", "name_marks"),
        ("é" * (LONGEST + 1), "name_long"),
    ],
)
def test_what_cannot_be_seen_is_refused_with_its_reason(given: str, code: str) -> None:
    answer = checked_name(given)
    assert isinstance(answer, Reason)
    assert answer.code == code


@pytest.mark.parametrize(
    "given",
    [
        *["You", "you", "YOU", "Du", "du", "Y o u", "Уоu", "Ｙｏｕ", "Free seat", "freier  Platz", "Seat 3", "Platz 2"],
        *["Mika (bot)", "Mika(Bot)", "Mika [BOT]", "Mika （bot）", "Robo (program)", "Robo (Programm)", "(bot)"],
    ],
)
def test_what_the_table_itself_writes_is_nobodys_name(given: str) -> None:
    answer = checked_name(given)
    assert isinstance(answer, Reason)
    assert answer.code == "name_misleads"


def test_all_words_of_the_table_are_refused_in_all_languages() -> None:
    for t in map(language, LANGUAGES):
        for own in ("You", "Free seat", "{name} (bot)", "{name} (program)", "Seat {n}"):
            said = t.say(own, name="Mika", n=4)
            assert isinstance(checked_name(said), Reason), said


def test_twins_get_a_number_and_no_emoji_is_cut() -> None:
    assert told_apart("Anna", ["Ben"]) == "Anna"
    assert told_apart("ANNA", ["Anna", "", "anna 2"]) == "ANNA 3"
    assert told_apart("Аnna", ["Anna"]) == "Аnna 2", "the first letter is Cyrillic"
    assert told_apart("x" * LONGEST, ["x" * LONGEST]) == "x" * (LONGEST - 2) + " 2"
    assert told_apart("", ["", ""]) == ""
    long = "abc" + FAMILY * 3
    assert [part for part, emoji in pieces(told_apart(long, [long])) if emoji] == [FAMILY] * 2
    assert told_apart(long, [long]) == "abc" + FAMILY * 2 + " 2"


def test_a_second_equal_name_at_the_table_is_numbered_by_joining_and_by_renaming() -> None:
    with browser() as (client, house):
        table, address = opened(client, **{"seat-2": "open"})
        host = dict(client.cookies)
        room = room_of(client, house, table)
        for n in range(2):
            client.cookies.clear()
            client.post(f"/t/{table}/join", data={"name": " anna", "ask": f"abcdefg{n}", "figure": "jar"})
        assert sorted(room.names.values()) == ["Anna", "anna 2", "anna 3"]
        assert "anna" in client.get("/open/schwupps").text
        assert "anna 3" not in client.get("/open/schwupps").text, "at the next table the number is not needed"
        client.cookies.clear()
        client.cookies.update(host)
        assert client.post(f"{address}/name", data={"name": "Anna", "figure": "jar"}).status_code == 303
        assert room.names[0] == "Anna", "nobody is their own twin"
        assert plain(house.store).names(table)[0].name == "Anna"


@pytest.mark.parametrize("path", ["open", "join", "name", "program"])
def test_every_form_with_a_name_says_what_is_wrong_with_it(path: str) -> None:
    with browser() as (client, house):
        table, address = opened(client, **{"seat-2": "open"})
        room = room_of(client, house, table)
        before = dict(room.names)
        to = {
            "open": "/open/schwupps",
            "join": f"/t/{table}/join",
            "name": f"{address}/name",
            "program": f"{address}/program/1",
        }[path]
        for name, sentence in (("A\u200bB", "that nobody can see"), ("Max (bot)", "would be misleading")):
            answer = client.post(to, data={"name": name, "ask": "abcdefgh", "seat-0": "you", "seat-1": "open"})
            assert answer.status_code == 400
            assert sentence in answer.text
        assert room.names == before


def test_names_that_were_stored_before_stay_and_twins_among_them_are_told_apart() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        for n in range(2):
            await room.sit("Ben", f"join-ben-000{n}")
        room.names.update({0: "Max (bot)", 1: "Ben", 2: "Ben"})
        assert names(language("en"), room.id, room.table, room.names) == ["Max (bot)", "Ben", "Ben 2"]
        await room.admission.rename(1, "Ben", "jar")
        assert plain(house.store).names(room.id)[1] == Name("Ben 2", "jar")

    in_house(work)


def test_a_name_from_before_that_is_no_longer_allowed_does_not_stop_a_quick_table() -> None:
    with browser() as (client, house):
        client.cookies.set("name", "Max%20(bot)")
        answer = client.post("/open/schwupps", data={"quick": "on", "seat-0": "you", "seat-1": "bot:random"})
        room = room_of(client, house, answer.headers["location"].split("/")[2])
        assert room.names[0] == "Guest"


@pytest.mark.parametrize("text", ["\u2800", "\u3164 \u034f", "\u115f\ufe0f", "\u0301"])
def test_a_line_of_talk_that_shows_nothing_is_empty(text: str) -> None:
    assert checked_text(text) == Reason("talk_empty")
