"""The pages of the desk: the form, the answer behind a link, and a clear sentence for whatever cannot be asked."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

import kartentisch as kt
from kartentisch import words
from kartentisch.web.access import budgets
from kartentisch.web.pages import context
from kartentisch.words.language import language
from tests.web.support.kit import browser

DE = {"accept-language": "de"}
EN = {"accept-language": "en"}
NO_ANSWER = "/ask/solo/play?top=b%2B2&card=%2B4&phase=owed&owed=2"
GAMES = [game for game in kt.games() if words.desk(game) is not None]


def text_of(html: str) -> str:
    """What a person reads, without markup."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def word_of(html: str) -> str:
    found = re.search(r'<h2 id="word" class="word">([^<]+)', html)
    assert found, text_of(html)[:500]
    return found[1]


def problem_of(html: str) -> str:
    found = re.search(r'<p class="problem" role="alert">.*?<span>([^<]+)', html, re.DOTALL)
    assert found, text_of(html)[:500]
    return unescape(found[1])


def test_an_answer_has_one_word_its_reason_the_paragraph_with_its_source_and_what_is_allowed_instead() -> None:
    with browser() as (client, _):
        english, german = client.get(NO_ANSWER, headers=EN), client.get(NO_ANSWER, headers=DE)

    assert (english.status_code, word_of(english.text)) == (200, "No.")
    assert (german.status_code, word_of(german.text)) == (200, "Nein.")
    said = text_of(english.text)
    assert "You owe 2 cards: take them, or play a Draw 2 or a protection." in said
    assert "Rule 6.4 , as printed" in said
    assert "You may: Take the cards you owe" in said
    cards = re.findall(r'<li><svg class="face" role="img" aria-label="([^"]+)"', english.text)
    assert cards == [
        *(f"{colour} Draw 2" for colour in ("Red", "Green", "Blue", "Yellow")),
        *(f"Protection in {colour}" for colour in ("red", "green", "blue", "yellow")),
    ]
    assert 'href="/rules/solo#p-6.4"' in english.text


def test_a_paragraph_of_ours_has_its_mark_and_why_we_chose_it() -> None:
    with browser() as (client, _):
        said = text_of(client.get("/ask/solo/missed?act=play", headers=EN).text)

    assert "departs from the sheet Rule 9.2" in said
    assert "Why we chose it: " in said


def test_a_no_names_the_slot_that_was_left_out_and_could_turn_it() -> None:
    with browser() as (client, _):
        left_out = client.get("/ask/swup/build?loose=b7&card=k2&picks=b7", headers=EN).text
        said = client.get("/ask/swup/build?loose=b7&card=k2&picks=b7&keep=r8", headers=EN).text

    assert word_of(left_out) == word_of(said) == "No."
    assert "You have said nothing about this: I keep in my hand" in text_of(left_out)
    assert "You have said nothing" not in text_of(said)


def test_an_answer_does_not_repeat_a_choice_that_holds_anyway() -> None:
    asked = "/ask/swup/take?loose=r4,b5&card=k9&picks=r4,b5&sums="
    with browser() as (client, _):
        usual, house = (text_of(client.get(asked + way, headers=EN).text) for way in ("no", "yes"))

    assert "at our table a build may be part" not in usual
    assert "at our table a build may be part of a sum that is taken yes" in house


@pytest.mark.parametrize("game", GAMES)
def test_whoever_opens_the_rules_in_a_quarrel_finds_the_desk(game: str) -> None:
    with browser() as (client, _):
        page = client.get(f"/rules/{game}", headers=EN).text

    assert f'<a class="button" href="/ask/{game}">May I?</a>' in page


def test_numbers_that_stand_for_more_and_choices_are_said_in_words() -> None:
    with browser() as (client, _):
        most = text_of(client.get("/ask/swup/most", headers=EN).text)
        build = problem_of(client.get("/ask/swup/take?card=k4&own=r3,b1,y4", headers=EN).text)

    assert "25 or fewer No. 26 No. 27 or more Yes." in most
    assert build == "Say what that build is worth: it can be 4 or 8."


def test_what_depends_offers_each_value_as_a_link_that_leads_to_its_answer() -> None:
    with browser() as (client, _):
        page = client.get("/ask/solo/play?top=C&card=r7&phase=turn", headers=EN).text
        ways = re.findall(r'<a class="button" href="([^"]+)"><span>([^<]+)</span><span class="soft">([^<]+)', page)
        words_behind = [word_of(client.get(unescape(address), headers=EN).text) for address, _, _ in ways]

    assert word_of(page) == "That depends."
    assert [(text, word) for _, text, word in ways] == [
        ("Red", "Yes."),
        ("Green", "No."),
        ("Blue", "No."),
        ("Yellow", "No."),
    ]
    assert words_behind == [word for _, _, word in ways]


def test_a_link_written_otherwise_leads_to_the_one_that_is_kept() -> None:
    with browser() as (client, _):
        answer = client.get("/ask/solo/play?card=%2B4&owed=&phase=turn&top=b+2&drawn=r4", headers=EN)

    assert (answer.status_code, answer.headers["location"]) == (303, "/ask/solo/play?top=b%2B2&card=%2B4&phase=turn")


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/ask/chess", 404, "There is no game"),
        ("/ask/solo?q=fly", 404, "There is no question “fly” here. The questions are: play, throw,"),
        ("/ask/solo/fly", 404, "There is no question “fly” here."),
        ("/ask/solo/play?moon=1", 400, "This question has no “moon”. It has: top, colour, card,"),
        ("/ask/solo/play?top=r99", 400, "“r99” is nothing that “top” can be. It can be: r1 r2"),
        ("/ask/solo/play?top=r1&card=%00", 400, "is nothing that “card” can be"),
        ("/ask/solo/play?hand=" + ",".join(["r1"] * 13), 400, "“hand” takes at most 12 cards."),
        ("/ask/solo/play?hand=" + "r1," * 99, 400, "“hand” is too long: at most 200 characters are read."),
        (
            "/ask/solo/play?top=Pr&card=Pr&phase=turn",
            400,
            "Protection in red is used more often here than the game has it (1×).",
        ),
        ("/ask/solo/play?top=r7&card=r1&phase=owed", 400, "You owe cards only while a Draw 2 or a Draw 4 lies on top."),
        ("/ask/solo/play?top=r%2B2&card=r1&phase=owed&owed=3", 400, "“3” is nothing that “owed” can be."),
        ("/ask/solo/play?top=%2B4&colour=r&card=r1&phase=owed&owed=6", 400, "With this card on top you owe 4 cards"),
        ("/ask/solo/throw?top=r7&card=r7&theirs=turn&owes=yes&hand=r7,r8", 400, "You owe the call only while"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(address: str, status: int, sentence: str) -> None:
    with browser() as (client, _):
        answer = client.get(address, headers=EN)

    assert answer.status_code == status
    assert sentence in text_of(answer.text)
    if status == 400:
        assert sentence in problem_of(answer.text)
        assert '<form class="desk"' in answer.text, "one can ask again at once"


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_every_question_has_its_slots_and_the_page_all_examples(game: str, code: str) -> None:
    desk, t = words.desk(game), language(code)
    assert desk is not None
    links: list[str] = []
    with browser() as (client, _):
        for question in desk.questions:
            page = client.get(f"/ask/{game}?q={question.name}", headers={"accept-language": code})
            assert page.status_code == 200
            assert [unescape(t.say(question.label))] == [
                unescape(label) for label in re.findall(r'<form class="desk"[^>]* aria-label="([^"]+)"', page.text)
            ]
            slots = re.findall(r'<(?:div|fieldset|p) class="[^"]*" data-slot="(\w+)"', page.text)
            assert sorted(slots) == sorted(slot.name for slot in question.slots)
            spec = re.search(r'data-picker="([^"]*)"', page.text)
            assert spec
            assert json.loads(unescape(spec[1]))["game"] == game
            links = re.findall(rf'<li><a href="(/ask/{game}/[^"]+)"><span class="kept">', page.text)

    assert len(links) == len(desk.examples)


def test_an_address_has_three_hundred_questions_a_minute_and_then_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here with a hundredth of the questions, so that it takes no time."""
    assert (budgets.QUESTIONS, budgets.QUESTIONS_PER_SECOND * 60) == (300, 300)
    monkeypatch.setattr(context, "QUESTIONS", 3)
    with browser(address="203.0.113.7") as (client, house):
        answers = [client.get("/ask/solo/limit?points=500").status_code for _ in range(4)]
        house.hands.now += 400
        after = [client.get("/ask/solo/limit?points=500").status_code for _ in range(3)]

    assert answers == [200] * 3 + [429]
    assert after == [200] * 2 + [429]


def test_the_answer_needs_no_script() -> None:
    """Only the button that shares does, and it is hidden without one."""
    with browser() as (client, _):
        page = client.get(NO_ANSWER).text.partition("<main")[2]

    assert re.findall(r"<button[^>]*>", page) == re.findall(r"<button[^>]* data-share=[^>]* hidden>", page)
    assert len(re.findall(r"<button", page)) == 1
