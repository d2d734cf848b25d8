"""The command `kartentisch`. Each of its commands has one file here."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code."""
    import sys

    from kartentisch.cli.app import run

    sys.exit(run(sys.argv[1:]))
