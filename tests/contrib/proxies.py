"""The examples of contrib/ for proxies, each with a certificate of its own and one or several servers behind it."""

from __future__ import annotations

import contextlib
import datetime
import http.client
import os
import re
import shutil
import socket
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.processes import started
from tests.web.support.served import PATIENCE, serving

CONTRIB = Path(__file__).resolve().parents[2] / "contrib"
MUST_RUN = os.environ.get("CI") == "true"
NAME = "localhost"


class Proxy(NamedTuple):
    """A proxy that runs, and where people reach the server through it."""

    url: str
    """Ends in a slash."""
    port: int
    inside: int
    """The port of the server itself."""
    tls: ssl.SSLContext
    certificate: Path
    data: Path


def program(name: str) -> str:
    """The program, also where a login shell of root alone would look; without it the test is left out, never in CI."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")
    if found is None:
        if MUST_RUN:
            pytest.fail(f"{name} is missing: .ci/run installs it")
        pytest.skip(f"{name} is not installed here")
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that nobody has signed but its own key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "cert.pem", folder / "cert.key"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form, bare = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, bare))
    return pem, secret


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def before(file: str, inside: Sequence[int]) -> str:
    """An example that leads to servers at these ports, one or several, as many as there are."""
    text = (CONTRIB / file).read_text(encoding="utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{inside[0]}")
    for n in range(3):
        address = f"10.0.0.1{n + 1}:8000"
        if n < len(inside):
            text = text.replace(address, f"127.0.0.1:{inside[n]}")
        else:
            text = re.sub(rf"^ *server .*{address}.*\n", "", text, flags=re.MULTILINE).replace(f" {address}", "")
    return text


def nginx(folder: Path, port: int, plain: int, inside: Sequence[int], path: str) -> list[str]:
    """The example with other ports and names, and around it what Debian's nginx.conf has."""
    several = "several-servers.conf" if len(inside) > 1 else "kartentisch.conf"
    text = before(f"nginx/{'below-a-path.conf' if path else several}", inside)
    text = re.sub(r"\n *listen \[::\]:.*", "", text)
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = re.sub(r"server_name [\w.]+;", f"server_name {NAME};", text)
    text = re.sub(r"/etc/ssl/[\w.]+\.pem", str(folder / "cert.pem"), text)
    text = re.sub(r"/etc/ssl/[\w.]+\.key", str(folder / "cert.key"), text)
    text = text.replace("/var/www/html", str(folder))
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.getuid() == 0 else ""  # its files are in a folder of ours
    whole = folder / "nginx.conf"
    whole.write_text(
        f"{user}daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr warn;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{kept}{text}}}\n",
        encoding="utf-8",
    )
    return [program("nginx"), "-p", str(folder), "-c", str(whole), "-e", "stderr"]


def caddy(folder: Path, port: int, plain: int, inside: Sequence[int], path: str) -> list[str]:
    several = "several-servers.Caddyfile" if len(inside) > 1 else "Caddyfile"
    text = before(f"caddy/{'below-a-path.Caddyfile' if path else several}", inside)
    text = re.sub(r"^[\w.]*example\.org \{", f"https://{NAME}:{port} {{", text, flags=re.MULTILINE)
    text = re.sub(r"# tls .*", f"tls {folder}/cert.pem {folder}/cert.key", text)
    text = text.replace("/var/www/html", str(folder))
    whole = folder / "Caddyfile"
    alone = ("admin off", f"http_port {plain}", f"https_port {port}", "default_bind 127.0.0.1")
    whole.write_text("{{\n\t{}\n}}\n{}".format("\n\t".join(alone), text), encoding="utf-8")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(whole)]


def haproxy(folder: Path, port: int, plain: int, inside: Sequence[int], path: str) -> list[str]:
    assert not path
    text = before("haproxy/kartentisch.cfg", inside)
    text = text.replace("bind :80", f"bind 127.0.0.1:{plain}").replace("bind :443", f"bind 127.0.0.1:{port}")
    text = re.sub(r"crt \S+", f"crt {folder}/both.pem", text)
    both = folder / "both.pem"
    both.write_bytes((folder / "cert.pem").read_bytes() + (folder / "cert.key").read_bytes())
    whole = folder / "haproxy.cfg"
    whole.write_text(text, encoding="utf-8")
    return [program("haproxy"), "-db", "-f", str(whole)]


KINDS = {"nginx": nginx, "caddy": caddy, "haproxy": haproxy}


@contextmanager
def running(
    kind: str, path: str, folder: Path, port: int, inside: Sequence[int], tls: ssl.SSLContext
) -> Iterator[None]:
    """A proxy before servers that run, once one of them is ready."""
    command = KINDS[kind](folder, port, free_port(), inside, path)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    said = folder / "proxy.txt"
    with (
        said.open("w", encoding="utf-8") as errors,
        started(command, stdout=errors, stderr=errors, env=os.environ | home) as proxy,
    ):
        end = time.monotonic() + PATIENCE
        while not answers(port, tls, path):
            assert proxy.poll() is None, said.read_text(encoding="utf-8")
            assert time.monotonic() < end, said.read_text(encoding="utf-8")
            time.sleep(0.02)
        yield


class Inside(NamedTuple):
    """A server that runs, and the port at which a proxy is to be."""

    url: str
    port: int
    inside: int
    path: str
    folder: Path
    tls: ssl.SSLContext
    certificate: Path


@contextmanager
def inside(path: str, folder: Path, *options: str) -> Iterator[Inside]:
    """A server for whatever proxy is before it. `path`: "" or "/games"."""
    port, own = free_port(), free_port()
    url = f"https://{NAME}:{port}{path}/"
    pem, _ = certificate(folder)
    with serving(folder, "--url", url, *options, port=own):
        yield Inside(url, port, own, path, folder, ssl.create_default_context(cafile=pem), pem)


@contextmanager
def before_it(kind: str, server: Inside) -> Iterator[Proxy]:
    """A proxy before this server."""
    with running(kind, server.path, server.folder, server.port, [server.inside], server.tls):
        data = server.folder / "data"
        yield Proxy(server.url, server.port, server.inside, server.tls, server.certificate, data)


@contextmanager
def behind(kind: str, path: str, folder: Path, *options: str) -> Iterator[Proxy]:
    """A server behind a proxy of its own."""
    with inside(path, folder, *options) as server, before_it(kind, server) as proxy:
        yield proxy


def answers(port: int, tls: ssl.SSLContext, path: str) -> bool:
    """Whether the server says through the proxy that it is ready. HAProxy sends people to no other."""
    with (
        contextlib.suppress(OSError, http.client.HTTPException),
        contextlib.closing(http.client.HTTPSConnection(NAME, port, context=tls, timeout=5)) as line,
    ):
        line.request("GET", f"{path}/readyz")
        return line.getresponse().status == 200
    return False
