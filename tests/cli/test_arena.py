"""`kartentisch arena`: what it prints and refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kartentisch.bots import arena as contests
from kartentisch.bots.arena import Contest, Deal, Standing
from kartentisch.bots.certainty import Estimate
from kartentisch.cli import app
from kartentisch.cli.arena import _print, _verdict, as_dict

ROOT = Path(__file__).resolve().parents[2]
QUICK = ["--game", "schweinsgalopp", "--workers", "1"]


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert app.run(["arena", *QUICK, *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def test_the_arena_prints_each_bot_with_its_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(["--bots", "greedy,random", "--deals", "12"], capsys).splitlines()
    assert lines[0].split("   ")[0].strip() == "bot"
    assert [line.split()[0] for line in lines[1:3]] == ["greedy", "random"]
    assert len({len(line) for line in lines[:3]}) == 1, "columns stand under each other"
    assert lines[3] == "It is not sure whether greedy or random wins more."
    assert re.fullmatch(
        r"Schweins-Galopp: 12 deals, each from every seat: 24 plays \(matches\), 1,\d\d\d moves\. "
        r"Intervals of 95 %, over deals, are for this number of deals\.",
        lines[4],
    )
    assert len(lines) == 5, "no time stands there, and no clock"


def test_with_three_seats_a_deal_is_played_twice_as_often(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--bots", "random,greedy,novice", "--rounds", "--deals", "2"]
    said = printed(arguments, capsys)
    assert "2 deals, each from every seat, in an order by lot and its reverse: 12 plays (rounds), " in said
    assert printed(["--bots", "greedy,novice,random", "--rounds", "--deals", "2"], capsys) == said
    assert "2 deals, each from every seat, in all orders: 12 plays (rounds), " in printed(
        [*arguments, "--orders", "all"], capsys
    )


@pytest.mark.parametrize(("bots", "until_sure", "deals"), [(2, False, 200), (3, False, 100), (2, True, 20_000)])
def test_from_three_seats_on_half_as_many_deals_are_played_where_nobody_says(
    bots: int, until_sure: bool, deals: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked_for = list[int]()

    def none(contest: Contest, number: int, **_: Any) -> Any:
        asked_for.append(number)
        return iter(())

    monkeypatch.setattr(contests, "compete", none)
    named = ",".join(("greedy", "random", "random")[:bots])
    printed(["--bots", named, *(["--until-sure"] if until_sure else [])], capsys)
    assert asked_for == [deals]


def test_what_the_clock_cuts_short_is_counted_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--bots", "expert,random", "--rounds", "--deals", "1", "--seconds", "0.001"]
    last = printed(arguments, capsys).splitlines()[-1]
    assert (
        found := re.fullmatch(r"The clock cut the search short in (\d+) of (\d+) moves: the same seed may .*", last)
    )
    assert 0 < int(found[1]) < int(found[2])
    without = printed(["--bots", "novice,random", "--rounds", "--deals", "1", "--json"], capsys)
    assert json.loads(without)["moves_cut_short"] == 0
    easy = printed(["--bots", "novice,random", "--rounds", "--deals", "1", "--seconds", "999"], capsys)
    assert "The clock cut the search short in 0 of " in easy
    assert easy.rstrip().endswith("so the same seed gives the same result.")


def test_the_arena_says_who_wins_more_where_that_is_sure(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(["--game", "schwupps", "--bots", "random,greedy", "--deals", "12"], capsys).splitlines()
    assert re.fullmatch(
        r"greedy wins more than random: of 100 plays each of its seats wins \d+\.\d to \d+\.\d more\.", lines[3]
    )


def test_a_deal_can_be_one_round(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(["--bots", "greedy,random", "--deals", "3", "--rounds", "--json"], capsys))
    assert (found["deal"], found["plays"], found["rounds"]) == ("round", 6, 6)


def test_json_is_the_same_whatever_the_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "--bots",
        "greedy,random",
        "--seats",
        "3",
        "--deals",
        "4",
        "--seed",
        "5",
        "--json",
        "--option",
        "rounds=1",
    ]
    one, two = printed(arguments, capsys), printed([*arguments, "--workers", "2"], capsys)
    assert one == two
    found = json.loads(one)
    assert found["bots"] == ["greedy", "greedy", "random"]
    assert found["options"] == {"rounds": 1}
    assert (found["deals"], found["plays"], found["stopped"], found["until_sure"]) == (4, 12, False, False)
    shares = [result["wins"]["mean"] for result in found["results"]]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert [result["fair"] for result in found["results"]] == pytest.approx([2 / 3, 1 / 3])
    assert all(result["lead"]["low"] <= result["lead"]["high"] for result in found["results"])


def test_verdict_and_interval_agree_in_print_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    """After each deal of three bots: sure is what has 0 outside its interval, and the whole if each pair is."""
    dice, verdicts = Random(4), set[tuple[bool, int]]()
    contest = Contest("schwupps", 3, ("greedy", "novice", "random"))
    standings = [Standing(contest, anytime) for anytime in (True, False)]
    for _ in range(120):
        order = dice.choice(((0, 1, 2), (0, 2, 1), (1, 0, 2), (0, 1, 2)))
        shares = tuple(dice.choice(((0.8, 0.15, 0.05), (1.0, 0.0, 0.0)))[place] for place in order)
        for standing in standings:
            standing.add(Deal(shares, (0.0, 0.0, 0.0), 3, 30, 3))
            found = as_dict(standing, False)
            _print(standing, 1.0)
            said = [line for line in capsys.readouterr().out.splitlines() if "wins more" in line]
            for pair, line in zip(found["pairs"], said, strict=True):
                low, high = pair["more_wins_a_seat"]["low"], pair["more_wins_a_seat"]["high"]
                assert pair["sure"] == (low > 0 or high < 0) == (not line.startswith("It is not sure"))
                assert " 0.0 to " not in line
            assert found["sure"] == all(pair["sure"] for pair in found["pairs"])
            verdicts.add((found["sure"], sum(pair["sure"] for pair in found["pairs"])))
    assert {(True, 3), (False, 0), (False, 1), (False, 2)} <= verdicts


@pytest.mark.parametrize(("low", "said"), [(0.1234, "12.3"), (0.0005, "0.1"), (0.0004, "0.04"), (0.0000003, "3e-05")])
def test_what_is_more_is_printed_as_more(low: float, said: str) -> None:
    assert f"wins {said} to 50.0 more." in _verdict("a", "b", Estimate(0.3, low, 0.5), True)
    assert f"b wins more than a: of 100 plays each of its seats wins {said} to 50.0 more." == _verdict(
        "a", "b", Estimate(-0.3, -0.5, -low), True
    )


def test_until_sure_it_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(["--game", "schwupps", "--bots", "greedy,random", "--until-sure", "--json"], capsys)
    found = json.loads(text)
    assert found["sure"] is True
    assert found["deals"] < 40
    assert found["pairs"][0]["sure"] is True
    assert found["results"][0]["lead"]["low"] is None or found["deals"] >= 30, "too few for points"


def test_ones_own_bot_plays_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{ROOT / 'examples' / 'mybot.py'}:MyBot"
    found = json.loads(printed(["--bots", f"{name},random", "--deals", "1", "--rounds", "--json"], capsys))
    assert [result["bot"] for result in found["results"]] == [name, "random"]


def test_ctrl_c_prints_what_there_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real, played = contests.dealt, []

    def until_stopped(contest: Contest, deal: int) -> Any:
        played.append(deal)
        if deal == 3:
            raise KeyboardInterrupt
        return real(contest, deal)

    monkeypatch.setattr(contests, "dealt", until_stopped)
    assert app.run(["arena", *QUICK, "--bots", "greedy,random", "--json"]) == 130
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert (found["deals"], found["stopped"]) == (3, True)
    assert said.err == "Stopped.\n"
    assert app.run(["arena", *QUICK, "--bots", "greedy,random", "--deals", "1"]) == 0, "it can be played again"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "clever"], "There is no bot 'clever'; the bots are: "),
        (["--bots", "./none.py:Bot,random"], "There is no file ./none.py for the bot ./none.py:Bot."),
        (["--bots", "random,greedy,random", "--seats", "2"], "For 2 seats there can be 1 to 2 bots, not 3."),
        (["--bots", "random", "--seats", "7"], "The number of seats cannot be 7; allowed is: 2-4."),
        (["--bots", "random", "--seats", "0"], "The number of seats cannot be 0; allowed is: 2-4."),
        (["--bots", "random", "--seats", "-1"], "The number of seats cannot be -1; allowed is: 2-4."),
        (["--bots", "random", "--until-sure"], "With --until-sure there must be two different bots."),
        (["--bots", "random", "--option", "rounds=0"], "Option rounds cannot be 0"),
        (["--bots", "random", "--game", "skat"], 'There is no game "skat"'),
        (["--bots", "random", "--deals", "0"], "Invalid value for '--deals'"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["arena", *QUICK, *arguments]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(sentence)
    assert (said.err.count("\n"), said.out) == (1, "")
