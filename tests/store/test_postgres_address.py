"""The address of a database, with one host or several."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.postgres


def test_an_address_may_name_several_hosts_of_which_one_takes_writes() -> None:
    from kartentisch.store.postgres.address import checked

    several = checked("postgresql://ada@a:5433,b,[::1]:5434/cards?sslmode=verify-full", "geheim")
    assert several.named == "cards on a, b, ::1"
    assert several.settings["target_session_attrs"] == "read-write"
    assert "geheim" not in repr(several)
    parts = [(one.settings["host"], one.settings.get("port"), one.settings["sslmode"]) for one in several.hosts()]
    assert parts == [("a", "5433", "verify-full"), ("b", None, "verify-full"), ("::1", "5434", "verify-full")]
    assert {one.password for one in several.hosts()} == {"geheim"}
    assert "target_session_attrs" not in several.hosts()[0].settings

    one_port = checked("postgresql:///cards?host=a,b&port=5433&hostaddr=10.0.0.1,10.0.0.2&target_session_attrs=primary")
    assert one_port.settings["target_session_attrs"] == "primary"
    found = [(one.settings["host"], one.settings["hostaddr"], one.settings["port"]) for one in one_port.hosts()]
    assert found == [("a", "10.0.0.1", "5433"), ("b", "10.0.0.2", "5433")]

    assert [one.settings.get("host") for one in checked("postgresql:///cards").hosts()] == [None]
    assert checked("postgresql://a/cards").settings.get("target_session_attrs") is None


@pytest.mark.parametrize(
    "address", ["postgresql://ada:geheim@a,b/cards", "postgresql://a,b/cards?password=geheim", "mysql://geheim@a,b/c"]
)
def test_no_address_with_a_password_is_taken_and_none_is_repeated(address: str) -> None:
    from kartentisch.store.postgres.address import checked

    with pytest.raises(ValueError, match="address of the database") as error:
        checked(address)
    assert "geheim" not in f"{error.value}{error.value.__cause__}"


def test_an_address_that_libpq_cannot_read_is_not_repeated() -> None:
    from kartentisch.store.postgres.address import checked

    with pytest.raises(ValueError, match="cannot be read") as error:
        checked("postgresql://a,b/cards?geheim=1")
    assert error.value.__cause__ is None
    assert error.value.__suppress_context__
