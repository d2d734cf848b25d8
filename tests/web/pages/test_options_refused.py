"""A wrong option is refused in the same words everywhere, and docs/options.md names the right ones."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.cli import app
from kartentisch.engine.options import Choice, Count, Option, Split, Switch
from kartentisch.engine.reasons import Reason
from kartentisch.play.errors import sentence
from kartentisch.play.games import games, sheet
from kartentisch.table.settings import checked_settings
from kartentisch.web.phrases import refusals
from kartentisch.words.language import LANGUAGES, language
from scripts import option_docs
from tests.plain_store import plain
from tests.web.support.kit import BOT_POOL, browser

OPTIONS = [(name, option) for name in games() for option in sheet(name).layout.options]
NAMES = [f"{name}-{option.name}" for name, option in OPTIONS]


def wrong(option: Option) -> list[Any]:
    """Values that are not allowed, as JSON."""
    match option:
        case Choice():
            return ["no such word", option.words[0].upper()]
        case Switch():
            return ["maybe"]
        case Count():
            return [option.low - 1, option.high + 1, "many", "", "²"]
        case Split():
            first = option.kinds[0]
            return [{**option.default, first: option.default[first] + 1}, {**option.default, first: -1}]
        case _:
            raise AssertionError(f"what is wrong for {option}?")


def fields(option: Option, value: Any) -> dict[str, str]:
    """The value as fields of the form."""
    key = f"option-{option.name}"
    if isinstance(option, Split):
        return {f"{key}-{kind}": str(count) for kind, count in value.items()}
    return {key: str(value)} | ({f"{key}-asked": "1"} if isinstance(option, Switch) else {})


def said_on_the_page(text: str) -> str:
    found = re.search(r'<p class="problem".*?<span>(.*?)</span></p>', text, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def refused(name: str, option: Option, value: Any, code: str = "en") -> str:
    """What `Match` says."""
    reason = option.refuse(value)
    assert reason is not None, f"{value!r} is allowed"
    return sentence(reason, name, code)


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_programs_are_refused_with_option_value_and_what_is_allowed(name: str, option: Option) -> None:
    seats = sheet(name).seats.start
    match = kt.Match(name, seats, seed=1)
    for value in wrong(option):
        said = refused(name, option, value)
        assert option.name in said
        options = match.options | {option.name: value}
        with pytest.raises(ValueError, match=re.escape(said)):
            kt.Match(name, seats, options={option.name: value})
        with pytest.raises(ValueError, match=re.escape(said)):
            kt.Match.from_state_json(match.state_json() | {"options": options})
        with pytest.raises(ValueError, match=re.escape(said)):  # as it comes over the wire
            kt.View.from_json(match.view(0).json() | {"options": options})


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_the_terminal_says_the_same(name: str, option: Option, capsys: pytest.CaptureFixture[str]) -> None:
    for value in wrong(option):
        text = value if isinstance(value, str) else json.dumps(value)
        assert app.run(["play", name, "--option", f"{option.name}={text}"]) == 1
        assert capsys.readouterr().err == f"{refused(name, option, value)}\n"


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_the_page_says_the_same_in_both_languages_and_opens_nothing(name: str, option: Option) -> None:
    with browser() as (client, house):
        for value in wrong(option):
            seats = {f"seat-{seat}": "open" for seat in range(1, sheet(name).seats.start)}
            form = {"name": "Anna", "seat-0": "you", **seats, **fields(option, value)}
            for code in LANGUAGES:
                answer = client.post(f"/open/{name}", data=form, headers={"accept-language": code})
                assert answer.status_code == 400
                assert said_on_the_page(answer.text) == refused(name, option, value, code)
        assert plain(house.store).tables() == []


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_the_settings_of_a_table_are_refused_alike(name: str, option: Option) -> None:
    plan = ("open",) * sheet(name).seats.start
    for value in wrong(option):
        reason = checked_settings(sheet(name), plan, {option.name: value}, BOT_POOL.levels)
        assert isinstance(reason, Reason)
        assert refusals.sentence(language("en"), name, reason) == refused(name, option, value)


@pytest.mark.parametrize("name", games())
def test_an_option_that_does_not_exist_is_refused_alike(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = f'There is no option "dragons"; the options are: {", ".join(sheet(name).options)}.'
    with pytest.raises(ValueError, match=re.escape(said)):
        kt.Match(name, sheet(name).seats.start, options={"dragons": 1})
    assert app.run(["play", name, "--option", "dragons=1"]) == 1
    assert capsys.readouterr().err == f"{said}\n"
    with browser() as (client, _):
        answer = client.post(f"/open/{name}", data={"name": "Anna", "seat-0": "you", "option-dragons": "1"})
        assert said_on_the_page(answer.text) == said


def test_docs_options_md_is_what_the_rule_sheets_say() -> None:
    """`make docs` was run after the last change of an option or its words."""
    assert option_docs.FILE.read_text(encoding="utf-8") == option_docs.page(), "make docs"


def test_docs_options_md_names_every_option_with_a_sentence_in_both_languages() -> None:
    _, *parts = re.split(r"^## .*\(`(\w+)`\)$", option_docs.page(), flags=re.MULTILINE)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    assert list(sections) == list(games())
    for name, option in OPTIONS:
        row = next(line for line in sections[name].splitlines() if line.startswith(f"| `{option.name}`"))
        english, german = row.strip("| ").split(" | ")[-2:]
        assert english != german
        assert english.endswith(".")
        assert german.endswith(".")
