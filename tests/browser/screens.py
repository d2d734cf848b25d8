"""`make screens`: pictures of the product for docs/screens/, to be looked at by people.

Every table has a past of its own seed, so that the same pictures come again as long as nothing is drawn otherwise.
"""

from __future__ import annotations

import io
import itertools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

from kartentisch.store import MemoryStore
from kartentisch.table.table import Table
from kartentisch.web.live.registry import RoomRegistry
from tests.browser.past import Past, served, sit, turn_of
from tests.conftest import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
LANGUAGES = {"en": "en-GB", "de": "de-DE"}
STILL = 500
"""Milliseconds after which nothing moves any more."""
MEAN, MOST = 0.1, 80
"""How much the shades of two pictures of the same may differ, of 255: on the average, and in any pixel."""
COLOURS = 160
"""Of a picture's palette: more cannot be told apart, and a file stays small."""


def over(table: Table) -> bool:
    return table.phase == "over"


def two_builds(table: Table) -> bool:
    """The person's turn, two builds on the table."""
    seen = table.view(0)
    return table.actors()[:1] == (0,) and seen is not None and len(seen.json()["builds"]) == 2


DOUBLE = ("hand/b2", "button:build:12", "table/b10", "table/r12")


@dataclass(frozen=True)
class Picture:
    """What is to be seen, where, in which language; of a table how it came there and which card is raised."""

    name: str
    size: str
    language: str
    dark: bool = False
    seats: int = 0
    seed: int = 0
    until: Callable[[Table], bool] = over
    picks: tuple[str, ...] = ()
    """Elements tapped one after the other."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}-{self.size}-{self.language}{'-dark' if self.dark else ''}.png"


PICTURES = [
    Picture("home", "desktop", "en"),
    Picture("home", "phone", "de", dark=True),
    Picture("schwupps", "desktop", "de", seats=4, seed=3, until=turn_of(0, 6), picks=("hand/b6",)),
    Picture("schwupps", "phone", "en", dark=True, seats=3, seed=4, until=turn_of(0, 6), picks=("hand/b10",)),
    Picture("schweinsgalopp", "desktop", "en", seats=4, seed=5, until=turn_of(0, 11), picks=("hand/g",)),
    Picture("schweinsgalopp", "phone", "de", seats=4, seed=3, until=turn_of(0, 12), picks=("hand/r",)),
    Picture("solo", "desktop", "de", dark=True, seats=6, seed=13, until=turn_of(0, 6), picks=("hand/r5",)),
    Picture("solo", "phone", "en", seats=5, seed=13, until=turn_of(0, 5), picks=("hand/C",)),
    Picture("swup", "desktop", "en", dark=True, seats=3, seed=25, until=turn_of(0, 9), picks=DOUBLE),
    Picture("swup", "phone", "de", seats=2, seed=42, until=two_builds, picks=("hand/y1", "button:take:14", "build:0")),
    Picture("schweinsgalopp-result", "desktop", "de", seats=4, seed=5),
    Picture("swup-result", "phone", "en", dark=True, seats=4, seed=5),
]


def page_of(browser: Browser, picture: Picture, address: str, store: MemoryStore, table_id: str) -> Page:
    """A new browser window in front of what is to be seen."""
    width, height = SIZES[picture.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=LANGUAGES[picture.language],
        color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
        device_scale_factor=2 if picture.size == "phone" else 1,
    )
    page = context.new_page()
    path = "/"
    if picture.seats:
        past = Past(picture.name.partition("-")[0], picture.seats, picture.seed).go_on(picture.until)
        path = past.written(store, table_id)
        sit(context, address, store, path)
    page.goto(address + path)
    if picture.seats:
        page.wait_for_selector(".fan.mine > .card, .result tbody tr")
    for element in picture.picks:
        offered = page.locator(f'[data-element="{element}"]:not(.not-now)').first
        offered.click()
        page.wait_for_timeout(STILL)
    page.mouse.move(0, 0)
    page.evaluate("() => document.fonts.ready")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(STILL)
    return page


def save(png: bytes, file: Path) -> None:
    """As a small file, with a palette of its own; one that looks the same already stays."""
    with Image.open(io.BytesIO(png)) as picture:
        new = picture.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE, kmeans=1
        )
    kept = file.exists() and alike(new, file)
    if not kept:
        new.save(file, optimize=True)
    print(f"{file.stat().st_size / 1000:6.0f} kB  {file.name}{', as before' if kept else ''}")


def alike(new: Image.Image, file: Path) -> bool:
    """But for shades: edges of letters and the palette do not come out quite the same each time."""
    with Image.open(file) as old:
        if old.size != new.size:
            return False
        differ = ImageChops.difference(old.convert("RGB"), new.convert("RGB")).convert("L").histogram()
    mean = sum(shade * n for shade, n in enumerate(differ)) / sum(differ)
    return mean < MEAN and not any(differ[MOST:])


def main() -> int:
    """Take all pictures, or those whose names begin with one of the arguments."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    FOLDER.mkdir(parents=True, exist_ok=True)
    store = MemoryStore()
    ids = (f"screen{n:06}" for n in itertools.count())
    with served(RoomRegistry(store)) as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for picture, table_id in zip(PICTURES, ids, strict=False):
            if picture.name.startswith(tuple(sys.argv[1:]) or ""):
                page = page_of(browser, picture, running.address, store, table_id)
                save(page.screenshot(), picture.file)
                page.context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
