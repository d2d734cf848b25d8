"""The command line is put together once for all tests, as in a process of its own: that takes 12 ms each time."""

from __future__ import annotations

from functools import cache

from typer import main


def put_together_once() -> None:
    if not hasattr(main.get_command, "cache_info"):
        vars(main)["get_command"] = cache(main.get_command)
