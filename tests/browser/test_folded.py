"""Forms on a phone are folded, with the button in reach; the menu is in groups, with what is final apart and red."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import live
from tests.ways import first_now, in_turn

PHONE = (390, 844)
GAMES = ("schweinsgalopp", "schwupps", "solo", "swup")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


def phone(chromium: Browser, language: str = "en-GB", size: tuple[int, int] = PHONE) -> Page:
    width, height = size
    context = chromium.new_context(
        viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce"
    )
    return context.new_page()


def in_sight(page: Page, selector: str) -> bool:
    """Whether all of it lies in the window, without scrolling."""
    found: bool = page.locator(selector).first.evaluate(
        "node => { const box = node.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight }"
    )
    return found


def seats(page: Page) -> list[str]:
    found: list[str] = page.locator(".seats select").evaluate_all("all => all.map(one => one.value)")
    return found


@pytest.mark.parametrize(("game", "language"), in_turn(GAMES, ["en-GB", "de-DE"]))
def test_opening_a_table_fits_a_phone_and_its_button_is_always_in_reach(
    chromium: Browser, address: str, game: str, language: str
) -> None:
    page = phone(chromium, language)
    page.goto(f"{address}/open/{game}")
    page.locator(".steppers").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") < 1300
    assert in_sight(page, ".go .lead")
    page.locator("details.options > summary").click()
    assert page.evaluate("document.documentElement.scrollHeight") > 1300
    assert in_sight(page, ".go .lead"), "also with all options open"
    page.context.close()


def test_people_and_bots_are_counted_by_steps_and_options_say_what_differs(chromium: Browser, address: str) -> None:
    page = phone(chromium)
    page.goto(f"{address}/open/swup")
    more = page.locator('[data-step="bots"] [data-by="1"]')
    assert [one for one in seats(page) if one != "none"] == ["you", "open"]
    more.click()
    assert [one.partition(":")[0] for one in seats(page) if one != "none"] == ["you", "open", "bot"]
    page.locator('[data-step="people"] [data-by="-1"]').click()
    assert [one.partition(":")[0] for one in seats(page) if one != "none"] == ["you", "bot"]
    page.locator('[data-step="people"] [data-by="-1"]').evaluate("one => one.click()")  # it says that it is off
    assert seats(page)[0] == "you", "the last person stays"
    for _ in range(12):
        more.evaluate("one => one.click()")
    assert "none" not in seats(page)
    assert more.get_attribute("aria-disabled") == "true"
    line = page.locator("details.options > summary .differs")
    assert line.inner_text() == "as usual"
    page.locator("details.options > summary").click()
    page.locator("#pace-quick").check()
    expect(line).to_have_text("Pace of the bots: quick")
    page.locator("#pace-calm").check()
    expect(line).to_have_text("as usual")
    page.context.close()


def test_the_line_of_what_differs_has_grown_before_the_next_field_is_pressed(chromium: Browser, address: str) -> None:
    """It says a number as it is typed: if it grew when the next field is pressed, that press would miss it."""
    page = phone(chromium, "de-DE")
    page.goto(f"{address}/open/solo")
    page.locator("details.options > summary").click()
    page.locator("details.options details > summary").click()
    line = page.locator("details.options > summary .differs")
    for name, value in (("limit", "499"), ("rounds", "7"), ("step_limit", "9999")):
        page.locator(f"#option-{name}").fill(value)
        expect(line).to_contain_text(value)
        assert page.evaluate("document.activeElement.id") == f"option-{name}", "nothing else is pressed yet"
    page.locator("#option-reverse_skips").click()
    assert page.locator("#option-reverse_skips").is_checked()
    page.context.close()


@pytest.mark.parametrize("size", first_now([(320, 568), PHONE]))
def test_who_joins_sees_name_and_button_first(chromium: Browser, address: str, size: tuple[int, int]) -> None:
    host = phone(chromium)
    host.goto(f"{address}/open/solo")
    host.locator("#name").fill("Anna")
    host.locator('[data-step="people"] [data-by="1"]').click()
    host.locator(".go .lead").click()
    host.wait_for_url("**/t/*/*")
    guest = phone(chromium, "de-DE", size)
    guest.goto(host.url.rpartition("/")[0])
    assert in_sight(guest, "#name")
    assert in_sight(guest, ".go .lead")
    assert not guest.locator(".figures").is_visible()
    guest.locator("#name").fill("Ben")
    guest.locator(".go .lead").click()
    guest.wait_for_url("**/t/*/*")
    host.context.close()
    guest.context.close()


def test_the_menu_is_in_groups_and_what_is_final_stands_apart_and_red(chromium: Browser, address: str) -> None:
    page = phone(chromium)
    page.goto(address)
    page.locator("#ways-solo button").click()
    page.locator(".fan.mine").wait_for()
    page.locator('.bar [aria-label="Menu"], [aria-label="Menu"]').first.click()
    page.locator("#sheet-menu .final .button").first.wait_for()
    heads = page.locator("#sheet-menu h3").all_inner_texts()
    assert heads[:4] == ["This match", "For you", "Table", "Seats"]
    assert heads[-1] == "Cannot be undone"
    final = page.locator("#sheet-menu .final .button")
    assert final.evaluate_all("all => all.map(one => one.dataset.control)") == ["leave", "close", "forget", "delete"]
    red = final.first.evaluate("node => getComputedStyle(node).color")
    assert red == "rgb(163, 7, 43)"
    others = page.locator("#sheet-menu .group:not(.final .group) .button")
    assert red not in others.evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    page.context.close()


@pytest.mark.parametrize("game", first_now(GAMES))
def test_the_menu_begins_with_the_rules_and_the_lesson_of_the_game(chromium: Browser, address: str, game: str) -> None:
    page = phone(chromium)
    page.goto(address)
    page.locator(f"#ways-{game} button").click()
    page.locator(".fan.mine").wait_for()
    page.locator("button.menu").click()
    links = page.locator("#sheet-menu .buttons").first.locator("a")
    links.first.wait_for()
    assert links.all_inner_texts() == ["Rules", "Learn in two minutes"]
    for link, path in zip(links.all(), (f"/rules/{game}", f"/learn/{game}"), strict=True):
        with page.context.expect_page() as opened:
            link.click()
        expect(opened.value).to_have_url(f"{address}{path}")
        opened.value.close()
        assert in_sight(page, f'#sheet-menu a[href="{path}"]')
    assert page.locator(f'#sheet-menu a[href="/rules/{game}"]').count() == 1
    page.context.close()
