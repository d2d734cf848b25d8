"""Cut the two typefaces down to what the pages use: `src/kartentisch/web/static/fonts/*.woff2`.

    python -m scripts.cut_fonts <atkinson-hyperlegible-next package> <fraunces package>

Needs `fonttools` and `brotli`. The arguments are the unpacked npm packages
`@fontsource-variable/atkinson-hyperlegible-next` and `@fontsource-variable/fraunces`, both under the Open Font License.
As in these packages, each face has two files: `latin` with the punctuation, and `latin-ext` with the rest of Latin
Extended-A, which a browser fetches only if a name needs it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).parent.parent / "src/kartentisch/web/static/fonts"
CHARACTERS = [*range(0x20, 0x180), 0x2C6, 0x2DA, 0x2DC, *range(0x2000, 0x2070), 0x20AC, 0x2122, 0x2212, 0x2215, 0xFFFD]
CUTS: dict[str, tuple[float, float] | float] = {"opsz": 40, "SOFT": 60, "WONK": 0, "wght": (400, 700)}
"""For Fraunces only: one optical size, the soft and unplayful form, and the weights of headings."""


def cut(source: Path, name: str, axes: dict[str, tuple[float, float] | float]) -> None:
    font = TTFont(source)
    options = Options(layout_features=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    if axes:
        font = instantiateVariableFont(font, axes)
    font.flavor = "woff2"
    font.save(FONTS / name)
    print(f"{name}: {(FONTS / name).stat().st_size / 1024:.0f} KB")


def main(atkinson: str, fraunces: str) -> None:
    FONTS.mkdir(parents=True, exist_ok=True)
    for part in ("latin", "latin-ext"):
        cut(
            Path(atkinson, "files", f"atkinson-hyperlegible-next-{part}-wght-normal.woff2"),
            f"atkinson-{part}.woff2",
            {},
        )
        cut(Path(fraunces, "files", f"fraunces-{part}-full-normal.woff2"), f"fraunces-{part}.woff2", CUTS)
    for package, name in ((atkinson, "atkinson"), (fraunces, "fraunces")):
        (FONTS / f"{name}-OFL.txt").write_bytes(Path(package, "LICENSE").read_bytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
