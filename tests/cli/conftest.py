"""What the tests of the commands share."""

from __future__ import annotations

from tests.commands import put_together_once

put_together_once()
