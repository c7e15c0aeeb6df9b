import pytest

from tests.lab.requirements import install_packages


def test_a_machine_without_apt_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="apt-get install patroni haproxy"):
        install_packages(["patroni", "haproxy"])
