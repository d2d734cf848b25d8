"""A study as Markdown with plots. It contains no dates and no times, so the same study gives the same text."""

from __future__ import annotations

import json
from math import isfinite

from kartentisch import words
from kartentisch.bots.certainty import Estimate
from kartentisch.bots.studying import Findings, Rounds, Skill, Study, Variant
from kartentisch.cli.plots import Bar, Heap, histograms, shares
from kartentisch.play.games import sheet


def files(findings: Findings) -> dict[str, str]:
    """The report and its plots, by file name."""
    game = findings.study.game
    return {
        f"{game}.md": "\n".join(
            [*_head(findings), *_seats(findings), *_length(findings), *_skill(findings), *_options(findings)]
        )
        + "\n",
        f"{game}-seats.svg": shares("Share of rounds won, by place in turn", _places(findings.rounds)),
        f"{game}-length.svg": histograms(
            "Length of a round", [Heap(f"{one.seats} seats", one.lengths) for one in findings.rounds], "moves"
        ),
        f"{game}-skill.svg": shares(
            f"Share of matches that one {findings.study.level} wins among {findings.study.against}",
            [Bar(f"{one.seats} seats", one.wins, 1 / one.seats) for one in findings.skill],
        ),
    }


def command(study: Study) -> str:
    """The command that plays the study again."""
    more = "" if study.seconds is None else f" --seconds {study.seconds:g}"
    return (
        f"kartentisch study {study.game} --level {study.level} --against {study.against} --deals {study.deals} "
        f"--seed {study.seed}{more}"
    )


def _head(findings: Findings) -> list[str]:
    study = findings.study
    title = words.of(study.game).title
    sizes = ", ".join(map(str, study.sizes))
    return [
        f"# A study of {title}",
        "",
        f"Made by `{command(study)}`, under rules {sheet(study.game).rules} of the game, {_again(findings)}. "
        f"Bots play all of it: it shows how the game goes when `{study.level}` plays it, and no more than that. "
        "Brackets hold 95 % intervals over deals. See [how the figures are computed](../arena.md).",
        "",
        f"Numbers of seats: {sizes}. For each number: {study.deals:,} single rounds in which all seats have the same "
        f"bot, and {study.matches:,} deals of a whole match of one `{study.level}` among `{study.against}`, each "
        "played once from every seat.",
        "",
    ]


def _again(findings: Findings) -> str:
    """A sentence on whether the same command gives the same text. A clock can prevent that, and rounding."""
    kinds = sorted(findings.processors)
    if findings.study.seconds is None or not findings.cuts:
        if len(kinds) > 1:
            return f"on a mixture of processors that may round differently ({', '.join(kinds)})"
        return "and the same each time" + "".join(f" on this kind of processor ({kind})" for kind in kinds)
    return f"and not quite the same each time: the clock cut the search short in {findings.cuts:,} moves"


# ---- Numbers in words ------------------------------------------------------------------------------------------------


def _share(one: Estimate) -> str:
    return f"{one.mean * 100:.1f} % [{one.low * 100:.1f}, {one.high * 100:.1f}]"


def _number(one: Estimate, sign: str = "") -> str:
    ends = f" [{one.low:{sign}.1f}, {one.high:{sign}.1f}]" if isfinite(one.low) else ""
    return f"{one.mean:{sign}.1f}{ends}"


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)] + [""]


def _nth(place: int) -> str:
    return f"{place + 1}{('st', 'nd', 'rd', 'th')[min(place, 3)]}"


# ---- Seats -----------------------------------------------------------------------------------------------------------


def _places(rounds: tuple[Rounds, ...]) -> list[Bar]:
    return [
        Bar(f"{one.seats} seats, {_nth(k)}", wins, 1 / one.seats) for one in rounds for k, wins in enumerate(one.wins)
    ]


def _seats(findings: Findings) -> list[str]:
    rows = [
        [str(one.seats), _nth(k), _share(wins), _number(lead, "+"), _against_chance(wins, 1 / one.seats)]
        for one in findings.rounds
        for k, (wins, lead) in enumerate(zip(one.wins, one.leads, strict=True))
    ]
    return [
        "## Does it matter where one sits?",
        "",
        "Places are counted from the seat that is asked first in a round. Points ahead are points minus the mean of "
        "all seats, with the sign turned so that more is better. The risk that any share of wins in the table lies "
        "outside its interval is 5 %.",
        "",
        f"![Share of rounds won, by place in turn]({findings.study.game}-seats.svg)",
        "",
        *_table(["seats", "place", "rounds won", "points ahead", "against an even share"], rows),
    ]


def _against_chance(wins: Estimate, fair: float) -> str:
    if wins.low > fair:
        return "more"
    return "less" if wins.high < fair else "no difference seen"


# ---- Length ----------------------------------------------------------------------------------------------------------


def _length(findings: Findings) -> list[str]:
    rows = []
    for one, match in zip(findings.rounds, findings.skill, strict=True):
        middle, low, high = (_part(one.lengths, p) for p in (0.5, 0.05, 0.95))
        rows.append(
            [
                str(one.seats),
                _number(one.moves),
                str(middle),
                f"{low} to {high}",
                _number(match.rounds),
                _number(match.moves),
            ]
        )
    head = ["seats", "moves a round", "half have up to", "nine of ten have", "rounds a match", "moves a match"]
    return [
        "## How long is a round?",
        "",
        f"Rounds of `{findings.study.level}` alone; whole matches as in the next section.",
        "",
        f"![Moves of a round]({findings.study.game}-length.svg)",
        "",
        *_table(head, rows),
    ]


def _part(numbers: tuple[int, ...], p: float) -> int:
    return numbers[round(p * (len(numbers) - 1))]


# ---- Skill -----------------------------------------------------------------------------------------------------------


def _skill(findings: Findings) -> list[str]:
    study = findings.study
    rows = [_skilled(one) for one in findings.skill]
    return [
        "## How much does a good player win by?",
        "",
        f"One `{study.level}`; all others are `{study.against}`.",
        "",
        f"![Share of matches won]({study.game}-skill.svg)",
        "",
        *_table(["seats", "deals", "matches won", "by chance", "points ahead at the end"], rows),
    ]


def _skilled(one: Skill) -> list[str]:
    return [str(one.seats), str(one.deals), _share(one.wins), f"{100 / one.seats:.1f} %", _number(one.lead, "+")]


# ---- Options ---------------------------------------------------------------------------------------------------------


def _options(findings: Findings) -> list[str]:
    study = findings.study
    if not findings.variants:
        return []
    rows = [
        [_named(one), _moved(one.first, 100), _moved(one.moves), _moved(one.match), _moved(one.skill, 100)]
        for one in findings.variants
    ]
    return [
        "## Which options change what?",
        "",
        f"{study.usual} seats, one option changed at a time, on the same deals as without it. Differences are from the "
        "game with its default options; **bold** marks what is sure, with a risk of 5 % for the whole table. Numbers "
        "are tried at half and double; a split is tried without each of its kinds.",
        "",
        *_table(
            ["option", "first place wins (of 100)", "moves a round", "moves a match", "good player wins (of 100)"], rows
        ),
    ]


def _named(one: Variant) -> str:
    if isinstance(one.value, dict):
        return f"`{one.option}` without {', '.join(f'`{kind}`' for kind, n in one.value.items() if n == 0)}"
    return f"`{one.option}` {json.dumps(one.value)}"


def _moved(one: Estimate, times: float = 1) -> str:
    cell = f"{one.mean * times:+.1f} [{one.low * times:+.1f}, {one.high * times:+.1f}]"
    return f"**{cell}**" if one.low > 0 or one.high < 0 else cell
