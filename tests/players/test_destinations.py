"""Webhooks and pushes go to public addresses only, however an address is written."""

from ipaddress import ip_network

import pytest

from players.destinations import BadUrl, check_url, is_allowed

REFUSED = [
    "http://example.org/", "ftp://example.org/", "//example.org/", "example.org", "", "https://", "https:///path",
    "https://user@example.org/", "https://user:secret@example.org/", "https://:@example.org/",
    "https://example.org/#part", "https://example.org/#", "https://example.org:22/", "https://example.org:0/",
    "https://example.org:80/", "https://example.org:99999/", "https://example.org:x/", "https://example.org/a b",
    "https://example.org/\r\nHost: x", "https://example.org/\nx", "https://example.org\\@127.0.0.1/", "https://exämple.org/",
    "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/",
    "https://0177.0.0.1/", "https://0177.1/", "https://127.0.0.1./", "https://127.0.0.0x1/", "https://0/",
    "https://10.0.0.1/", "https://172.16.0.1/", "https://192.168.1.1/", "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/", "https://[::1]/", "https://[::]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/", "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/", "https://[fd00:ec2::254]/", "https://[ff02::1]/", "https://[2001::1]/",
    "https://localhost/", "https://localhost./", "https://LOCALHOST/", "https://a.localhost/", "https://intranet/",
    "https://printer.local/", "https://metadata.google.internal/", "https://db.lan/", "https://example..org/",
    f"https://example.org/{'x' * 2048}",
]  # fmt: skip
PRIVATE = [
    "127.0.0.1", "127.255.255.254", "0.0.0.1", "10.1.2.3", "172.31.255.255", "192.168.0.1", "169.254.169.254",
    "100.100.100.200", "168.63.129.16", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "192.88.99.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1",
    "::ffff:127.0.0.1", "::ffff:93.184.215.14", "64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "100::1",
    "2001::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1",
    "fe80::1", "fe80::1%eth0", "2606:4700::1111%eth0", "fec0::1", "ff02::1", "4000::1", "127.1", "0x7f.1", "localhost",
]  # fmt: skip


@pytest.mark.parametrize("url", REFUSED)
def test_a_url_that_leads_elsewhere_is_refused(url: str) -> None:
    with pytest.raises(BadUrl):
        check_url(url, [])


@pytest.mark.parametrize(
    "url",
    ["https://example.org", "https://example.org:8443/a?b=@c", "https://93.184.215.14/", "https://[2606:4700::1111]:443/",
     "https://xn--exmple-cua.org./", "HTTPS://Example.ORG/"],
)  # fmt: skip
def test_a_public_url_is_taken(url: str) -> None:
    assert check_url(url, []).scheme == "https"


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_allowed(address, [])


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::8a"])
def test_a_public_address_is_allowed(address: str) -> None:
    assert is_allowed(address, [])


def test_the_host_may_allow_a_network_and_only_that() -> None:
    networks = [ip_network("10.1.0.0/16")]

    assert is_allowed("10.1.2.3", networks)
    assert not is_allowed("10.2.0.1", networks)
    assert not is_allowed("::ffff:10.1.2.3", networks)
    assert check_url("http://10.1.2.3:8080/", networks).port == 8080
    assert check_url("http://receiver/", networks).host == "receiver"
    with pytest.raises(BadUrl):
        check_url("http://127.0.0.1/", networks)
