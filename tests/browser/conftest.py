"""What the tests of the page alone share: its files on a loopback port, and browsers that are closed again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.bots import levels
from kartentisch.web.live import bot_pool
from tests.browser import line

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.windows import Windows


@pytest.fixture(scope="session", autouse=True)
def a_bot_that_can_be_foreseen() -> None:
    """The tests' tables offer the greedy bot too, whose moves follow from what it sees."""
    vars(bot_pool)["FOR_PEOPLE"] = ("greedy", *levels.FOR_PEOPLE)


@pytest.fixture(scope="session")
def files() -> Iterator[str]:
    with line.files() as found:
        yield found


@pytest.fixture(autouse=True)
def windows_taken_back(chromium: Browser) -> Iterator[None]:
    """What a test opens is closed after it; what its module has opened stays."""
    windows: Windows = vars(chromium)["windows"]
    before = windows.lent()
    yield
    windows.take_back(before)


@pytest.fixture
def seat(chromium: Browser, files: str) -> line.Seat:
    """Opens a page of its own browser that shows a scene."""

    def opened(
        scene: Any,
        size: tuple[int, int] = line.DESKTOP,
        options: Any = None,
        script: str = "",
        held: bool = False,
        **more: Any,
    ) -> Any:
        usual = {"viewport": {"width": size[0], "height": size[1]}, "locale": "en-GB", "held": held}
        context = chromium.new_context(**(usual | more))  # type: ignore[arg-type]
        return line.open_table(context, files, scene, options, script=script, held=held)

    return opened
