"""Addresses of network cameras: parsed and displayed."""

from __future__ import annotations

import pytest

from vision.sources.camera_url import Address, address_of, shown


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080/video?a=%20&b=c+d", "https://[fe80::1%25eth0]/v", "http://eye/a@b:c"]
)
def test_valid_address_is_kept(url):
    assert address_of(url) == Address(url, "", "")
    assert shown(url) == url


@pytest.mark.parametrize(
    ("url", "address", "seen"),
    [
        ("http://ann:pw@eye/v", Address("http://eye/v", "ann", "pw"), "http://ann:***@eye/v"),
        ("http://ann:p%40w%2F@eye:81/", Address("http://eye:81/", "ann", "p@w/"), "http://ann:***@eye:81/"),
        ("http://ann:p@w:x@eye/a@b", Address("http://eye/a@b", "ann", "p@w:x"), "http://ann:***@eye/a@b"),
        ("http://:pw@[::1]:81/", Address("http://[::1]:81/", "", "pw"), "http://:***@[::1]:81/"),
        ("http://ann@eye/", Address("http://eye/", "ann", ""), "http://ann@eye/"),
        ("http://\u00e4nn:\u00fc@eye/", Address("http://eye/", "\u00e4nn", "\u00fc"), "http://\u00e4nn:***@eye/"),
    ],
)
def test_credentials_are_taken_out_and_hidden(url, address, seen):
    assert address_of(url) == address
    assert shown(url) == seen


def test_password_with_line_break_is_hidden():
    assert shown("http://ann:s\n/cret@eye/v") == "http://ann:***@eye/v"


@pytest.mark.parametrize(
    "url",
    ["http://ann:s/cret@eye/", "http://ann:s#cret@eye/", "http://ann:secret@eye:70000/", "http://ann:secret@[::1"],
)
def test_a_refusal_does_not_tell_the_password(url):
    with pytest.raises(ValueError) as refused:
        address_of(url)
    assert "cret" not in str(refused.value)
    assert "ann:***@" in str(refused.value)
