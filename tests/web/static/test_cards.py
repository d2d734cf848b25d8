"""The card faces and icons: each one that a page may ask for is there, twice, and stands on its own."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from scripts.faces import ink
from tests.web.support.sheets import STATIC, symbols

FACES = {
    "schwupps": [
        *[f"{colour}{value}" for colour in "bgrvy" for value in range(1, 11)],
        *["!", "+1", "+2", "-1", "-2", "n", "c", "nc", "back", "task-back"],
    ],
    "solo": [
        *[f"{colour}{value}" for colour in "rgby" for value in [*range(1, 10), "S", "R", "+2", "X", "G"]],
        *["C", "+4", "A", "Pr", "Pg", "Pb", "Py", "back"],
    ],
    "swup": [*[f"{colour}{value}" for colour in "krby" for value in range(1, 14)], "back"],
    "schweinsgalopp": [*"bgrvy", "apple", "carrot", "corn", "turnip", "acorn", "back"],
}
NAMES = """
    menu close chevron chevron-down arrow-right arrow-down interject undo link qr pause play log hand pile draw
    clock sort sweep offline warning check eye bot person host language back plus minus share talk mute
    mug pear teapot lemon eggcup spoon candle cherries salt jar pretzel
    mark-b mark-g mark-r mark-v mark-y mark-k
    aloud silent whole options sun moon
    to-first to-last before hint last
"""
ICONS = NAMES.split()


@pytest.mark.parametrize("game", FACES)
def test_every_face_is_drawn_twice(game: str) -> None:
    found = symbols(f"cards/{game}.svg")
    promised = {name for face in FACES[game] for name in (face, f"{face}-small")}
    assert promised - found.keys() == set()
    assert {found[name].attrib["viewBox"] for name in promised} == {"0 0 100 140"}
    assert all(len(found[name]) for name in promised)


def test_every_pig_runs() -> None:
    found = symbols("cards/schweinsgalopp.svg")
    assert {found[f"pig-{colour}"].attrib["viewBox"] for colour in "bgrvy"} == {"0 0 120 88"}


@pytest.mark.parametrize("game", FACES)
def test_no_drawing_stands_for_two_faces(game: str) -> None:
    drawings = {
        name: ElementTree.tostring(symbol).split(b">", 1)[1] for name, symbol in symbols(f"cards/{game}.svg").items()
    }
    assert len(set(drawings.values())) == len(drawings)


def test_every_icon_is_there() -> None:
    found = symbols("icons.svg")
    assert set(ICONS) == found.keys()
    assert {symbol.attrib["viewBox"] for symbol in found.values()} == {"0 0 24 24"}
    assert "#" not in (STATIC / "icons.svg").read_text(encoding="utf-8"), "icons take the colour of the text"


@pytest.mark.parametrize("file", [*[f"cards/{game}.svg" for game in FACES], "icons.svg", "signs.svg", "favicon.svg"])
def test_sheets_refer_to_nothing(file: str) -> None:
    text = (STATIC / file).read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert not re.search(r"href|url\(|<style|<script|<image|<text|@import", text)
    assert set(re.findall(r"https?://[^\"]+", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize(
    "hue", [ink.BLUE, ink.GREEN, ink.RED, ink.VIOLET, ink.YELLOW, ink.BLACK], ids=lambda hue: hue.letter
)
def test_cards_and_pages_agree_on_the_colours(hue: ink.Hue) -> None:
    tokens = dict(re.findall(r"--([\w-]+): ([^;]+);", (STATIC / "css/tokens.css").read_text(encoding="utf-8")))
    names = {"": hue.fill, "-shade": hue.shade, "-deep": hue.deep, "-tint": hue.tint, "-text": hue.text}
    assert {name: tokens[f"card-{hue.letter}{name}"] for name in names} == names
