"""Files that browsers load: compressed, cached for good under their version, never a page with a secret."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from kartentisch.play.games import games
from kartentisch.web.pages import static_files
from tests.web.support.kit import browser, opened

SHEET = "css/table.css"


def plain(name: str) -> bytes:
    return static_files.files()[name].plain


@pytest.mark.parametrize("name", ["css/table.css", "js/table.js", "icons.svg", "cards/solo.svg"])
def test_a_file_comes_packed_to_who_takes_it_so_and_plain_to_others(name: str) -> None:
    with browser() as (client, _):
        packed = client.get(static_files.static(name), headers={"Accept-Encoding": "br, gzip"})
        other = client.get(static_files.static(name), headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in other.headers
    assert packed.headers["vary"] == other.headers["vary"] == "Accept-Encoding"
    assert packed.content == other.content == plain(name)
    assert int(packed.headers["content-length"]) < len(plain(name)) / 2


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ("gzip", True),
        ("deflate, gzip;q=1.0, *;q=0.5", True),
        ("gzip;q=0.25", True),
        ("gzip;q=0", False),
        ("gzip;q=0.000", False),
        ("", False),
        ("br", False),
        ("x-gzipped", False),
        ("br;q=1.0,GZIP ; q=.5", True),
        ("gzip;q=2", False),
    ],
)
def test_a_browsers_word_on_packing_is_read_whole(header: str, takes: bool) -> None:
    assert static_files.takes_gzip(header) is takes


def test_only_under_its_version_a_file_is_kept_for_good() -> None:
    with browser() as (client, _):
        now = client.get(static_files.static(SHEET))
        bare = client.get(f"/static/{SHEET}")
        earlier = client.get(f"/static/v0123456789/{SHEET}")
        known = client.get(f"/static/{SHEET}", headers={"If-None-Match": bare.headers["etag"]})
        assert client.get("/static/v0123456789/css/none.css").status_code == 404
        assert client.get("/static/../app.py").status_code == 404
        assert client.get("/static/%2e%2e/app.py").status_code == 404
    assert "immutable" in now.headers["cache-control"]
    assert bare.headers["cache-control"] == earlier.headers["cache-control"] == "no-cache"
    assert now.content == bare.content == earlier.content
    assert (known.status_code, known.content) == (304, b"")


def test_the_pages_name_every_file_under_its_version_and_each_exists() -> None:
    with browser() as (client, _):
        table, address = opened(client)
        for page in (
            "/",
            "/open/schwupps",
            "/rules/schwupps",
            "/stored",
            address,
            f"/t/{table}/watch",
            f"/t/{table}/screen",
        ):
            named = re.findall(r'(?:href|src)="(/static/[^"#]+)', client.get(page).text)
            assert named
            for one in set(named):
                assert one.startswith(f"/static/{static_files.version()}/"), one
                assert client.get(one).status_code == 200


def test_the_page_of_a_table_asks_for_all_its_modules_at_once() -> None:
    found = static_files.modules("js/table.js")
    assert len(found) == len(set(found)) > 30
    for name in found:
        for needed in re.findall(rb'\bfrom "\./([\w-]+\.js)"', plain(name)):
            assert f"js/{needed.decode()}" in found
    with browser() as (client, _):
        _, address = opened(client)
        named = re.findall(r'rel="modulepreload" href="([^"]+)"', client.get(address).text)
    assert named == [static_files.static(name) for name in found]


def test_a_style_sheet_brings_those_along_that_it_imports() -> None:
    assert b"@import" not in plain(SHEET)
    for part in ("cards", "zones", "seats", "talk"):
        assert plain(f"css/{part}.css") in plain(SHEET)


def test_remarks_are_left_out_of_a_module_and_nothing_else() -> None:
    source = (static_files.STATIC / "js" / "css.js").read_text(encoding="utf-8")
    left = plain("js/css.js").decode()
    assert "/** @param" in source
    assert "@param" not in left
    assert "(/** @type {any} */ (part).element).style" in source
    assert "((part).element).style" in left, "what follows a type is code"


def test_a_remark_behind_code_is_left_out_and_the_same_signs_in_a_text_are_not(tmp_path: Path) -> None:
    module = tmp_path / "one.js"
    module.write_text('a();  // why\n\n\nb("c, // d");\ne(`f, // g`, "https://h");  // i\n', encoding="utf-8")
    assert static_files.served(module).decode() == 'a();\nb("c, // d");\ne(`f, // g`, "https://h");\n'


@pytest.mark.parametrize(
    ("sheet", "left"),
    [
        ("a { b: c; d: e, f; }\n\ng { h: i }\n", "a{b:c;d:e,f}g{h:i}"),
        (
            "@media (a: b) {\n  c :is(d, e) > f { g: calc(1px + 2px); }\n}\n",
            "@media (a:b){c :is(d,e) > f{g:calc(1px + 2px)}}",
        ),
        ('/* a { b } */\nc::after { content: "d: e, { f; }"; }\n', 'c::after{content:"d: e, { f; }"}'),
        ('a {\n  b: "c d" 1fr\n    "e f" auto;\n}\n', 'a{b:"c d" 1fr\n"e f" auto}'),
        ('[a="b"] [c="d"] { e: f }\n', '[a="b"] [c="d"]{e:f}'),
        ("a { b: c; }  /* why */\nd { e: f;  /* g: h */ }\n", "a{b:c}d{e:f}"),
    ],
)
def test_a_style_sheet_loses_the_spaces_that_say_nothing(tmp_path: Path, sheet: str, left: str) -> None:
    path = tmp_path / "one.css"
    path.write_text(sheet, encoding="utf-8")
    assert static_files.served(path).decode() == left


def test_the_head_of_a_file_says_its_kind_and_no_more() -> None:
    with browser() as (client, _):
        kinds = {
            name: client.get(static_files.static(name)).headers["content-type"]
            for name in (SHEET, "js/table.js", "icons.svg")
        }
    assert kinds == {SHEET: "text/css", "js/table.js": "text/javascript", "icons.svg": "image/svg+xml"}


# ---- Secrets ---------------------------------------------------------------------------------------------------------


def test_a_page_with_something_secret_in_it_is_never_packed() -> None:
    """What a page says beside text that somebody else chose could be guessed from its packed length."""
    with browser() as (client, _):
        table, address = opened(client)
        secret = ("/", f"{address}/link", f"/t/{table}", f"/t/{table}/record", f"/t/{table}/screen")
        for page in (*secret, f"{address}/name", "/?x=1", "/nowhere"):
            answer = client.get(page, headers={"Accept-Encoding": "gzip"})
            assert "content-encoding" not in answer.headers, page


@pytest.mark.parametrize("address", ["/rules/schwupps", "/rules/solo", "/stored"])
def test_a_page_that_is_the_same_for_everybody_is_packed(address: str) -> None:
    with browser() as (client, _):
        packed = client.get(address, headers={"Accept-Encoding": "gzip"})
        other = client.get(address, headers={"Accept-Encoding": "identity"})
        reflecting = client.get(f"{address}?guess=1", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in reflecting.headers, "text of somebody else's choice stands in it"
    assert packed.text == other.text


def test_the_page_of_a_table_holds_nothing_of_somebody_elses_choice_and_is_packed() -> None:
    with browser() as (client, _):
        _, address = opened(client, name="Mallory")
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "Mallory" not in answer.text


def test_the_home_page_loads_the_faces_that_it_shows_and_no_others() -> None:
    with browser() as (client, _):
        opened(client)
        home = client.get("/").text
        shown = re.findall(r'<use href="/static/v[0-9a-f]{10}/(cards/[^"#]+)#([^"]+)"', home)
        assert {sheet for sheet, _ in shown} == {f"cards/{game}-emblem.svg" for game in games()}
        for sheet in {sheet for sheet, _ in shown}:
            drawn = re.findall(r'<symbol id="([^"]+)"', client.get(static_files.static(sheet)).text)
            assert sorted(drawn) == sorted({unquote(face) for of, face in shown if of == sheet})
    assert sum(len(static_files.files()[f"cards/{game}-emblem.svg"].packed) for game in games()) < 16_000


def test_a_face_that_stands_for_no_game_comes_from_its_whole_sheet() -> None:
    assert static_files.face("solo/b+2") == static_files.static("cards/solo-emblem.svg") + "#b%2B2"
    assert static_files.face("solo/b9") == static_files.static("cards/solo.svg") + "#b9"
