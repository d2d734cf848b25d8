"""What several servers on one database cost, beside one: `python -m scripts.cluster_speed moves`, `quiet`.

`moves`: 100 moves a second, to four pages each, at one server; at two servers, each with half of the tables; and at two
servers where three pages of four come to the wrong one. The three ways take turns. `quiet`: thousands of pages at which
nothing happens. The processor time is that of the servers, without the database. See docs/server-speed.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from urllib.parse import quote

from kartentisch.cli import bench_web
from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import SEATS, Board, Place, open_board
from scripts.server_load import crowd, spread
from tests import postgresql

TABLES = 40
"""At which a hundred moves a second are made in turn."""
Ways = dict[str, tuple[list[Server], Callable[[Place], Server]]]


def cpu(server: Server) -> float:
    """The processor time of the process so far, in seconds (Linux: the clock of another process)."""
    return time.clock_gettime((~server.process.pid << 3) | 2)


@contextlib.contextmanager
def servers(folder: Path, number: int) -> Iterator[list[Server]]:
    """Servers on one new database."""
    with postgresql.server(shared_buffers="128MB") as database, contextlib.ExitStack() as stack:
        url = f"postgresql://postgres@/{database.new_database()}?host={quote(str(database.folder))}"
        found = list[Server]()
        for n in range(number):
            data = folder / f"n{n}"
            data.mkdir(parents=True)
            if n:
                shutil.copy(folder / "n0" / "key", data)
            found.append(Server(data, "--store", url, "--node", f"n{n}", "--connections", "0"))
            stack.callback(found[-1].stop)
        time.sleep(bench_web.SETTLED)
        yield found


def table_of(place: Place) -> str:
    return place.address.split("/")[2]


def ways(folder: Path, stack: contextlib.ExitStack) -> Ways:
    """The three ways, each with servers of its own."""
    one = stack.enter_context(servers(folder / "one", 1))
    two = stack.enter_context(servers(folder / "two", 2))
    wrong = stack.enter_context(servers(folder / "wrong", 2))

    def half(place: Place) -> Server:
        return two[sum(table_of(place).encode()) % 2]

    def astray(place: Place) -> Server:
        """The first page of a table decides who has it."""
        return wrong[(sum(table_of(place).encode()) + (not place.address.endswith("/0"))) % 2]

    return {
        "one server": (one, lambda place: one[0]),
        "two servers, half of the tables each": (two, half),
        "two servers, three pages of four at the wrong one": (wrong, astray),
    }


async def first_pages(boards: list[Board], at: Callable[[Place], Server]) -> None:
    """Let each table be where its first page comes."""
    for board in boards:
        await crowd(at(board.places[0]), board.places[:1], 0)


def moves(game: str, seconds: float, times: int) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        made = ways(Path(folder), stack)
        spent: dict[str, list[float]] = {what: [] for what in made}
        for number in range(times):
            for what, (found, at) in made.items():
                boards = [open_board(found[0], game) for _ in range(TABLES)]
                asyncio.run(first_pages(boards, at))
                begun = sum(map(cpu, found))
                took = asyncio.run(bench_web.drive(found[0], boards, seconds, at))
                spent[what].append(1000 * (sum(map(cpu, found)) - begun) / (seconds * bench_web.MOVES_A_SECOND))
                print(
                    f"{what}, run {number + 1}: {spent[what][-1]:.2f} ms of processor time a move, shown after "
                    f"{spread(one.took for one in took)} (load {os.getloadavg()[0]:.1f})",
                    flush=True,
                )
        first = median(next(iter(spent.values())))
        for what, each in spent.items():
            print(f"{what}: {median(each):.2f} ms a move, {median(each) / first:.2f} times one server")


def quiet(game: str, pages: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder), 1) as (server,):
        empty = server.memory()
        places = [place for _ in range(pages // SEATS) for place in open_board(server, game).places]
        tables = server.memory()
        print(f"empty {empty / 1e6:.0f} MB, with {pages // SEATS} tables {tables / 1e6:.0f} MB", flush=True)

        async def sit() -> None:
            await asyncio.sleep(bench_web.SETTLED)
            begun = cpu(server)
            await asyncio.sleep(seconds)
            each = 1000 * (cpu(server) - begun) / seconds / pages
            print(
                f"with {pages} pages {server.memory() / 1e6:.0f} MB, {each:.3f} ms of processor time a second for each "
                f"(load {os.getloadavg()[0]:.1f})"
            )

        asyncio.run(crowd(server, places, pages / 100, sit))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["moves", "quiet"])
    parser.add_argument("--game", default="schwupps")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--pages", type=int, default=5000)
    given = parser.parse_args(arguments)
    if given.what == "moves":
        moves(given.game, given.seconds, given.times)
    else:
        quiet(given.game, given.pages, given.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
