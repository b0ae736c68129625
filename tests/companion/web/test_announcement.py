"""Phones find the table by its name, which only one table has."""

import socket
from contextlib import closing

import pytest
from zeroconf import AddressResolver, Zeroconf

from companion.web import announcement
from companion.web.announcement import Announcement
from tests.support.started import running
from tests.support.waiting import until

HERE = "127.0.0.1"
NAME = f"test-{socket.gethostname()}-catseye.local".lower()


@pytest.fixture(autouse=True)
def _own_name(monkeypatch):
    monkeypatch.setattr(announcement, "NAME", NAME)


def multicast_arrives():
    """Return whether multicast works on the loopback: in some containers it does not."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as listening:
        listening.settimeout(2)
        try:
            listening.bind(("", 0))
            member = socket.inet_aton("239.255.77.77") + socket.inet_aton(HERE)
            listening.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
            listening.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HERE))
            listening.sendto(b"?", ("239.255.77.77", listening.getsockname()[1]))
            return listening.recv(8) == b"?"
        except OSError:
            return False


@pytest.fixture
def phone():
    """Another device in the network, here the loopback."""
    if not multicast_arrives():
        pytest.skip("packets to many do not arrive on the loopback here")
    try:
        network = Zeroconf(interfaces=[HERE])
    except OSError as wrong:
        pytest.skip(f"no multicast here: {wrong}")
    with closing(network):
        yield network


def found(phone):
    resolver = AddressResolver(f"{NAME}.")
    return resolver.parsed_addresses() if resolver.request(phone, 3000) else []


def test_announced_name_leads_to_the_table(phone):
    with_name = Announcement([HERE], 8422)
    until(lambda: found(phone) == [HERE])
    second = Announcement([HERE], 8423)
    until(lambda: len(running("announcement")) == 1 or second.answers)
    assert not second.answers
    with_name.stop()
    assert not with_name.answers
