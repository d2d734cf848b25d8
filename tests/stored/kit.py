"""What versions have stored, and how a test reads it: files are compared with, never written."""

from __future__ import annotations

import gzip
import json
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from kartentisch.engine import states
from kartentisch.play.games import sheet
from kartentisch.table.after import after
from kartentisch.table.contents import text
from kartentisch.table.facts import Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.web.live import feed
from kartentisch.web.live.history import History
from kartentisch.web.live.scores import keep_score
from kartentisch.words.language import language

HERE = Path(__file__).resolve().parent
FIRST = HERE / "first_version"
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
"""Names at the seats, for the sentences of a log."""
LANGUAGES = ("en", "de")


def unpacked(path: Path) -> Any:
    """What a `.json.gz` holds."""
    return json.loads(gzip.decompress(path.read_bytes()))


def names_of(folder: str, ending: str) -> list[str]:
    """Names of the files of this kind, without their ending."""
    found = sorted(path.name.removesuffix(ending) for path in (FIRST / folder).glob(f"*{ending}"))
    assert found, f"nothing is stored in {folder}"
    return found


# ---- Logs ------------------------------------------------------------------------------------------------------------


def log(name: str) -> list[Fact]:
    """The facts of a stored log."""
    lines = (FIRST / "logs" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(line, type=Fact) for line in lines]


def opened_by(first: Fact) -> Table:
    settings = msgspec.json.decode(first.text, type=Settings)
    return opened(sheet(settings.game), first)


def tables(facts: Sequence[Fact]) -> Iterator[Table]:
    """The table after each fact."""
    table = opened_by(facts[0])
    yield table
    for fact in facts[1:]:
        table = after(table, fact)
        yield table


def folds(facts: Sequence[Fact]) -> list[dict[str, Any]]:
    """What follows from a log after each of its facts; nothing that depends on when it was."""
    scores: list[list[int]] = []
    found = []
    for fact, table in zip(facts, tables(facts), strict=True):
        keep_score(scores, fact, table)
        found.append(folded(table, scores))
    return found


def folded(table: Table, scores: Sequence[Sequence[int]] = ()) -> dict[str, Any]:
    chairs = [
        [chair.person, chair.bot, chair.guest, chair.program, chair.once, chair.sat, chair.open]
        for chair in table.chairs
    ]
    here = {
        "number": table.number,
        "chairs": chairs,
        "host": table.host,
        "phase": table.phase,
        "pace": table.pace,
        "watchers": table.watchers,
        "clock": [table.clocks.kind, table.clocks.zero],
        "paused": table.paused,
        "people": list(table.people),
        "actors": list(table.actors()),
        "dealt": table.dealt,
        "matches": table.matches,
        "closed": text(table.closed) if table.closed else "",
        "next_table": table.next_table,
        "asks": len(table.asks),
        "scores": [list(score) for score in scores],
    }
    if table.records is not None:
        s = table.records[0]
        here["points"] = s["points"][: table.seats].tolist()
        here["totals"] = s["totals"][: table.seats].tolist()
        here["winners"] = [seat for seat in range(table.seats) if (int(s["winners"]) >> seat) & 1]
        here["digest"] = states.digest(table.game, table.records)
    return json.loads(json.dumps(here))  # type: ignore[no-any-return]  # lists, as what was stored has them


def views(table: Table) -> list[dict[str, Any]]:
    """View.json of a bystander, then of each seat."""
    seen = [table.view(seat) for seat in (None, *range(table.seats))]
    return [view.json() for view in seen if view is not None]


def readers(seats: int) -> list[int]:
    """Whose sentences are stored: a bystander's and those of some seats."""
    return [-1, 0, 1, seats - 1] if seats > 2 else [-1, 0, 1]


def sentences(facts: Sequence[Fact]) -> dict[str, dict[str, list[list[Any]]]]:
    """The sentences of a log by language and reader: number of the fact, text."""
    game = opened_by(facts[0]).game
    seats = len(opened_by(facts[0]).chairs)
    names = [NAMES[seat % len(NAMES)] for seat in range(seats)]
    found: dict[str, dict[str, list[list[Any]]]] = {code: {} for code in LANGUAGES}
    past = History.of(game, facts)
    for reader in readers(seats):
        told = feed.log_entries(past.facts, past.tables, reader)
        for code in LANGUAGES:
            lines = feed.lines(language(code), game.name, told, names, reader)
            found[code][str(reader)] = [[line.n, line.text] for line in lines]
    return found


# ---- Data folders ----------------------------------------------------------------------------------------------------


def unpack(name: str, folder: Path) -> dict[str, Any]:
    """Unpack a stored data folder into an empty one; what is known of it."""
    with tarfile.open(FIRST / f"{name}.tar.gz") as packed:
        packed.extractall(folder, filter="data")
    return known(name)


def known(name: str) -> dict[str, Any]:
    """What is known of a stored data folder."""
    found: dict[str, Any] = json.loads((FIRST / f"{name}.json").read_text(encoding="utf-8"))
    return found
