"""Every lesson can be played as it is written: what fails names the lesson, the moment and the rule."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from kartentisch.play.games import games
from kartentisch.web.lessons.course import Course, LessonError, course_of, lesson_of
from kartentisch.web.lessons.lesson import LEARNER, Lesson, Moment, element, fits
from kartentisch.web.lessons.session import Session
from kartentisch.web.pages import rules_text
from kartentisch.words.language import LANGUAGES, language
from tests.web.support.lessons import GAMES, drawn_at, elements, mistakes, moves, view_of

MOST_WORDS = 25
MOST_MOVES = 20
"""A lesson goes on within milliseconds: so many moves of the learner at most."""
SIGNS = re.compile(r"[^\w]+")


def lesson(game: str) -> Lesson:
    found = lesson_of(game)
    assert found is not None
    return found


def every_moment() -> list[tuple[str, str]]:
    return [(game, moment.id) for game in GAMES for moment in lesson(game).moments]


every_game = pytest.mark.parametrize("game", GAMES)
each = pytest.mark.parametrize(("game", "moment_id"), every_moment())


@cache
def at(game: str, moment_id: str) -> tuple[Course, Moment, int]:
    course = course_of(game)
    place = course.lesson.place(moment_id)
    assert place is not None
    return course, course.lesson.moments[place], place


def words(text: str) -> int:
    return len([word for word in text.split() if SIGNS.sub("", word)])


def test_every_game_of_ours_has_a_lesson() -> None:
    assert [game for game in games() if lesson_of(game) is None] == []
    assert lesson_of("nothing") is None


@every_game
def test_a_lesson_is_short_and_its_moments_have_names_of_their_own(game: str) -> None:
    ids = [moment.id for moment in lesson(game).moments]

    assert len(set(ids)) == len(ids)
    assert 7 <= len(ids) <= MOST_MOVES
    assert all(re.fullmatch(r"[a-z_]+", name) for name in ids)


@each
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_note_has_at_most_25_words(game: str, moment_id: str, code: str) -> None:
    t, moment = language(code), at(game, moment_id)[1]

    for said in (moment.say, moment.do, *moment.wrong.values()):
        assert words(t.say(said)) <= MOST_WORDS, f"{game}, {moment_id}, {code}: {t.say(said)}"
        assert t.say(said).count("*") % 2 == 0, f"{game}, {moment_id}, {code}: a bold word does not end"


@each
def test_the_paragraph_of_a_moment_is_in_the_rules(game: str, moment_id: str) -> None:
    paragraph = at(game, moment_id)[1].why

    assert f"**{paragraph}**" in rules_text.load(game, "en"), f"{game}, {moment_id}: {paragraph}"


@each
def test_every_anchor_is_in_the_scene(game: str, moment_id: str) -> None:
    course, moment, place = at(game, moment_id)
    table = course.tables[place]
    there = elements(drawn_at(table), table.seats)

    assert [element(anchor) for anchor in moment.at if element(anchor) not in there] == [], f"{game}, {moment_id}"


@each
def test_each_way_to_do_it_is_legal_and_leads_to_the_next_moment(game: str, moment_id: str) -> None:
    """Each pattern has moves that the rules allow; after each move, the rest of the lesson can be played."""
    course, moment, place = at(game, moment_id)
    allowed = moves(course.tables[place])
    assert not moment.done or moment.show in allowed, f"{game}, {moment_id}: {moment.show}"
    for pattern in moment.done:
        found = [move for move in allowed if fits(pattern, move)]
        if not found:  # another order of the same steps
            assert view_of(course.tables[place]).refusal(pattern) is None, f"{game}, {moment_id}: {pattern}"
        for move in found[:3] or [pattern]:
            table = course.moved(course.tables[place], moment, move, LEARNER, moment.gives).table
            for reply in moment.then:
                table = course.answered(table, moment, reply).table
            if place + 1 < len(course.lesson.moments):
                after = course.lesson.moments[place + 1]
                table = course.entered(table, place + 1)
                there = elements(drawn_at(table), table.seats)
                assert not after.done or course.shown(table, after) in moves(table), (
                    f"{game}, {moment_id}: after {move}"
                )
                assert {element(anchor) for anchor in after.at} <= there, f"{game}, {moment_id}: after {move}"


@each
def test_every_kind_of_wrong_try_can_occur(game: str, moment_id: str) -> None:
    course, moment, place = at(game, moment_id)
    found = mistakes(course.tables[place], moment)

    assert [key for key in moment.wrong if key not in found] == [], f"{game}, {moment_id}"


@every_game
def test_what_a_lesson_teaches_was_really_played(game: str) -> None:
    course = course_of(game)
    for one in course.lesson.teaches:
        played = [move for moment, _, move in course.played if moment == one.moment]
        for pattern in one.moves:
            assert any(fits(pattern, move) for move in played), f"{game}, {one.moment}: {one.name}: no {pattern}"


@every_game
def test_what_a_lesson_leaves_out_has_its_paragraph(game: str) -> None:
    rules = rules_text.load(game, "en")
    assert lesson(game).leaves_out
    assert [one.name for one in lesson(game).leaves_out if f"**{one.paragraph}**" not in rules] == []


@every_game
def test_a_lesson_goes_on_from_each_moment(game: str) -> None:
    """The table is the one to which the script leads, and no move is told."""
    course = course_of(game)
    for place, moment in enumerate(course.lesson.moments):
        session = Session(course, moment.id)
        assert (session.place, session.table) == (place, course.tables[place])
        assert session.log == list(range(place))


def test_a_lesson_that_cannot_be_played_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kartentisch.web.lessons.course.TRIES", 20)
    good = lesson("schwupps")
    first, *others = good.moments

    def broken(**changes: object) -> str:
        with pytest.raises(LessonError) as caught:
            Course(replace(good, moments=(replace(first, **changes), *others)))  # type: ignore[arg-type]
        return str(caught.value)

    assert broken(show="b1>A1") == "The lesson of schwupps, moment plus: seat 0 cannot play 'b1>A1': card_missing"
    assert "moment plus: no luck of 20 brings {'hands.0': ['!']} after 'g7>A1'" in broken(gives={"hands.0": ["!"]})
    with pytest.raises(LessonError, match="The lesson of schwupps, the start: "):
        Course(replace(good, start={**good.start, "turn": 5}))
