"""The command `kartentisch`: one command, one file."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code."""
    import sys

    from kartentisch.cli.app import run

    sys.exit(run(sys.argv[1:]))
