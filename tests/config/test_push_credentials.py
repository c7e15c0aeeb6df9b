"""Credentials of push services are read when the service starts, or refused there."""

import json
from io import StringIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from config import environment
from games.push.web_push import new_key, private_key
from tests.games.push.pushing import pem

EC, RSA = pem(ec.generate_private_key(ec.SECP256R1())), pem(rsa.generate_private_key(65_537, 2_048))
ACCOUNT = {
    "project_id": "cards", "private_key_id": "k1", "private_key": RSA, "client_email": "s@example.org",
    "token_uri": "https://oauth.example.org/token",
}  # fmt: skip


def test_good_credentials_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "account.json").write_text(json.dumps({**ACCOUNT, "type": "service_account"}))
    (tmp_path / "key.p8").write_text(EC)
    key = new_key()
    for name, value in {"V": key, "F": str(tmp_path / "account.json"), "A": str(tmp_path / "key.p8")}.items():
        monkeypatch.setenv(name, value)

    assert (environment.vapid_key("V"), environment.service_account("F")) == (key, ACCOUNT)
    assert environment.ec_key("A") == EC
    assert (environment.vapid_key("X"), environment.service_account("X"), environment.ec_key("X")) == ("", {}, "")


def test_the_command_makes_a_key_that_the_setting_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    said = StringIO()
    call_command("vapid_key", stdout=said)
    name, _, value = said.getvalue().strip().partition("=")
    monkeypatch.setenv(name, value)

    assert (name, environment.vapid_key(name)) == ("VAPID_PRIVATE_KEY", value)
    assert private_key(value).key_size == 256


def test_bad_credentials_are_refused_with_the_name_of_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    monkeypatch.setenv("V", "short")
    monkeypatch.setenv("F", str(file))
    with pytest.raises(ImproperlyConfigured, match="variable V "):
        environment.vapid_key("V")
    for text in (None, "?", "[]" * 2, json.dumps({"project_id": "cards"}), RSA):
        if text is not None:
            file.write_text(text)
        for read in (environment.service_account, environment.ec_key):
            with pytest.raises(ImproperlyConfigured, match="variable F "):
                read("F")
    monkeypatch.delenv("V")
    with pytest.raises(ImproperlyConfigured, match="variable V "):
        environment.word_with("V", "F")
