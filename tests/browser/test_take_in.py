"""What the other device has is put beside what is here: nothing gets lost, nothing is twice, odd things do no harm."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser]
KEY = "kartentisch.pads.solo"
TAKE = """async ([stored, arrived]) => {
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const { takeIn } = await import('/static/js/take-in.js');
  return [takeIn(arrived), { ...localStorage }];
}"""
PACK = """async ([stored, keys, most]) => {
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const { packed } = await import('/static/js/take-packing.js');
  return packed(keys, most);
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser, files: str) -> Page:
    page = chromium.new_context().new_page()
    page.goto(f"{files}/static/favicon.ico")
    return page


def entry(name: str, n: int = 0, **more: Any) -> dict[str, Any]:
    return {"id": name, "do": "enter", **more} | ({"n": n} if n else {})


def pad(name: str, *entries: dict[str, Any], at: int = 5, **more: Any) -> dict[str, Any]:
    return {"id": name, "at": at, "options": {}, "people": 3, "entries": [*entries], **more}


def both(page: Page, here: Any, there: Any, how: str = "pads", key: str = KEY) -> Any:
    """What is stored in the end."""
    stored = {} if here is None else {key: here if isinstance(here, str) else json.dumps(here)}
    arrived = there if isinstance(there, str) else json.dumps(there)
    told, kept = page.evaluate(TAKE, [stored, [[how, key, arrived]]])
    assert told == {"failed": [], "dropped": 0}
    assert [*kept] == [key]
    return json.loads(kept[key])


def test_pads_of_both_are_there_the_newest_first(page: Page) -> None:
    old, mid, new = pad("old", at=1), pad("mid", at=2), pad("new", at=3)
    assert both(page, [mid], [new, old]) == [new, mid, old]
    assert both(page, None, [new]) == [new]


def test_a_pad_of_both_has_all_entries_once_and_the_same_again_changes_nothing(page: Page) -> None:
    here = pad("p", entry("a"), entry("b"), entry("mine"))
    there = pad("p", entry("a"), entry("b"), entry("theirs"), entry("undo", of="theirs"))
    (merged,) = both(page, [here], [there])
    assert [one["id"] for one in merged["entries"]] == ["a", "b", "mine", "theirs", "undo"]
    assert both(page, [merged], [there]) == [merged]
    assert "shared" not in merged


def test_entries_of_a_shared_pad_are_in_the_order_of_its_log(page: Page) -> None:
    shared = {"id": "x", "key": "secret"}
    here = pad("p", entry("a", 2), entry("c", 4), entry("unsent"), shared={"id": "x", "key": ""}, by=1)
    there = pad("p", entry("a", 2), entry("b", 3), entry("c"), entry("unsent", 5), shared=shared, by=2)
    (merged,) = both(page, [here], [there])
    assert [(one["id"], one["n"]) for one in merged["entries"]] == [("a", 2), ("b", 3), ("c", 4), ("unsent", 5)]
    assert (merged["shared"], merged["by"]) == (shared, 1), (
        "who may write may write here too; whose device this is stays"
    )


def test_a_browser_keeps_twenty_pads_and_says_how_many_went(page: Page) -> None:
    here, there = ([pad(f"{who}{n}", at=10 * n + who) for n in range(15)] for who in (1, 2))
    told, kept = page.evaluate(TAKE, [{KEY: json.dumps(here)}, [["pads", KEY, json.dumps(there)]]])
    assert told == {"failed": [], "dropped": 10}
    left = [one["at"] for one in json.loads(kept[KEY])]
    assert left == sorted((one["at"] for one in [*here, *there]), reverse=True)[:20]


@pytest.mark.parametrize(
    ("here", "there", "farther"),
    [
        ({"step": 3, "of": 8}, {"step": 5, "of": 8}, {"step": 5, "of": 8}),
        ({"step": 5, "of": 8}, {"step": 3, "of": 8}, {"step": 5, "of": 8}),
        ({"step": 9, "of": 8}, {"step": 10, "of": 12}, {"step": 9, "of": 8}),
        (None, {"step": 1, "of": 8}, {"step": 1, "of": 8}),
        ("odd", {"step": 1, "of": 8}, {"step": 1, "of": 8}),
        ({"step": 3, "of": 8}, "odd", {"step": 3, "of": 8}),
    ],
)
def test_of_a_lesson_the_farther_way_stays(page: Page, here: Any, there: Any, farther: Any) -> None:
    assert both(page, here, there, "lesson") == farther


def test_who_is_muted_on_either_is_muted_and_a_setting_is_that_of_the_other_device(page: Page) -> None:
    assert both(page, ["1 Ben", "2 Cem"], ["1 Ben", "0 Eva"], "set") == ["1 Ben", "2 Cem", "0 Eva"]
    assert both(page, {"left": True, "volume": 3}, {"volume": 7}, "replace") == {"volume": 7}


@pytest.mark.parametrize("odd", ["{", "null", "7", '{"a": 1}', '[1, null, {"id": 7}, {"id": "x", "people": 1}]'])
def test_what_is_no_pad_does_no_harm(page: Page, odd: str) -> None:
    good = pad("good", entry("a"))
    assert both(page, odd, [good]) == [good]
    assert both(page, [good], odd) == [good]
    found = page.evaluate(PACK, [{KEY: odd}, [KEY], 1000])
    assert found["browser"] == {KEY: odd}


def test_a_browser_that_is_full_says_what_it_could_not_store(page: Page) -> None:
    page.evaluate("() => { Storage.prototype.kept = Storage.prototype.setItem; }")
    page.evaluate("() => { Storage.prototype.setItem = function () { throw new Error('full'); }; }")
    try:
        told, kept = page.evaluate(TAKE, [{}, [["pads", KEY, "[]"], ["replace", "kartentisch.options", "{}"]]])
    finally:
        page.evaluate("() => { Storage.prototype.setItem = Storage.prototype.kept; }")
    assert told == {"failed": ["pads", "replace"], "dropped": 0}
    assert kept == {}


def test_only_the_named_keys_go_along_and_the_newest_pads_if_it_is_too_much(page: Page) -> None:
    other = "kartentisch.pads.swup"
    pads = {KEY: [pad("a", at=1, x="ü" * 300), pad("c", at=3, x="x" * 600)], other: [pad("b", at=2, x="x" * 600)]}
    stored = {key: json.dumps(value, ensure_ascii=False) for key, value in pads.items()}
    stored |= {"kartentisch.options": "{}", "kartentisch.lesson.solo": "{}", "kartentisch.luck.0.t": "1"}
    keys = [KEY, other, "kartentisch.options", "kartentisch.lesson.solo", "kartentisch.lesson.swup"]

    def packed(most: int) -> Any:
        found = page.evaluate(PACK, [stored, keys, most])
        left = {key: [one["id"] for one in json.loads(found["browser"][key])] for key in (KEY, other)}
        assert {*found["browser"]} == {KEY, other, "kartentisch.options", "kartentisch.lesson.solo"}
        assert sum(len((key + value).encode()) for key, value in found["browser"].items()) <= most
        return [*left[KEY], *left[other]], found["told"]

    told = {"of": 3, "lessons": 1, "settings": True}
    assert packed(3000) == (["a", "c", "b"], told | {"pads": 3})
    assert packed(1800) == (["c", "b"], told | {"pads": 2})
    assert packed(1000) == (["c"], told | {"pads": 1})
    assert packed(200) == ([], told | {"pads": 0})
