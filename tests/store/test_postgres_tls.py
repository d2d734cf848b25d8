"""`sslmode=verify-full` with a certificate of one's own: another authority or another host is refused."""

from __future__ import annotations

import datetime
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from kartentisch.store import StoreFailed
from tests import postgresql
from tests.store.kit import done

pytestmark = pytest.mark.postgres
PEM = serialization.Encoding.PEM


def certificate(
    name: str, signer: tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None = None
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """A certificate and its key; without a signer, that of an authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(signer[0].subject if signer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=signer is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    )
    return made.sign(signer[1] if signer else key, hashes.SHA256()), key


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of the shared server, which speaks TLS meanwhile. `tmp_path` gets the authorities."""
    shared = postgresql.shared()
    authority, stranger = certificate("our authority"), certificate("another authority")
    (tmp_path / "ours.pem").write_bytes(authority[0].public_bytes(PEM))
    (tmp_path / "other.pem").write_bytes(stranger[0].public_bytes(PEM))
    own, key = certificate("localhost", authority)
    folder = shared.server.folder
    (folder / "server.crt").write_bytes(own.public_bytes(PEM))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "server.key").write_bytes(key.private_bytes(PEM, *plain))
    (folder / "server.key").chmod(0o600)
    if os.geteuid() == 0:
        shutil.chown(folder / "server.key", postgresql.USER)
    with socket.create_server(("127.0.0.1", 0)) as free:
        found = free.getsockname()[1]
    before = shared.server.settings
    files = {"ssl_cert_file": str(folder / "server.crt"), "ssl_key_file": str(folder / "server.key")}
    shared.stop()
    shared.server.settings = before | {"ssl": "on", "listen_addresses": "127.0.0.1", "port": str(found)} | files
    shared.start()
    yield found
    shared.stop()
    shared.server.settings = before
    shared.start()


def test_the_certificate_and_the_name_of_the_database_are_verified(port: int, tmp_path: Path) -> None:
    from kartentisch.store.postgres import PostgresStore
    from kartentisch.store.postgres.address import checked

    shared = postgresql.shared()
    shared.db.execute("DROP ROLE IF EXISTS tls; CREATE ROLE tls SUPERUSER LOGIN PASSWORD 'geheim'")

    def url(host: str, authority: str, mode: str = "verify-full") -> str:
        return f"postgresql://tls@{host}:{port}/{shared.database}?sslmode={mode}&sslrootcert={tmp_path / authority}"

    with closing(PostgresStore(checked(url("localhost", "ours.pem"), "geheim"))) as store:
        assert done(store.take("a")).epoch >= 1
        with store._database.connect() as db:
            assert db.pgconn.ssl_in_use
    several = f"127.0.0.1:{port},localhost"
    with checked(url(several, "ours.pem"), "geheim").connect() as db:
        assert (db.info.host, db.pgconn.ssl_in_use) == ("localhost", True), "each host must prove its own name"
    for address in (
        url("localhost", "other.pem"),
        url(several, "other.pem"),
        url("127.0.0.1", "ours.pem"),
        url("localhost", "none.pem"),
    ):
        with pytest.raises(StoreFailed) as error:
            PostgresStore(checked(address, "geheim"))
        assert error.value.code == "untrusted"
        assert "geheim" not in f"{error.value} {error.value.__cause__}"
