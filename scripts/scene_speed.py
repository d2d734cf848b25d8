"""The processor time of four readers' scenes after a move: drawing, JSON, and sending through real sockets.

`python -m scripts.scene_speed old=TREE new=TREE`: servers of both trees play one move in turn, so the caches of the
processor are cold, and other work of the machine meets both alike. It prints medians of moves, in microseconds of the
loop's thread. See docs/server-speed.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from kartentisch.cli import bench_web
from kartentisch.play.games import games
from scripts.server_speed import TreeServer, in_turn

TIMING = Path(__file__).with_name("scene_timing")
READERS = 4


class TimedServer(TreeServer):
    """A server that writes the times of its scenes into a file."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.times = folder / "scenes"
        folder.mkdir()
        super().__init__(tree, folder / "data", TIMING, SCENE_TIMES=str(self.times))

    def moves(self) -> list[list[tuple[int, int, int]]]:
        """Of each move, the first scene of each reader: nanoseconds to draw, to send, bytes."""
        found: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
        for line in self.times.read_text(encoding="ascii").splitlines():
            table, number, drawn, sent, size = line.split()
            found.setdefault((table, number), []).append((int(drawn), int(sent), int(size)))
        return [scenes[:READERS] for scenes in found.values() if len(scenes) >= READERS]


def measure(trees: list[Path], game: str, count: int) -> list[dict[str, float]]:
    """Of each tree: microseconds of a move to draw, to send, and both; bytes; the whole process; moves."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        servers = []
        for n, tree in enumerate(trees):
            servers.append(TimedServer(tree, Path(folder) / str(n)))
            stack.callback(servers[-1].stop)
        for server in servers:
            server.ready()
        time.sleep(bench_web.SETTLED)
        played = asyncio.run(in_turn(servers, game, count))  # type: ignore[arg-type]
        return [figures(server.moves(), took) for server, (took, _) in zip(servers, played, strict=True)]


def figures(moves: list[list[tuple[int, int, int]]], whole: list[float]) -> dict[str, float]:
    def of(*columns: int) -> float:
        return median(sum(scene[column] for scene in scenes for column in columns) for scenes in moves)

    return {
        "draw": of(0) / 1000,
        "send": of(1) / 1000,
        "both": of(0, 1) / 1000,
        "bytes": of(2),
        "process": 1000 * median(whole),
        "moves": len(moves),
    }


def main() -> None:
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("trees", nargs=2, help="NAME=FOLDER")
    known.add_argument("--moves", type=int, default=100)
    known.add_argument("--rounds", type=int, default=3)
    known.add_argument("--games", nargs="+", default=list(games()))
    given = known.parse_args()
    names, folders = zip(*(one.split("=") for one in given.trees), strict=True)
    for game in given.games:
        for _ in range(given.rounds):
            found = measure([Path(folder) for folder in folders], game, given.moves)
            for name, one in zip(names, found, strict=True):
                print(f"{game} {name}: " + ", ".join(f"{what} {value:.0f}" for what, value in one.items()))
            old, new = found
            ratios = ", ".join(f"{what} {new[what] / old[what]:.2f}" for what in old if what != "moves")
            print(f"{game} {names[1]} / {names[0]}: {ratios} (load {os.getloadavg()[0]:.1f})", flush=True)


if __name__ == "__main__":
    main()
