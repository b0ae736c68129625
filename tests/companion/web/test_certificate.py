"""The program's certificate is for this machine's names, readable by its owner alone, and renewed in time."""

import ssl
import stat
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from cryptography import x509
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from companion.web.certificate import certificate_file, hosts_here
from tests.support.web_servers import serving

NOW = datetime(2026, 11, 27, 18, tzinfo=UTC)
HOSTS = ("catseye.local", "192.168.0.20", "fd00::20")


def read(path):
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_certificate_names_hosts_and_lasts_at_most_397_days(tmp_path):
    found = read(certificate_file(tmp_path / "web" / "own.pem", HOSTS, NOW))
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in names} == set(HOSTS)
    assert found.not_valid_after_utc - found.not_valid_before_utc <= timedelta(days=397)
    assert found.not_valid_before_utc < NOW < found.not_valid_after_utc


def test_only_its_owner_can_read_the_key(tmp_path):
    path = tmp_path / "own.pem"
    path.write_text("what another program left")
    path.chmod(0o644)
    assert stat.S_IMODE(certificate_file(path, HOSTS, NOW).stat().st_mode) == 0o600


def test_it_is_kept_as_long_as_it_serves(tmp_path):
    path = tmp_path / "own.pem"
    first = read(certificate_file(path, HOSTS, NOW))
    assert read(certificate_file(path, HOSTS[:2], NOW + timedelta(days=360))) == first


@pytest.mark.parametrize(
    ("hosts", "days"),
    [((*HOSTS, "192.168.7.7"), 0), (HOSTS, 370), (HOSTS, -9)],
)
def test_certificate_is_renewed_when_needed(tmp_path, hosts, days):
    later = timedelta(days=days)
    path = tmp_path / "own.pem"
    first = read(certificate_file(path, HOSTS, NOW))
    second = read(certificate_file(path, hosts, NOW + later))
    assert second.serial_number != first.serial_number
    assert second.not_valid_before_utc < NOW + later < second.not_valid_after_utc


@pytest.mark.parametrize("spoil", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: data[1:]])
def test_damaged_file_is_replaced(tmp_path, spoil):
    path = tmp_path / "own.pem"
    path.write_bytes(spoil(certificate_file(path, HOSTS, NOW).read_bytes()))
    assert read(certificate_file(path, HOSTS, NOW)).not_valid_after_utc > NOW


def test_browsers_that_accept_it_talk_encrypted(tmp_path):
    path = certificate_file(tmp_path / "own.pem", hosts_here())
    app = Starlette(routes=[Route("/", lambda _request: PlainTextResponse("hello"))])
    with serving(app, str(path)) as port:
        trusting = ssl.create_default_context(cafile=path)
        assert httpx.get(f"https://127.0.0.1:{port}/", verify=trusting, trust_env=False).text == "hello"
        with pytest.raises(httpx.ConnectError, match=r"self.signed certificate"):
            httpx.get(f"https://127.0.0.1:{port}/", trust_env=False)


def test_hosts_are_names_and_addresses_of_this_machine():
    assert {"localhost", "127.0.0.1", "catseye.local"} <= hosts_here()
