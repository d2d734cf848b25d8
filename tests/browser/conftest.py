"""What the tests of the page alone share: its files on a loopback port, and browsers that are closed again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.bots import levels
from kartentisch.web import crew
from tests.browser import line
from tests.browser.windows import Windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session", autouse=True)
def a_bot_that_can_be_foreseen() -> None:
    """The tests' tables offer the greedy bot too, whose moves follow from what it sees."""
    vars(crew)["FOR_PEOPLE"] = ("greedy", *levels.FOR_PEOPLE)


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    with line.files() as found:
        yield found


@pytest.fixture(scope="module")
def windows(chromium: Browser) -> Windows:
    return Windows(chromium)


@pytest.fixture
def seat(windows: Windows, files: str) -> Iterator[line.Seat]:
    """Opens a page of its own browser that shows a scene."""

    def opened(
        scene: Any,
        size: tuple[int, int] = line.DESKTOP,
        options: Any = None,
        script: str = "",
        held: bool = False,
        **more: Any,
    ) -> Any:
        usual = {"viewport": {"width": size[0], "height": size[1]}, "locale": "en-GB"}
        context = windows.lend(usual | more, fresh=held)  # a clock that was held stays in its window
        return line.open_table(context, files, scene, options, script=script, held=held)

    yield opened
    windows.take_back()
