"""Each option of each game can be set on the page, and anyone who plays, joins or watches can read it."""

from __future__ import annotations

import html
import io
import json
import sys
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient

from kartentisch import words
from kartentisch.cli import app
from kartentisch.engine.options import Choice, Count, Option, Split, Switch
from kartentisch.play.games import games, sheet
from kartentisch.words.language import LANGUAGES, language
from tests.ways import in_turn
from tests.web.support.kit import browser, room_of

OPTIONS = [(name, option) for name in games() for option in sheet(name).layout.options]
NAMES = [f"{name}-{option.name}" for name, option in OPTIONS]
BOT = "bot:greedy"


def other(option: Option) -> Any:
    """Another value than the default that is allowed."""
    match option:
        case Choice():
            return next(word for word in option.words if word != option.default)
        case Switch():
            return not option.default
        case Count():
            return option.default + 1 if option.default < option.high else option.low
        case Split():
            giver, taker = option.kinds[0], option.kinds[-1]
            default: dict[str, int] = option.default
            return {**default, giver: default[giver] - 1, taker: default[taker] + 1}
        case _:
            raise AssertionError(f"what else can {option} be?")


def fields(option: Option, value: Any) -> dict[str, str]:
    """The value as a browser sends it."""
    key = f"option-{option.name}"
    if isinstance(option, Split):
        return {f"{key}-{kind}": str(count) for kind, count in value.items()}
    if isinstance(option, Switch):
        return {f"{key}-asked": "1"} | ({key: "on"} if value else {})
    return {key: str(value)}


def said(name: str, option: Option, value: Any, code: str) -> str:
    """What is to be read of it."""
    t, own = language(code), words.of(name)
    return f"{own.option(t, option.name)[0]}: {own.option_value(t, option.name, value)}"


def opened(client: TestClient, name: str, more: dict[str, str], partner: str = BOT) -> str:
    """Open a table through the form; the address of the host's seat."""
    seats = {f"seat-{seat}": partner for seat in range(1, sheet(name).seats.start)}
    answer = client.post(f"/open/{name}", data={"name": "Anna", "seat-0": "you", "pace": "step"} | seats | more)
    assert answer.status_code == 303, answer.text
    found: str = answer.headers["location"]
    return found


def scene(client: TestClient, address: str, code: str) -> dict[str, Any]:
    """The first scene of a page."""
    assert client.get(address).status_code == 200
    with client.websocket_connect(f"{address}/socket", headers={"origin": "http://testserver"}) as socket:
        socket.send_json({"t": "hello", "version": 1, "language": code})
        assert socket.receive_json()["t"] == "welcome"
        found: dict[str, Any] = socket.receive_json()["scene"]
        return found


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_the_form_offers_it_with_its_words(name: str, option: Option) -> None:
    for code in LANGUAGES:
        page = form(name, code)
        for sentence in words.of(name).option(language(code), option.name):
            assert sentence in page
        assert f'name="option-{option.name}' in page


@cache
def form(name: str, code: str) -> str:
    """The page on which a table of this game is opened."""
    with browser() as (client, _):
        return html.unescape(client.get(f"/open/{name}", headers={"accept-language": code}).text)


@pytest.mark.parametrize(("offered", "code"), in_turn(OPTIONS, list(LANGUAGES)))
def test_set_in_the_form_it_is_set_at_the_table_and_read_there(offered: tuple[str, Option], code: str) -> None:
    name, option = offered
    value = other(option)
    with browser() as (client, house):
        address = opened(client, name, fields(option, value))
        table = room_of(client, house, address.split("/")[2]).table
        assert table.settings.options[option.name] == value
        view = table.view(0)
        assert view is not None
        assert view.json()["options"][option.name] == value
        for place in (address, f"/t/{address.split('/')[2]}/watch"):
            shown = scene(client, place, code)
            assert shown["phase"] == "playing"
            assert shown["options"] == [said(name, option, value, code)]


@pytest.mark.parametrize(("offered", "code"), in_turn(OPTIONS, list(LANGUAGES)))
def test_who_is_invited_reads_it_before_and_after_sitting_down(offered: tuple[str, Option], code: str) -> None:
    name, option = offered
    value = other(option)
    with browser() as (client, _):
        address = opened(client, name, fields(option, value), partner="open")
        assert said(name, option, value, code) in scene(client, address, code)["subtitle"]
        client.cookies.clear()
        page = client.get(f"/t/{address.split('/')[2]}", headers={"accept-language": code})
        assert said(name, option, value, code) in html.unescape(page.text)


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_the_terminal_says_it_too(
    name: str, option: Option, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    value = json.dumps(other(option))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    seats = str(sheet(name).seats.start)
    arguments = ["--seats", seats, "--seed", "1", "--language", "de", "--option", f"{option.name}={value}"]
    assert app.run(["play", name, *arguments]) == 0
    assert said(name, option, other(option), "de") in capsys.readouterr().out


@pytest.mark.parametrize("name", games())
def test_a_table_that_plays_as_the_game_does_by_itself_says_nothing(name: str) -> None:
    with browser() as (client, _):
        assert "options" not in scene(client, opened(client, name, {}), "en")


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_its_values_are_told_apart_in_words(name: str, option: Option) -> None:
    for code in LANGUAGES:
        assert said(name, option, option.default, code) != said(name, option, other(option), code)
