"""`python -m kartentisch` is the command `kartentisch`."""

from __future__ import annotations

from kartentisch.cli import main

if __name__ == "__main__":
    main()
