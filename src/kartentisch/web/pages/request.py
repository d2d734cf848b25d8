"""What every page does with a request: choose the language, render, read forms and check their origin."""

from __future__ import annotations

import gzip
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

import structlog
from babel import negotiate_locale
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from kartentisch.engine.reasons import Reason
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.live.people import checked_name
from kartentisch.web.pages import static_files
from kartentisch.web.pages.accept import by_weight
from kartentisch.web.pages.sub_path import base_of
from kartentisch.web.phrases import refusals
from kartentisch.web.phrases.languages import LANGUAGE_NAMES
from kartentisch.web.phrases.maintenance import framed
from kartentisch.words.language import LANGUAGES, Language, language

log = structlog.get_logger()
HERE = Path(__file__).resolve().parents[1]
MOST_FIELDS = 300
MOST_BYTES = 16 * 1024
LANGUAGE_COOKIE = "language"
NAME_COOKIE = "name"
FIGURE_COOKIE = "figure"


class PageError(Exception):
    """Answers a request with a page that shows a sentence, instead of the requested page."""

    def __init__(self, status: int, code: str, **args: object) -> None:
        super().__init__(code)
        self.status = status
        self.reason = Reason(code, dict(args))


@cache
def templates(base: str) -> Environment:
    """The templates of a server whose pages are below this path."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["language_names"] = LANGUAGE_NAMES
    environment.globals["base"] = base
    environment.globals["static"] = lambda name: base + static_files.static(name)
    environment.globals["grounds"] = static_files.grounds
    environment.globals["face"] = lambda name: base + static_files.face(name)
    environment.globals["modules"] = static_files.modules
    return environment


# ---- Language --------------------------------------------------------------------------------------------------------


def language_code_of(request: HTTPConnection) -> str:
    """The reader's language: the one they chose, else the first that their browser accepts and we have."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The best language of an Accept-Language header; English if none fits."""
    found = negotiate_locale(by_weight(header), LANGUAGES, sep="-")
    return next((code for code in LANGUAGES if code.lower() == found), "en")


def language_of(request: HTTPConnection) -> Language:
    return language(language_code_of(request))


# ---- Pages -----------------------------------------------------------------------------------------------------------


@cache
def sends_forms(template: str) -> bool:
    """Whether a page has a form to post: in its template, in those that it includes, or in what its scripts draw."""
    source = (HERE / "templates" / template).read_text(encoding="utf-8")
    if 'method="post"' in source:
        return True
    scripts = re.findall(r"static\(\"(js/[\w-]+\.js)\"\)", source)
    modules = {module for script in scripts for module in static_files.modules(script)}
    included = re.findall(r"{% *(?:extends|include|from) \"([\w-]+\.html)\"", source)
    return any(sends_forms(other) for other in included) or any(
        'method="post"' in (HERE / "static" / module).read_text(encoding="utf-8") for module in modules
    )


PUBLIC = ("learn.html", "ask.html", "home.html", "rules.html", "rules_short.html", "stored.html", "install.html")
"""Pages that crawlers may list."""

PACKED = (
    *(
        "ask.html",
        "rules.html",
        "rules_short.html",
        "rule.html",
        "stored.html",
        "table.html",
        "learn.html",
        "replay.html",
    ),
    *("install.html", "offline.html", "pad.html"),
)
"""Pages that are the same for everybody, or that hold no text that somebody else could choose."""


def pack(request: Request, response: Response) -> None:
    """Compress a page. A packed page holds no secret, such as a link to a seat, or no text that others can choose.

    Anyone who can put such text beside a secret could read the secret from the packed length (BREACH). For this reason,
    no page with a query is packed: its links contain the query. A value that is new in every response, such as the
    `ask` of a form, is not such a secret.
    """
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    takes = static_files.takes_gzip(request.headers.get("accept-encoding", ""))
    if takes and request.method == "GET" and not request.url.query:
        response.body = gzip.compress(bytes(response.body), 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    t = language_of(request)
    here = getattr(request.state, "on", "") or request.url.path
    common = {
        "say": t.say,
        "many": t.many,
        "t": t,
        "code": t.code,
        "others": [code for code in LANGUAGES if code != t.code],
        "preview": None,
        "maintenance": framed(t, request.app.state.maintenance.text),
        "public_page": template in PUBLIC,
        "worker": request.app.state.offline and (template != "home.html" or bool(request.cookies)),
        "ways": request.app.state.ways,
        "this_page": here + (f"?{request.url.query}" if request.url.query else ""),
    }
    response = HTMLResponse(templates(base_of(request)).get_template(template).render(common | values), status)
    response.headers["Cache-Control"] = "no-store"
    if template in PACKED or (template == "home.html" and not request.cookies):
        pack(request, response)
    if sends_forms(template):  # browsers send forms of no-referrer pages without the origin that we check
        response.headers["Referrer-Policy"] = "same-origin"
    return response


def refusal(request: Request, status: int, reason: Reason) -> HTMLResponse:
    """A page that says why the request was refused."""
    return render(request, "message.html", status, title=None, text=refusals.sentence(language_of(request), "", reason))


# ---- Forms -----------------------------------------------------------------------------------------------------------


async def form(request: Request, public_address: PublicAddress) -> dict[str, str]:
    """The fields of a plain form sent by a page of this site. Raises PageError."""
    if (foreign := not_ours(request.headers, public_address)) is not None:
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


def not_ours(headers: Headers, public_address: PublicAddress) -> Reason | None:
    """Why a form or socket does not count as coming from a page of this server; None if it does.

    Programs send no origin and are no danger to cookies. If the server's own addresses are known, both the called
    address and the page's address must be among them, so that no other name leads here.
    """
    host = headers.get("host", "").lower()
    if public_address.origins and host not in public_address.hosts:
        refused = Reason("host", {"address": public_address.base})
    elif same_origin(headers, host, public_address):
        return None
    else:
        refused = Reason("origin")
    tell_why(refused.code, host[:100], headers.get("origin", "")[:100], public_address)
    return refused


@lru_cache(maxsize=100)
def tell_why(code: str, host: str, origin: str, public_address: PublicAddress) -> None:
    """Log why a form or socket was refused, and what was expected: each only once, so that nobody fills the log."""
    hint = ""
    if origin == "null":
        hint = "the page with the form was sent with Referrer-Policy: no-referrer; it must be same-origin"
    elif code == "host":
        hint = "start the server with --url and the address that people open"
    elif "://" in origin:
        hint = "the page must be opened at the address that its form is sent to"
    expected = sorted(public_address.origins) or [host]
    log.warning("not from a page of ours", code=code, host=host, origin=origin, expected=expected, hint=hint)


def same_origin(headers: Headers, host: str, public_address: PublicAddress) -> bool:
    """Whether a request comes from a page of this server."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if origin == "null":  # some browsers send this from pages with no-referrer
        return headers.get("sec-fetch-site") == "same-origin"
    if public_address.origins:
        return origin.lower() in public_address.origins
    return origin.lower().partition("://")[2] in {host, public_address.host.lower()} - {""}


def name_of(request: HTTPConnection) -> str:
    """The name given last."""
    return unquote(request.cookies.get(NAME_COOKIE, ""))[:24]


def name_before(request: HTTPConnection) -> str:
    """The name given last, where no form asks for one; "Guest" if there is none that is allowed."""
    name = checked_name(name_of(request))
    return name if isinstance(name, str) else language_of(request).say("Guest")


def figure_of(request: HTTPConnection) -> str:
    """The figure chosen last."""
    return request.cookies.get(FIGURE_COOKIE, "")[:24]
