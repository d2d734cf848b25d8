"""A step of the recipe “A new page” that is left out fails here, unless another test finds it (decision 0025)."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from kartentisch.play.games import games
from kartentisch.web.pages.request import HERE as WEB
from tests.browser.everywhere import Everywhere
from tests.browser.newcomers import Newcomers
from tests.recipes.support import ROOT, sources
from tests.test_pinned import application
from tests.web.support.kit import browser

PAGES = "kartentisch.web.pages"
RECIPE = "(CONTRIBUTING.md, A new page, step {})"


@cache
def routes() -> list[Route]:
    app = application()
    while not isinstance(app, Starlette):
        app = app.app
    return [route for route in app.routes if isinstance(route, Route)]


def functions(route: Route) -> dict[str, Callable[..., Any]]:
    """What a route calls, by method: app.at puts the pages' functions into its endpoint."""
    held = inspect.getclosurevars(route.endpoint).nonlocals
    return {name: held[name] for name in ("get", "post") if held.get(name) is not None}


@cache
def bodies(module: str) -> dict[str, ast.AST]:
    """The functions of a module."""
    tree = ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def templates(module: str, name: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """The templates that a function renders, by itself or by others of its module."""
    found: set[str] = set()
    for node in ast.walk(bodies(module)[name]):
        if isinstance(node, ast.Constant) and str(node.value).endswith(".html"):
            found.add(str(node.value))
        elif isinstance(node, ast.Name) and node.id in bodies(module) and node.id not in {name, *seen}:
            found |= templates(module, node.id, seen | {name})
    return found - {"message.html"}


def drawn() -> dict[str, Callable[..., Any]]:
    """The addresses that show a page, each with its function."""
    return {
        route.path: get
        for route in routes()
        if (get := functions(route).get("get")) is not None and templates(get.__module__, get.__name__)
    }


def last_word(path: str) -> str:
    """The last word of an address, without parameters: "link" of `/t/{table}/{seat}/link`, "open" of `/open/{game}`."""
    return re.sub(r"\{.*?\}", "{}", path).rstrip("{}/").rpartition("/")[2]


def filled(path: str) -> str:
    """An address with a game that there is, a table that there is not, and a seat."""
    return re.sub(r"\{.*?\}", "1", path.replace("{game:str}", games()[0]))


def handlers() -> Iterator[str]:
    """Functions that answer a request, by the types of their arguments."""
    for path in sorted((WEB / "pages").glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_"):
                types = [ast.unparse(arg.annotation) for arg in node.args.args if arg.annotation]
                if types == ["AppContext", "Request"] and ast.unparse(node.returns or node) == "Response":
                    yield f"{PAGES}.{path.stem}.{node.name}"


def test_every_function_that_answers_a_request_has_an_address() -> None:
    known = {f"{one.__module__}.{one.__name__}" for route in routes() for one in functions(route).values()}
    found = [*handlers()]
    assert len(found) > 30
    assert [name for name in found if name not in known] == [], f"add a route in web/app.py {RECIPE.format(3)}"


def test_every_form_is_refused_from_another_site() -> None:
    """Before anything else is looked at: `await context.form(request)` comes first."""
    with browser() as (inside, _):
        client = TestClient(inside.app, raise_server_exceptions=False)
        answers = {
            route.path: client.post(filled(route.path), headers={"origin": "https://evil.example"}).status_code
            for route in routes()
            if "POST" in (route.methods or ())
        }
    assert len(answers) > 10
    let_in = {path: status for path, status in answers.items() if status != 403}
    assert let_in == {}, f"read the form by context.form, before the room {RECIPE.format(2)}"


def test_every_template_is_rendered_or_included() -> None:
    named = sources("src/kartentisch/web/pages/*.py", "src/kartentisch/web/templates/*.html")
    left = [path.name for path in (WEB / "templates").glob("*.html") if f'"{path.name}"' not in named]
    assert left == [], f"no page renders it {RECIPE.format(1)}"


def test_every_page_is_linked_from_somewhere() -> None:
    """From another page, from the browser's code, or by the answer to an ask."""
    inside = [
        path
        for pattern in ("templates/*.html", "static/js/*.js", "pages/*.py", "socket/*.py")
        for path in WEB.glob(pattern)
    ]
    lost = []
    for path, get in drawn().items():
        own = templates(get.__module__, get.__name__)  # a form may lead back to its own page
        others = [file.read_text(encoding="utf-8") for file in inside if file.name not in own]
        if not any(re.search(rf"/{last_word(path)}(?![\w.])", text) for text in others):
            lost.append(path)
    assert lost == [], f"no page leads there {RECIPE.format(4)}"


def test_every_page_is_asked_for_by_a_test() -> None:
    asked = sources("tests/web/**/*.py")
    lost = [path for path in drawn() if not re.search(rf"/{last_word(path)}\b", asked)]
    assert lost == [], f"write tests/web/pages/test_<page>.py {RECIPE.format(7)}"


def test_every_page_is_looked_at_in_a_browser() -> None:
    """By `tests/browser/everywhere.py` or `newcomers.py`: no barrier, room for large text, no hard-coded word.

    A page that is not for a phone has a browser test of its own that names its address.
    """
    window = MagicMock()
    here = Everywhere(window, "", MagicMock())
    here.seats = Seats({"waiting": "/t/table/0"})
    for go in {**here.pages(), **here.states(), **Newcomers(window, "").states()}.values():
        go()
    visited = {urlsplit(call.args[0]).path for call in window.goto.call_args_list}
    looked_at = {
        functions(route).get("get") for route in routes() if any(route.path_regex.match(path) for path in visited)
    }
    own = sources("tests/browser/test_*.py")
    left = [path for path, get in drawn().items() if get not in looked_at and f'/{last_word(path)}"' not in own]
    assert left == [], f"add it to `pages` of tests/browser/everywhere.py {RECIPE.format(8)}"


def test_every_page_is_described() -> None:
    text = (ROOT / "docs" / "table.md").read_text(encoding="utf-8").partition("\n## Pages\n")[2]
    described = set(re.findall(r"`(/[^`]*)`", "\n".join(re.findall(r"^\|(.*?)\|", text, re.MULTILINE))))
    assert described - {plain(route.path) for route in routes()} == set(), "there is no such address"
    left = {plain(path) for path in drawn()} - described
    assert left == set(), f"say in the table of docs/table.md what it shows {RECIPE.format(9)}"


def plain(path: str) -> str:
    """An address without the kinds of its parameters."""
    return re.sub(r":\w+}", "}", path)


class Seats(dict[str, str]):
    """Every table has an address."""

    def __missing__(self, name: str) -> str:
        return "/t/table/0"


def test_what_is_not_there_would_be_found() -> None:
    assert templates(f"{PAGES}.home", "by_code") == {"home.html"}
    assert templates(f"{PAGES}.home", "choose_language") == set()
    assert [last_word(path) for path in ("/", "/t/{table:str}/{seat:seat}/link", "/open/{game:str}")] == [
        "",
        "link",
        "open",
    ]
    assert "/t/{table:str}/{seat:seat}/name" in drawn()
    assert "/healthz" not in drawn()
