"""Whom to tell of a hole in the server."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.pages.security_txt import checked_contact
from tests.web.support.kit import KEY, House, browser, kept_bot_pool


def test_the_contact_is_named_with_the_day_until_which_it_is_good() -> None:
    house = House()
    app = create_app(
        house.rooms,
        Tokens(KEY),
        PublicAddress("https://cards.example"),
        security_contact=checked_contact("security@cards.example"),
    )
    with kept_bot_pool(), TestClient(app) as client:
        answer = client.get("/.well-known/security.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == (
        "Contact: mailto:security@cards.example\n"
        "Expires: 2027-07-14T00:00:00Z\n"
        "Preferred-Languages: en, de\n"
        "Canonical: https://cards.example/.well-known/security.txt\n"
    )


def test_without_a_contact_there_is_no_such_page() -> None:
    with browser() as (client, _):
        assert client.get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize("contact", ["https://example.org/contact", "tel:+49-30-1234", "mailto:a@example.org"])
def test_a_contact_may_be_any_of_the_ways_of_the_rfc(contact: str) -> None:
    assert checked_contact(contact) == contact
    assert checked_contact(None) == ""


@pytest.mark.parametrize(
    "contact", ["Anna", "http://example.org", "a@b\nExpires: x", "https://a b", "@", "javascript:1"]
)
def test_any_other_contact_is_refused(contact: str) -> None:
    with pytest.raises(ValueError, match="is no contact like"):
        checked_contact(contact)
