"""Style sheets, modules, drawings and fonts: read once, compressed once, and kept by browsers until they change.

The address of a file carries a version computed from the bytes of all files. A browser therefore fetches each file only
once, and all files again after an update. Under any other version, or none, the same file comes with an ETag, by which
a browser asks whether its copy is current: a page opened before an update still finds its drawings.

All files here are public and the same for everybody, so all can be compressed. Pages differ: see `request.pack`.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kartentisch.play.games import games
from kartentisch.web import scenes
from kartentisch.web.pages import texts
from kartentisch.web.pages.accept import by_weight

STATIC = Path(__file__).resolve().parents[1] / "static"
PACKED = {".js", ".css", ".svg", ".json", ".txt"}
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".ico": "image/x-icon",
}
"""Types that a machine's own list sometimes gets wrong. None names a charset: modules and drawings are UTF-8, and a
style sheet has the charset of the page that asks for it."""
LASTING = "max-age=31536000, immutable"
ASKING = "no-cache"

_VERSION = re.compile(r"v[0-9a-f]{10}")
_REMARK = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_NOTE = re.compile(rb"[ \t]*/\*(?:(?!\*/).)*\*/", re.DOTALL)
_LINE = re.compile(rb"^[ \t]*//.*\n", re.MULTILINE)
_INDENT = re.compile(rb"^[ \t]+", re.MULTILINE)
_BEHIND = re.compile(rb"""(?<=[;{,)])[ \t]+// [^\n"'`]*$""", re.MULTILINE)
_BLANK = re.compile(rb"\n{2,}")
_AIR = re.compile(rb"""("[^"\n]*"|'[^'\n]*')|\s*([{};])\s*|([:,])[ \n]""")
_TYPE = re.compile(rb"/\*\* @type (?:(?!\*/).)*\*/ ?")
_SHEET = re.compile(rb'@import url\("([\w-]+\.css)"\);\n')
_NAMES = re.compile(rb"^(?:import|export) \{ .* \}", re.MULTILINE)
_MODULE = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+\.js)";', re.MULTILINE)


@dataclass(frozen=True)
class File:
    type: str
    plain: bytes
    packed: bytes
    """Empty if compressing gains nothing."""
    tag: str


def served(path: Path) -> bytes:
    """The bytes to send: no types, indents, blank lines or comments; a style sheet includes the sheets it imports."""
    body = path.read_bytes()
    if path.suffix == ".css":
        body = _SHEET.sub(lambda found: served(path.with_name(found[1].decode())), body)
    if path.suffix not in {".js", ".css"} or "vendor" in path.parts:
        return body
    body = _INDENT.sub(b"", _TYPE.sub(b"", _REMARK.sub(b"", body)))
    if path.suffix == ".css":
        return dense(_NOTE.sub(b"", body))
    body = _BLANK.sub(b"\n", _BEHIND.sub(b"", _LINE.sub(b"", body)))
    return _NAMES.sub(lambda found: found[0].replace(b", ", b","), body)


def dense(sheet: bytes) -> bytes:
    """A style sheet without needless spaces; quoted text stays as it is."""
    return _AIR.sub(lambda found: found[1] or found[2] or found[3], sheet).replace(b";}", b"}").strip()


@cache
def files() -> dict[str, File]:
    """All files by their path below `static/`: also a sheet with the emblem faces of each game, and sentences that
    pages fetch when they need them.
    """
    found = {
        path.relative_to(STATIC).as_posix(): _file(path, served(path))
        for path in sorted(STATIC.rglob("*"))
        if path.is_file() and not path.name.endswith(".d.ts")
    }
    for game in games():
        sheet = STATIC / "cards" / f"{game}.svg"
        if sheet.is_file():
            found[f"cards/{game}-emblem.svg"] = _file(sheet, emblem(sheet, scenes.of(game).emblem))
    return found | {name: _file(Path(name), body) for name, body in texts.later().items()}


def emblem(sheet: Path, faces: Collection[str]) -> bytes:
    """A sheet with only these faces, for the pages around the table. Each symbol is one line of it."""
    wanted = {f'<symbol id="{face.partition("/")[2]}" ' for face in faces if face.partition("/")[0] == sheet.stem}
    lines = served(sheet).decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("<symbol") or line.startswith(tuple(wanted))).encode()


def face(name: str) -> str:
    """The address of a face, `<sheet>/<symbol>`, in the smallest sheet that holds it."""
    sheet, _, symbol = name.partition("/")
    small = f"cards/{sheet}-emblem.svg"
    holds = small in files() and f'<symbol id="{symbol}" '.encode() in files()[small].plain
    return f"{static(small if holds else f'cards/{sheet}.svg')}#{quote(symbol)}"


def _file(path: Path, body: bytes) -> File:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in PACKED else b""
    return File(kind, body, packed, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


@cache
def version() -> str:
    every = "".join(f"{name} {file.tag}\n" for name, file in files().items())
    return "v" + hashlib.sha256(every.encode()).hexdigest()[:10]


def static(name: str) -> str:
    """The address of a file. Raises KeyError if there is none."""
    if name not in files():
        raise KeyError(name)
    return f"/static/{version()}/{name}"


@cache
def modules(name: str) -> tuple[str, ...]:
    """A module and everything it imports, so that a page can fetch all of it at once and not one after the other."""
    found = [name]
    for one in found:
        for needed in _MODULE.findall(files()[one].plain.decode()):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(one), needed))
            if path not in found:
                found.append(path)
    return tuple(found)


@cache
def grounds() -> tuple[str, str]:
    """The page colours by day and by night, for the browser's bars."""
    found = re.findall(r"--page: (#\w+);", (STATIC / "css" / "tokens.css").read_text(encoding="utf-8"))
    return found[0], found[1]


async def serve(request: Request) -> Response:
    """A file, compressed if the browser accepts gzip."""
    first, _, rest = request.path_params["path"].partition("/")
    file = files().get(rest if _VERSION.fullmatch(first) else request.path_params["path"])
    if file is None:
        raise HTTPException(404)
    lasts = first == version()
    headers = {"Cache-Control": LASTING} if lasts else {"Cache-Control": ASKING, "ETag": file.tag}
    if file.packed:
        headers["Vary"] = "Accept-Encoding"
    if not lasts and file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    headers["Content-Type"] = file.type
    if file.packed and takes_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, headers=headers)
    return Response(file.plain, headers=headers)


async def named(request: Request) -> Response:
    """An icon at the address where browsers look for it by default."""
    file = files()[request.url.path.lstrip("/")]
    return Response(file.plain, headers={"Cache-Control": "public, max-age=86400"}, media_type=file.type)


def takes_gzip(header: str) -> bool:
    """Whether a browser with this Accept-Encoding header takes gzip."""
    return "gzip" in by_weight(header)
