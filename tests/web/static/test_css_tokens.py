"""The CSS tokens keep their promises: text can be read, and no two card colours look alike to anyone."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

import kartentisch

TOKENS = Path(kartentisch.__file__).parent / "web/static/css/tokens.css"
Triple = tuple[float, float, float]


def block(selector: str) -> dict[str, str]:
    """The custom properties of the first rule with this selector."""
    css = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.DOTALL)
    body = css.split(selector + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


LIGHT = block(":root")
DARK = LIGHT | block(':root[data-theme="dark"]')
THEMES = {"light": LIGHT, "dark": DARK}
FILLS = {letter: LIGHT[f"card-{letter}"] for letter in "bgrvyk"}


def linear(colour: str) -> Triple:
    """Hex digits to linear light."""
    r, g, b = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return bright(r), bright(g), bright(b)


def bright(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast."""
    luminance = [sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x), strict=True)) for x in (one, other)]
    return (max(luminance) + 0.05) / (min(luminance) + 0.05)


TEXT = [
    *[("ink", surface) for surface in ("page", "table", "raised", "tint", "space")],
    *[("soft", surface) for surface in ("page", "table", "raised", "space")],
    *[("accent", surface) for surface in ("page", "table", "raised", "tint")],
    ("on-accent", "accent"),
    ("ok", "page"),
    ("ok", "raised"),
]
CONTROLS = [(sign, surface) for sign in ("edge", "focus") for surface in ("page", "table", "raised")]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "surface"), TEXT)
def test_text_can_be_read(theme: str, text: str, surface: str) -> None:
    assert contrast(THEMES[theme][text], THEMES[theme][surface]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("sign", "surface"), CONTROLS)
def test_controls_can_be_seen(theme: str, sign: str, surface: str) -> None:
    assert contrast(THEMES[theme][sign], THEMES[theme][surface]) >= 3


@pytest.mark.parametrize("letter", FILLS)
def test_figures_on_cards_can_be_read(letter: str) -> None:
    for ground in ("", "-shade"):
        assert contrast(LIGHT[f"card-{letter}-text"], LIGHT[f"card-{letter}{ground}"]) >= 4.5
    assert contrast(LIGHT[f"card-{letter}-deep"], LIGHT["paper"]) >= 4.5


@pytest.mark.parametrize("game", ["schwupps", "schweinsgalopp", "solo", "swup"])
def test_backs_can_be_told_apart_from_their_paper(game: str) -> None:
    assert contrast(LIGHT[f"ink-{game}"], LIGHT["back"]) >= 4.5


def test_both_ways_into_the_dark_are_one() -> None:
    assert block(':root[data-theme="dark"]') == block(':root:not([data-theme="light"])')


def test_both_ways_to_stillness_are_one_and_stop_every_motion() -> None:
    """As the system says, or as the person wishes. A hold, a patience and a notice are no motion."""
    still = block(':root[data-motion="none"]')
    assert still == block("  :root:not([data-motion])")
    assert set(still.values()) == {"0ms"}
    waits = {"hold", "patience", "cheer", "longest", "notice"}
    assert set(still) == {name for name, value in LIGHT.items() if re.fullmatch(r"[\d.]+m?s", value)} - waits


MACHADO = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes 2009, severity 1: what linear light becomes for three kinds of colour blindness."""

XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix: tuple[Triple, ...], v: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, v, strict=True)) for row in matrix)
    return x, y, z


def lab(colour: str, sight: str = "normal") -> Triple:
    """CIELAB (D65) of a colour as one kind of sight sees it."""
    seen = times(MACHADO[sight], linear(colour))
    x, y, z = (
        root(v / w) for v, w in zip(times(XYZ, (clip(seen[0]), clip(seen[1]), clip(seen[2]))), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def clip(c: float) -> float:
    return min(1.0, max(0.0, c))


def root(t: float) -> float:
    return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


def ciede2000(one: Triple, other: Triple) -> float:
    """Distance of two colours as people see it: 1 is just noticeable."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(c7 / (c7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    chroma1, chroma2 = math.hypot(a1, b1), math.hypot(a2, b2)
    hue1, hue2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    grey = chroma1 * chroma2 == 0
    turn = 0.0 if grey else (hue2 - hue1 + 180) % 360 - 180
    if turn == -180 and hue2 > hue1:
        turn = 180.0
    mean_hue = hue1 + hue2 if grey else mean_angle(hue1, hue2)
    lightness, chroma = (l1 + l2) / 2, (chroma1 + chroma2) / 2
    t = 1 + sum(
        share * math.cos(math.radians(k * mean_hue + shift))
        for share, k, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    )
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    d_l = (l2 - l1) / s_l
    d_c = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    d_h = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    swing = 30 * math.exp(-(((mean_hue - 275) / 25) ** 2))
    r_t = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(2 * swing))
    return math.sqrt(d_l**2 + d_c**2 + d_h**2 + r_t * d_c * d_h)


def mean_angle(one: float, other: float) -> float:
    if abs(one - other) <= 180:
        return (one + other) / 2
    return (one + other + (360 if one + other < 360 else -360)) / 2


PUBLISHED: list[tuple[Triple, Triple, float]] = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -1.1848, -84.8006), (50, 0, -82.7485), 1.0000),
    ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((50, 2.5, 0), (50, 3.1736, 0.5854), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""Test data of Sharma, Wu and Dalal 2005 for the formula."""


@pytest.mark.parametrize(("one", "other", "distance"), PUBLISHED)
def test_distance_agrees_with_the_published_values(one: Triple, other: Triple, distance: float) -> None:
    assert ciede2000(one, other) == pytest.approx(distance, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(distance, abs=5e-5)


@pytest.mark.parametrize("sight", MACHADO)
@pytest.mark.parametrize(("one", "other"), list(combinations(FILLS, 2)))
def test_card_colours_can_be_told_apart(sight: str, one: str, other: str) -> None:
    assert ciede2000(lab(FILLS[one], sight), lab(FILLS[other], sight)) >= 12


def test_accent_is_no_card_colour() -> None:
    assert all(ciede2000(lab(LIGHT["accent"]), lab(fill)) >= 6 for fill in FILLS.values())


@pytest.mark.parametrize("sheet", sorted(TOKENS.parent.glob("*.css")), ids=lambda path: path.name)
def test_only_the_tokens_name_colours_sizes_of_type_and_times(sheet: Path) -> None:
    if sheet == TOKENS:
        return
    css = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = r":[^;{}]*(#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\(|\b\d*\.?\d+m?s\b|\b(white|black)\b)[^{};]*;"
    assert [found.group(0) for found in re.finditer(named, css)] == []
    assert re.findall(r"font-size:\s*[\d.][^;]*", css) == []
