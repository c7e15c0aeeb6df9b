"""The rules that come with the service are there without a database: no test here may ask one."""

from typing import Any

import pytest

from config.settings.base import RATE_LIMITS
from games.rules import variants


@pytest.fixture(autouse=True)
def counted(settings: Any) -> None:
    """Requests count against production's limits, which the database keeps."""
    settings.RATE_LIMITS = RATE_LIMITS


@pytest.mark.parametrize("path", ["/variants", "/variants/mau_mau"])
def test_variants(nobody: Any, path: str) -> None:
    assert nobody.get(path).status_code == 200


@pytest.mark.parametrize("key", variants.KEYS)
@pytest.mark.parametrize("what", ["", "/examples"])
def test_rulesets(nobody: Any, key: str, what: str) -> None:
    content = variants.load(key).hash

    for text in (content, content.removeprefix("sha256:")):
        assert nobody.get(f"/rulesets/{text}{what}").status_code == 200
