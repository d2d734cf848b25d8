"""The pictures that a page may ask for, as symbols of its sheets."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import kartentisch

STATIC = Path(kartentisch.__file__).parent / "web/static"
SVG = "{http://www.w3.org/2000/svg}"


def symbols(file: str) -> dict[str, ElementTree.Element]:
    """The symbols of a sheet by id."""
    root = ElementTree.parse(STATIC / file).getroot()
    found = {symbol.attrib["id"]: symbol for symbol in root.iter(f"{SVG}symbol")}
    assert len(found) == len(root), "an id stands twice, or something is no symbol"
    return found
