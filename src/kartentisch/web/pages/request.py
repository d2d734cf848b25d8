"""What every page needs of a request: the reader's language, the rendered page, forms, and their origin."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from kartentisch.engine.reasons import Reason
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.live.people import checked_name
from kartentisch.web.pages import static_files
from kartentisch.web.phrases import refusals
from kartentisch.web.phrases.languages import LANGUAGE_NAMES
from kartentisch.words.language import LANGUAGES, Language, language

HERE = Path(__file__).resolve().parents[1]
MOST_FIELDS = 300
MOST_BYTES = 16 * 1024
LANGUAGE_COOKIE = "language"
NAME_COOKIE = "name"
FIGURE_COOKIE = "figure"


class PageError(Exception):
    """A request that gets a page with a sentence instead of its own page."""

    def __init__(self, status: int, code: str, **args: object) -> None:
        super().__init__(code)
        self.status = status
        self.reason = Reason(code, dict(args))


@cache
def templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["language_names"] = LANGUAGE_NAMES
    environment.globals["static"] = static_files.static
    environment.globals["grounds"] = static_files.grounds
    environment.globals["face"] = static_files.face
    environment.globals["modules"] = static_files.modules
    return environment


@cache
def texts(code: str) -> str:
    """The sentences of the browser's code in one language, as JSON."""
    t = language(code)
    found = json.loads((HERE / "static" / "js" / "texts.json").read_text(encoding="utf-8"))
    places = {name: f"{{{name}}}" for text in found.values() for name in re.findall(r"{(\w+)}", text)}
    return json.dumps({key: t.say(text, **places) for key, text in found.items()}, ensure_ascii=False)


# ---- Language --------------------------------------------------------------------------------------------------------


def code_of(request: HTTPConnection) -> str:
    """The reader's language: the one they chose, else the first that their browser accepts and we have."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The best language of an Accept-Language header; English if none fits."""
    best, weight = "en", 0.0
    for part in header[:500].split(","):
        tag, _, q = part.strip().partition(";q=")
        try:
            value = float(q) if q else 1.0
        except ValueError:
            continue
        code = tag.strip().lower().partition("-")[0]
        if code in LANGUAGES and value > weight:
            best, weight = code, value
    return best


def speaks(request: HTTPConnection) -> Language:
    return language(code_of(request))


# ---- Pages -----------------------------------------------------------------------------------------------------------


FORMS = (
    "home.html",
    "open.html",
    "join.html",
    "link.html",
    "name.html",
    "give.html",
    "program.html",
    "delete.html",
    "replay.html",
)


PUBLIC = ("home.html", "rules.html", "stored.html")
"""Pages that crawlers may list."""

PACKED = ("rules.html", "stored.html", "table.html", "replay.html")
"""Pages that are the same for everybody, or that hold no text that somebody else could choose."""


def pack(request: Request, response: Response) -> None:
    """Compress a page. A packed page holds no secret, such as a link to a seat, or no text that others can choose.

    Anyone who can put such text beside a secret could read the secret from the packed length (BREACH). For this
    reason, no page with a query is packed: its links contain the query. A value that is new in every response, such
    as the `ask` of a form, is no such secret.
    """
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    takes = static_files.takes_gzip(request.headers.get("accept-encoding", ""))
    if takes and request.method == "GET" and not request.url.query:
        response.body = gzip.compress(bytes(response.body), 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    t = speaks(request)
    here = getattr(request.state, "on", "") or request.url.path
    common = {
        "say": t.say,
        "many": t.many,
        "t": t,
        "code": t.code,
        "others": [code for code in LANGUAGES if code != t.code],
        "preview": None,
        "public_page": template in PUBLIC,
        "this_page": here + (f"?{request.url.query}" if request.url.query else ""),
    }
    response = HTMLResponse(templates().get_template(template).render(common | values), status)
    response.headers["Cache-Control"] = "no-store"
    if template in PACKED or (template == "home.html" and not request.cookies):
        pack(request, response)
    if template in FORMS:  # browsers send forms of no-referrer pages without the origin that we check
        response.headers["Referrer-Policy"] = "same-origin"
    return response


def refusal(request: Request, status: int, reason: Reason) -> HTMLResponse:
    """A page that says why the request was refused."""
    return page(request, "message.html", status, title=None, text=refusals.sentence(speaks(request), "", reason))


# ---- Forms -----------------------------------------------------------------------------------------------------------


async def form(request: Request, reach: PublicAddress) -> dict[str, str]:
    """The fields of a plain form sent by a page of this site. Raises PageError."""
    if (foreign := not_ours(request.headers, reach)) is not None:
        raise PageError(403, foreign.code, **foreign.args)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise PageError(413, "oversized", n=MOST_BYTES)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise PageError(400, "form_bad") from error
    return dict(pairs)


def not_ours(headers: Headers, reach: PublicAddress) -> Reason | None:
    """Why a form or socket does not count as coming from a page of this server; None if it does.

    Programs send no origin and are no danger to cookies. If the server's own addresses are known, both the called
    address and the page's address must be among them, so that no other name leads here.
    """
    host = headers.get("host", "").lower()
    if reach.origins and host not in reach.hosts:
        return Reason("host", {"address": reach.base})
    return None if same_origin(headers, host, reach) else Reason("origin")


def same_origin(headers: Headers, host: str, reach: PublicAddress) -> bool:
    """Whether a request comes from a page of this server."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if origin == "null":  # some browsers send this from pages with no-referrer
        return headers.get("sec-fetch-site") == "same-origin"
    if reach.origins:
        return origin.lower() in reach.origins
    return origin.lower().partition("://")[2] in {host, reach.host.lower()} - {""}


def name_of(request: HTTPConnection) -> str:
    """The name given last."""
    return unquote(request.cookies.get(NAME_COOKIE, ""))[:24]


def name_before(request: HTTPConnection) -> str:
    """The name given last, where no form asks for one; "Guest" if there is none that is allowed."""
    name = checked_name(name_of(request))
    return name if isinstance(name, str) else speaks(request).say("Guest")


def figure_of(request: HTTPConnection) -> str:
    """The figure chosen last."""
    return request.cookies.get(FIGURE_COOKIE, "")[:24]
