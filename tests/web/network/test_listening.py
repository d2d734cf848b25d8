"""How others reach the server, and what it says when it cannot listen."""

from __future__ import annotations

import errno
import os
import socket
from types import SimpleNamespace
from typing import Any

import ifaddr
import pytest

from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.network import listening
from kartentisch.web.network.listening import (
    EVERYWHERE,
    announce,
    checked,
    lan_addresses,
    listen,
    own_addresses,
    trusted,
)


def computer(monkeypatch: pytest.MonkeyPatch, *addresses: str, way: str = "") -> None:
    """This computer has these addresses, and goes out by one of them."""
    ips: list[Any] = [(address, 0, 0) if ":" in address else address for address in addresses]
    adapters = [SimpleNamespace(ips=[SimpleNamespace(ip=ip)]) for ip in ips]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(listening, "_way_out", lambda outside, family: way if (":" in way) == (":" in outside) else "")


LOOPBACK = ("127.0.0.1", "::1")


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", []),
        ("::1", []),
        ("localhost", []),
        ("192.168.1.5", ["http://192.168.1.5:8000"]),
        ("fd00::5", ["http://[fd00::5]:8000"]),
        ("cards.local", ["http://cards.local:8000"]),
    ],
)
def test_the_address_for_phones_follows_from_what_the_server_listens_on(host: str, addresses: list[str]) -> None:
    assert lan_addresses(host, 8000) == addresses


@pytest.mark.parametrize("host", [EVERYWHERE, "0.0.0.0", "::"])
def test_listening_everywhere_all_addresses_of_the_computer_count(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    computer(monkeypatch, *LOOPBACK, "192.168.1.7")
    assert lan_addresses(host, 8000) == ["http://192.168.1.7:8000"]


@pytest.mark.parametrize(
    ("addresses", "way", "own"),
    [
        ([], "", []),
        (["169.254.3.4", "fe80::1"], "", []),
        (["172.17.0.1", "192.168.1.7", "11.0.0.5"], "192.168.1.7", ["192.168.1.7", "172.17.0.1", "11.0.0.5"]),
        (["11.0.0.5", "10.0.0.2"], "", ["10.0.0.2", "11.0.0.5"]),
        (["192.168.1.7", "fd00::7", "2001:db8::7"], "2001:db8::7", ["192.168.1.7"]),
        (["fe80::1", "fd00::7", "2001:470::7"], "2001:470::7", ["2001:470::7", "fd00::7"]),
        (["192.168.1.7", "192.168.1.7"], "", ["192.168.1.7"]),
    ],
)
def test_of_several_addresses_the_one_by_which_it_goes_out_is_first(
    addresses: list[str], way: str, own: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    computer(monkeypatch, *LOOPBACK, *addresses, way=way)
    assert own_addresses() == own


def test_this_very_computer_can_be_asked_for_its_addresses() -> None:
    for address in own_addresses():
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        socket.create_server((address, 0), family=family).close()  # it is indeed an own one


# ---- What is printed -------------------------------------------------------------------------------------------------


def printed(host: str, base: str, addresses: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    announce(host, 8000, PublicAddress(base), addresses)
    return capsys.readouterr().out


def test_all_addresses_are_printed_the_best_one_first(capsys: pytest.CaptureFixture[str]) -> None:
    urls = ["http://192.168.1.7:8000", "http://10.0.0.2:8000"]
    out = printed(EVERYWHERE, urls[0], urls, capsys)
    assert "On this computer: http://127.0.0.1:8000\n" in out
    assert "For everybody else: http://192.168.1.7:8000\n" in out
    assert "If that does not open on a phone: http://10.0.0.2:8000\n" in out


def test_behind_a_proxy_its_address_is_the_one_that_counts(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(EVERYWHERE, "https://cards.example", ["http://192.168.1.7:8000"], capsys)
    assert "For everybody else: https://cards.example\n" in out
    assert "192.168.1.7" not in out


def test_without_a_network_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "This computer is in no network, so nobody else can reach it." in printed(EVERYWHERE, "", [], capsys)
    assert "no network" not in printed("127.0.0.1", "", [], capsys)


def test_a_terminal_gets_the_picture_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "█" in printed(EVERYWHERE, "http://192.168.1.7:8000", ["http://192.168.1.7:8000"], capsys)


# ---- Listening -------------------------------------------------------------------------------------------------------


def test_listening_everywhere_takes_both_versions_of_ip_where_there_are_two() -> None:
    with listen(EVERYWHERE, 0) as found:
        port = found.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), 5):
            pass
        if found.family == socket.AF_INET6:
            with socket.create_connection(("::1", port), 5):
                pass


def test_a_computer_without_ipv6_is_listened_on_by_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    create = socket.create_server

    def without(address: Any, **more: Any) -> socket.socket:
        if more["family"] == socket.AF_INET6:
            raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
        return create(address, **more)

    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: True)
    monkeypatch.setattr(socket, "create_server", without)
    with listen(EVERYWHERE, 0) as found:
        assert found.family == socket.AF_INET


@pytest.mark.parametrize("host", ["127.0.0.1", EVERYWHERE])
def test_a_taken_port_is_named(host: str) -> None:
    with listen(host, 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} is taken"):
            listen(host, port)


def test_whatever_cannot_be_listened_on_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    computer(monkeypatch, *LOOPBACK, "192.168.1.7")
    with pytest.raises(OSError, match=r"this computer has no address 198.51.100.1; it has 127.0.0.1, 192.168.1.7"):
        listen("198.51.100.1", 0)
    with pytest.raises(OSError, match="there is no host “no such host”"):
        listen("no such host", 0)

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(OSError, match="port 80 is only for administrators; choose one from 1024 on"):
        listen("127.0.0.1", 80)


# ---- What was said on the command line -------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["cards", "ftp://x", "https://", "https://x/a//b", "https://x?y", "http://["])
def test_an_address_that_is_none_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(ValueError, match="is no address like"):
        checked(url)


@pytest.mark.parametrize(
    ("proxy", "base", "found"),
    [
        (None, "", []),
        (None, "https://cards.example", ["127.0.0.1", "::ffff:127.0.0.1", "::1"]),
        ("172.18.0.2", "https://cards.example", ["172.18.0.2", "::ffff:172.18.0.2"]),
        ("172.18.0.0/16, fd00::2", "", ["172.18.0.0/16", "::ffff:172.18.0.0/112", "fd00::2"]),
    ],
)
def test_only_proxies_that_were_named_are_trusted(proxy: str | None, base: str, found: list[str]) -> None:
    assert trusted(proxy, base) == found


@pytest.mark.parametrize("proxy", ["*", "proxy.local", "172.18.0.2,", "300.1.1.1"])
def test_a_proxy_that_is_no_address_is_refused_with_a_sentence(proxy: str) -> None:
    with pytest.raises(ValueError, match="is no address of a proxy, like"):
        trusted(proxy, "")
