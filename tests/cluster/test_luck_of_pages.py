"""Pages of the cluster tests take part in draws as the browser does (tests/browser/test_cheating_servers.py)."""

from __future__ import annotations

from kartentisch.proof import draws
from tests.cluster.luck import Luck


def test_a_draw_that_is_shown_again_is_answered_again_with_the_same_number() -> None:
    luck = Luck("table", 1)
    (sealed,) = luck.asks({"t": "welcome", "draw": 2})
    shown = {
        "t": "draw",
        "draw": 2,
        "bind": draws.bind("table"),
        "promise": "p",
        "seals": {"1": sealed["arg"].partition(" ")[2]},
    }
    unsealed, next_seal = luck.asks(shown)
    assert (unsealed["do"], next_seal["do"]) == ("unseal", "seal")
    luck.given(unsealed["arg"])
    assert unsealed in luck.asks(shown), "the server that had taken it may have ended before the deal"
