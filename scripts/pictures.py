"""Draw the pictures of the site for browsers and messengers: icons, favicon.ico and the preview picture."""

from __future__ import annotations

import base64
import shutil
import struct
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

STATIC = Path(__file__).resolve().parents[1] / "src" / "kartentisch" / "web" / "static"
INK, PAGE, TABLE = "#24211C", "#F7F3EA", "#EBE2D0"
SMALL = (16, 32, 48)


def drawn(browser: Browser, body: str, width: int, height: int, ground: str = "transparent") -> bytes:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(
        f"<style>*{{margin:0}}body{{background:{ground};overflow:hidden}}svg{{display:block}}</style>{body}"
    )
    page.evaluate("document.fonts.ready.then(() => true)")
    picture = page.screenshot(omit_background=ground == "transparent")
    page.close()
    return picture


def ico(pictures: list[tuple[int, bytes]]) -> bytes:
    """An icon file with these square pictures, each as PNG."""
    at = 6 + 16 * len(pictures)
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for size, picture in pictures:
        head += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), at + len(body))
        body += picture
    return head + body


def main() -> None:
    sign = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    font = base64.b64encode((STATIC / "fonts" / "fraunces-latin.woff2").read_bytes()).decode()

    def square(size: int) -> str:
        return sign.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        small = [(size, drawn(browser, square(size), size, size)) for size in SMALL]
        (STATIC / "favicon.ico").write_bytes(ico(small))
        touch = f'<div style="padding:18px">{square(144)}</div>'
        (STATIC / "apple-touch-icon.png").write_bytes(drawn(browser, touch, 180, 180, PAGE))
        for size, name, share in ((192, "icon-192", 0.8), (512, "icon-512", 0.8), (512, "icon-maskable", 0.6)):
            edge = round(size * (1 - share) / 2)
            body = f'<div style="padding:{edge}px">{square(size - 2 * edge)}</div>'
            (STATIC / f"{name}.png").write_bytes(drawn(browser, body, size, size, PAGE))
        wide = (
            f"<style>@font-face{{font-family:F;src:url(data:font/woff2;base64,{font});font-weight:600}}"
            f"div{{display:flex;align-items:center;gap:56px;height:630px;padding:0 96px;font:600 124px F;color:{INK}}}"
            f"</style><div>{square(300)}<span>Kartentisch</span></div>"
        )
        (STATIC / "preview.png").write_bytes(drawn(browser, wide, 1200, 630, TABLE))
        browser.close()


if __name__ == "__main__":
    main()
