"""The colours of the cards, the same on light and dark pages. `css/tokens.css` repeats them for the pages."""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "#FFFDF8"
EDGE = "#CDBFA6"
INK = "#24211C"
STAR = "#14694F"
FIELD = "#F4ECDC"


@dataclass(frozen=True)
class Hue:
    """A card colour: its letter, its mark and its four tones."""

    letter: str
    mark: str
    fill: str
    shade: str
    deep: str
    tint: str
    text: str = PAPER


BLUE = Hue("b", "circle", "#0E73CC", "#0A5598", "#0A63B4", "#D6E8F8")
GREEN = Hue("g", "triangle", "#14694F", "#0D4C39", "#14694F", "#D3E8DF")
RED = Hue("r", "square", "#B8280F", "#8F1D09", "#B8280F", "#F9DCD3")
VIOLET = Hue("v", "diamond", "#55207A", "#3C1459", "#55207A", "#E7DAF0")
YELLOW = Hue("y", "hexagon", "#F2BF2B", "#DCA213", "#7A5800", "#FCF0C9", INK)
BLACK = Hue("k", "cross", "#2B292E", "#1D1B20", "#2B292E", "#E3E0DC")

BACKS = {"schwupps": "#4A4870", "schweinsgalopp": "#8A4A52", "solo": "#45494C", "swup": "#2F5B57"}


def between(one: str, other: str, share: float = 0.6) -> str:
    """A tone between two: `share` of the way from one to the other."""
    pairs = [(int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
