"""The key that signs receipts: made once, rotated, kept encrypted, never in two places."""

import time
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import call_command

from games import store
from games.log.receipts import base64url, from_base64url, thumbprint
from games.models import SigningKey
from games.services import signing

pytestmark = pytest.mark.django_db


def test_the_first_signature_makes_the_key_and_the_next_ones_ask_nothing(django_assert_num_queries: Any) -> None:
    signer = signing.signer()

    with django_assert_num_queries(0):
        assert signing.signer().sign(b"x") == signer.sign(b"x")
    (key,) = signing.public_keys()
    assert (key.kid, key.valid_until) == (signer.kid, None)
    Ed25519PublicKey.from_public_bytes(bytes(key.public)).verify(signer.sign(b"x"), b"x")
    assert signing.is_signature(signer.kid, signer.sign(b"x"), b"x")
    assert not signing.is_signature(signer.kid, signer.sign(b"x"), b"y")
    assert not signing.is_signature("nobody", signer.sign(b"x"), b"x")


def test_the_private_half_is_nowhere_in_the_clear() -> None:
    private = signing.signer().private.private_bytes_raw()

    sealed = bytes(SigningKey.objects.get().sealed or b"")

    assert len(sealed) > len(private)
    assert private not in sealed


def test_rotation_keeps_the_public_half_and_drops_the_private_one() -> None:
    before = signing.signer()

    call_command("rotate_signing_key", verbosity=0)

    after = signing.signer()
    assert after.kid != before.kid
    newest, retired = signing.public_keys()
    assert (newest.kid, newest.valid_until) == (after.kid, None)
    assert (retired.kid, retired.sealed) == (before.kid, None)
    assert retired.valid_until is not None
    assert retired.valid_until > newest.valid_from
    assert signing.is_signature(before.kid, before.sign(b"x"), b"x")


def test_another_process_notices_a_rotation_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    stale = signing._current()  # noqa: SLF001 - what another process has read
    after = signing.rotate()

    monkeypatch.setattr(signing, "_cached", (stale, time.monotonic() - 50))
    assert signing.signer().kid == stale.kid
    monkeypatch.setattr(signing, "_cached", (stale, time.monotonic() - 61))
    assert signing.signer().kid == after.kid


def test_two_that_rotate_at_once_make_one_key() -> None:
    before = signing.signer()

    for _ in range(2):
        store.replace_key(before.kid, signing._make)  # both have read the same key

    assert len(signing.public_keys()) == 2


def test_a_fallback_opens_the_key_and_seals_it_anew(settings: Any) -> None:
    signer = signing.signer()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "of another year" * 4
    signing.forget()

    assert signing.signer().kid == signer.kid

    settings.SECRET_KEY_FALLBACKS = []
    signing.forget()
    assert signing.signer().kid == signer.kid


def test_a_key_that_nothing_opens_is_retired_and_said_so(settings: Any, caplog: Any) -> None:
    signer = signing.signer()
    settings.SECRET_KEY = "without the one before" * 2
    signing.forget()

    after = signing.signer()

    assert after.kid != signer.kid
    assert [key.kid for key in signing.public_keys()] == [after.kid, signer.kid]
    assert "a new one is made" in caplog.text


def test_the_thumbprint_is_that_of_rfc_8037() -> None:
    """Appendix A.3."""
    assert thumbprint(from_base64url("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")) == (
        "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
    )


@pytest.mark.parametrize("text", ["AA=", "AA+", "AB", "A", "ä"])
def test_base64url_is_written_in_one_way(text: str) -> None:
    assert from_base64url(base64url(b"\xfb\xff")) == b"\xfb\xff"
    with pytest.raises(ValueError, match=r"base64url|padding|data characters|ASCII"):
        from_base64url(text)
