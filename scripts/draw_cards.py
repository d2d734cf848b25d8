"""Draw the card faces: one SVG sheet per game in `src/kartentisch/web/static/cards/`.

    python -m scripts.draw_cards atkinson-hyperlegible-next-latin-800-normal.woff2 [game ...]

Needs `fonttools`, `brotli` and `skia-pathops`. The sheets are committed, so nobody needs these packages to play. The
font is Atkinson Hyperlegible Next 800 (Open Font License), as in the npm package
`@fontsource/atkinson-hyperlegible-next`.

A sheet has `<symbol id="...">` elements of 100 x 140 units. The id is the card's token (`b10`, `!`, `+2`, `back`), plus
`-small` for the drawing below a width of 70 px. Tokens are used as they are, so a page percent-encodes the fragment
(`encodeURIComponent`): `<use href="schwupps.svg#%2B2">`. Plain `#+2` works as well. No symbol refers to another one or
to anything outside, so a page can use a sheet from its file or contain it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from scripts.faces import schweinsgalopp, schwupps, solo, swup
from scripts.faces.pen import Drawing, Letters

SHEETS: dict[str, Callable[[Letters], dict[str, Drawing]]] = {
    "schwupps": schwupps.sheet,
    "solo": solo.sheet,
    "swup": swup.sheet,
    "schweinsgalopp": schweinsgalopp.sheet,
}
BOXES = {"pig": "0 0 120 88"}
FOLDER = Path(__file__).parent.parent / "src/kartentisch/web/static/cards"


def sheet(faces: dict[str, Drawing]) -> str:
    """The text of a sheet."""
    symbols = [
        f'<symbol id="{name}" viewBox="{BOXES.get(name.split("-")[0], "0 0 100 140")}">{drawing.svg()}</symbol>'
        for name, drawing in faces.items()
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


def main(font: str, *games: str) -> None:
    letters = Letters(Path(font))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in games or SHEETS:
        text = sheet(SHEETS[game](letters))
        (FOLDER / f"{game}.svg").write_text(text, encoding="utf-8")
        print(f"{game}.svg: {text.count('<symbol')} symbols, {len(text) / 1024:.0f} KB")


if __name__ == "__main__":
    main(*sys.argv[1:])
