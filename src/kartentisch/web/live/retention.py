"""How long tables are kept: the operator sets when unused tables are closed, and when closed ones are deleted."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 24 * 3600 * 1000
LONGEST = 36_500
"""The largest number of days."""


@dataclass(frozen=True)
class Retention:
    """Days without a fact after which a table is closed, and days after which a closed one is deleted. 0: never."""

    close_after: int = 30
    delete_after: int = 365

    def __post_init__(self) -> None:
        for days in (self.close_after, self.delete_after):
            if not 0 <= days <= LONGEST:
                raise ValueError(
                    f"Tables are closed or deleted after 1 to {LONGEST} days, or with 0 never, not {days}."
                )
