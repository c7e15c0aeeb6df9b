"""The files by which the links of invitations open an app."""

from http import HTTPStatus

from django.test import Client
from pytest_django.fixtures import Settings


def test_the_apps_that_open_links(client: Client, settings: Settings) -> None:
    apple, android = "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"
    assert [client.get(one).status_code for one in (apple, android)] == [HTTPStatus.NOT_FOUND] * 2
    settings.APPLE_APPS, settings.ANDROID_APPS = ["ABCDE12345.org.example.maumau"], [f"org.example.maumau={'0f' * 32}"]

    (details,) = client.get(apple).json()["applinks"]["details"]
    (statement,) = client.get(android).json()

    assert details["appIDs"] == ["ABCDE12345.org.example.maumau"]
    assert details["components"][0]["/"] == "/i/*"
    assert statement["target"]["package_name"] == "org.example.maumau"
    assert statement["target"]["sha256_cert_fingerprints"] == [":".join(["0F"] * 32)]
    assert client.get(apple).headers["Content-Type"] == "application/json"
