"""The review of a finished match: computed in the background, shown in words and lines, in both languages."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from kartentisch.bots import reviewing
from kartentisch.bots.reviewing import Review
from kartentisch.play.games import games, sheet
from kartentisch.table.deciding import decide
from kartentisch.table.facts import Ask
from kartentisch.web.live import reviews
from kartentisch.web.pages import plots
from tests.browser.past import turn_of
from tests.plain_store import PlainTokens, plain
from tests.web.support.kit import BOT_POOL, KEY, browser, in_house
from tests.web.support.replays import hold, laid


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few deals say enough about the page; the same match is reviewed once for all tests."""
    monkeypatch.setattr(reviewing, "review", once)


REAL = reviewing.review
FOUND: dict[tuple[str, bool], Review] = {}


def once(record: str, fewest: bool, **how: Any) -> Review:
    found = FOUND.get((record, fewest))
    if found is None:
        found = FOUND[record, fewest] = REAL(record, fewest, deals=8, **how)
    return found


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Reviews get no further until this is called."""
    go = threading.Event()

    def review(*args: object, progress: Callable[[int, int], object], **more: object) -> Review:
        progress(3, 40)
        assert go.wait(20)
        progress(4, 40)
        raise ValueError("enough")

    monkeypatch.setattr(reviewing, "review", review)
    yield go.set
    go.set()


def ready(client: TestClient, address: str) -> None:
    """Wait until the review is there."""
    for _ in range(2_400):
        if client.get(f"{address}/review/progress").json()["ready"]:
            return
        time.sleep(0.05)
    raise AssertionError("no review comes")


def test_the_review_comes_in_the_background_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    FOUND.clear()
    with browser() as (client, house):
        laid(house, "swup", seats=2)
        hold(client, house)
        first = client.get("/t/table1/0/review")
        assert "data-progress" in first.text
        ready(client, "/t/table1/0")
        reviewed: list[object] = []
        monkeypatch.setattr(reviewing, "review", lambda *one, **more: reviewed.append(one))
        shown = client.get("/t/table1/0/review").text
        assert reviewed == [], "it is kept"
        assert "What cost most" in shown
        assert "<bdi>You</bdi></a>" in shown
        for link in re.findall(r'href="(/t/table1/0/replay[^"]*)"', shown):
            assert client.get(link.replace("&amp;", "&").partition("#")[0]).status_code == 200


def test_it_says_how_far_it_is(held: Callable[[], None]) -> None:
    with browser() as (client, house):
        laid(house, "swup", seats=2)
        client.get("/t/table1/review")
        said: dict[str, object] = {}
        for _ in range(3_000):
            said = client.get("/t/table1/review/progress").json()
            if said["of"]:
                break
            time.sleep(0.02)
        assert said == {"done": 3, "of": 40, "ready": False}
        assert '<progress id="progress" max="40" value="3">' in client.get("/t/table1/review").text
        held()


def test_what_went_wrong_is_said_and_can_be_tried_again(held: Callable[[], None]) -> None:
    with browser() as (client, house):
        laid(house, "swup", seats=2)
        client.get("/t/table1/review")
        held()
        ready(client, "/t/table1")
        shown = ""
        for _ in range(2):
            shown = client.get("/t/table1/review?of=1&as=bystander").text
            assert "It was not you." in shown
            assert "data-progress" not in shown, "it is not begun again and again"
        for _ in range(2):
            again = re.search(r'class="button lead" href="([^"]*)"', shown)
            assert again
            answer = client.get(again[1].replace("&amp;", "&"))
            assert answer.status_code == 303
            same = answer.headers["location"]
            assert same == "/t/table1/review?of=1&as=bystander", "what the page loads once more begins nothing anew"
            ready(client, "/t/table1")
            shown = client.get(same).text
            assert "It was not you." in shown
            assert "data-progress" not in shown


@pytest.mark.parametrize(("code", "words"), [("de", "Glück und Entscheidungen"), ("en", "Luck and decisions")])
def test_luck_and_decisions_are_said_for_every_seat_and_add_up(code: str, words: str) -> None:
    with browser() as (client, house):
        laid(house, "swup", seats=3)
        client.cookies.set("language", code)
        client.get("/t/table1/review")
        ready(client, "/t/table1")
        for seat in range(3):
            shown = client.get(f"/t/table1/review?of={seat}&as=bystander").text
            assert words in shown
            plain = shown.replace("\N{NO-BREAK SPACE}", " ")
            number = r"([−+]?\d+[.,]\d) ± \d+[.,]\d"
            found = re.findall(rf"<li><b>([^<:]*?) {number}(: [^<]*)?</b></li>", plain)
            assert len(found) in (3, 4), "the place at the table stands there where it is worth something"
            inner = re.findall(number, found[0][2])
            assert len(inner) == 3, "dealt, drawn, hidden"
            result = re.search(r'class="lead">.*?(\d+[.,]\d).*?</p>', shown)
            assert result

            def whole(texts: list[str]) -> float:
                return sum(float(text.replace(",", ".").replace("−", "-")) for text in texts)

            assert abs(whole(inner) - whole([found[0][1]])) < 0.21
            assert abs(abs(whole([one[1] for one in found])) - whole([result[1]])) < 0.31


def test_the_lines_are_sound_svg_and_stand_in_a_table_too() -> None:
    with browser() as (client, house):
        laid(house, "schweinsgalopp", seats=3)
        client.get("/t/table1/review")
        ready(client, "/t/table1")
        shown = client.get("/t/table1/review").text
        picture = re.search(r'<svg class="plot" .*?</svg>', shown)
        assert picture
        drawn = ElementTree.fromstring(picture[0])
        assert drawn.attrib["role"] == "img"
        assert drawn.attrib["aria-label"].startswith("Chances of winning")
        lines = [path.attrib for path in drawn.iter("path") if path.attrib["class"] != "grid"]
        assert [line["class"] for line in lines] == ["seen", "line", "line", "own"]
        assert len({line.get("stroke-dasharray") for line in lines[1:]}) == 3, "told apart without colour"
        assert " style=" not in shown, "the policy forbids it"
        assert shown.count('<tr><th scope="row">') > 5


@pytest.mark.parametrize("game", games())
def test_at_a_full_table_no_two_lines_are_dashed_alike(game: str) -> None:
    """Nor is a piece of a line in the list of names another than the line itself, whoever's stands out."""
    seats = sheet(game).seats.stop - 1
    for chosen in range(seats):
        picture = plots.chances([[(0.0, 0.5), (1.0, 0.4)]] * seats, chosen, 2, "t", "b")
        order = [*(seat for seat in range(seats) if seat != chosen), chosen]
        dashes = [path.get("stroke-dasharray") for path in ElementTree.fromstring(picture).iter("path")]
        lines = dict(zip(order, dashes[-seats:], strict=True))
        assert len(set(lines.values())) == seats
        assert lines[chosen] is None
        for seat in range(seats):
            (piece,) = ElementTree.fromstring(plots.sample(seat, chosen)).iter("path")
            assert piece.get("stroke-dasharray") == lines[seat]


def test_there_is_none_of_a_match_that_runs_and_nothing_is_begun() -> None:
    with browser() as (client, house):
        laid(house, "swup", turn_of(0, 3))
        hold(client, house)
        for address in ("/t/table1/review", "/t/table1/0/review", "/t/table1/0/review/progress"):
            assert client.get(address).status_code == 404
        assert not [thread for thread in threading.enumerate() if thread.name.startswith("review")]


def test_where_nobody_may_watch_only_those_who_sit_there_read_it() -> None:
    with browser() as (client, house):
        past = laid(house, "swup", seats=2)
        past.take(decide(past.table, Ask("watchers", 0, arg="nobody"), past.now, past.luck(), BOT_POOL.levels))
        plain(house.store).append("table1", past.table.number - 1, past.facts[-1:])
        assert client.get("/t/table1/review").status_code == 403
        hold(client, house)
        assert client.get("/t/table1/0/review").status_code == 200


def test_too_many_at_once_are_put_off_with_a_sentence(
    held: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "WAITING", 0)
    with browser() as (client, house):
        past = laid(house, "swup", seats=2)
        past.written(house.store, "table2")
        assert "data-progress" in client.get("/t/table1/review").text
        assert "more are waiting" in client.get("/t/table2/review").text
        held()


def test_the_result_and_my_tables_lead_there() -> None:
    async def offered(house: object) -> list[tuple[str, str]]:
        laid(house, "swup", seats=2)  # type: ignore[arg-type]
        room = await house.rooms.get("table1")  # type: ignore[attr-defined]
        page = await house.page(room, 0)  # type: ignore[attr-defined]
        answer = await page.ask("review")
        assert answer["text"] == "/t/table1/0/review"
        assert (await page.ask("replay"))["text"] == "/t/table1/0/replay"
        return [(one["do"], one["where"]) for one in page.scene["controls"] if one["do"] in ("replay", "review")]

    assert in_house(offered) == [("replay", "row"), ("review", "row")]
    with browser() as (client, house):
        laid(house, "swup", seats=2)
        client.cookies.set("seats", f"table1.0.{PlainTokens(KEY, house.store).list_sign('table1', 0)}")
        shown = client.get("/").text
        assert '<a href="/t/table1/0/replay">Replay</a> <a href="/t/table1/0/review">Review</a>' in shown


@pytest.mark.parametrize(
    ("code", "you", "seen"), [("de", "Du", "wie es für dich aussah"), ("en", "You", "as you could see it")]
)
def test_a_reader_is_called_what_the_table_calls_them(code: str, you: str, seen: str) -> None:
    with browser() as (client, house):
        laid(house, "swup", seats=2)
        hold(client, house)
        client.cookies.set("language", code)
        client.get("/t/table1/0/review")
        ready(client, "/t/table1/0")
        called = [client.get(f"/t/table1/0/review?of={seat}").text for seat in (0, 1)]
        assert [text.count(f"<bdi>{you}</bdi>") for text in called] == [2, 2], (
            "in the list of seats and beside the line"
        )
        assert [seen in text for text in called] == [True, False]
        assert f"<bdi>{you}</bdi>" not in client.get("/t/table1/review?as=bystander").text
