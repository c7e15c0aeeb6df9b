"""Everything that a person reads is in their language: problems of every kind, from the first byte to the last."""

import asyncio
import json
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.test import Client

from base.http.body_limit import BodyLimit
from base.http.problems import catalogue
from tests.games.api.conftest import API, Caller

pytestmark = pytest.mark.django_db

GERMAN = {"Accept_Language": "de-AT, en;q=0.5"}
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def said(answer: Any, language: str = "de") -> Any:
    """Return the body of an answer that says that it is in *language*."""
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    return answer.json()


def test_problems_before_sign_in(nobody: Caller) -> None:
    assert said(nobody.get("/me", **GERMAN))["title"] == "Nicht angemeldet"
    assert said(nobody.get("/me", Authorization="Bearer x", **GERMAN))["detail"] == "Das Token ist nicht gültig."
    wrong = said(nobody.post("/auth/token", {"username": "anna", "password": "wrong password"}, **GERMAN))
    assert wrong["detail"] == "Benutzername oder Passwort ist falsch."
    missing = said(nobody.post("/auth/register", {"username": "a", "wrong": 1}, **GERMAN))
    assert missing["detail"] == "Einige Felder sind falsch."
    assert missing["errors"]["wrong"] == ["Dieses Feld gibt es nicht."]
    assert missing["errors"]["password"] == ["Dieses Feld ist zwingend erforderlich."]
    assert missing["errors"]["username"] == ["Ein Benutzername hat 3 bis 30 Zeichen."]


def test_problems_of_addresses_methods_and_bodies(nobody: Caller, anna: Caller) -> None:
    assert said(nobody.get("/nowhere", **GERMAN))["title"] == "Nicht gefunden"
    assert said(anna.post("/me", {}, **GERMAN), "en")["title"] == "Method not allowed"  # anna's profile says so
    anna.speaks("de")
    assert said(anna.post("/me", {}))["detail"] == 'Methode "POST" nicht erlaubt.'
    assert said(anna.get("/me", Accept="image/png", **GERMAN))["title"] == "Nicht akzeptabel"
    assert said(anna.raw("POST", "/games", b"{"))["detail"].startswith("Der Inhalt ist kein JSON: ")
    assert said(nobody.get("/meta?x=%00", **GERMAN))["detail"] == "Pfad und Query dürfen kein NUL-Zeichen enthalten."


def test_too_many_requests(nobody: Caller, settings: LazySettings) -> None:
    settings.RATE_LIMITS = {"sign-in": {"address": (1, 600)}}
    nobody.post("/auth/guest", {}, **GERMAN)
    answer = nobody.post("/auth/guest", {}, **GERMAN)
    assert (answer.status_code, said(answer)["title"]) == (429, "Zu viele Anfragen")


def test_a_body_that_is_too_large_is_refused_in_the_language_of_its_header() -> None:
    sent: list[Any] = []

    async def refuse() -> None:
        headers = [(b"content-length", b"100"), (b"accept-language", b"fr;q=0.4, nl")]
        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}

        async def send(message: Any) -> None:
            sent.append(message)

        await BodyLimit(None, limit=10)(scope, None, send)  # type: ignore[arg-type]  # nothing is read or passed on

    asyncio.run(refuse())
    assert (b"content-language", b"nl") in sent[0]["headers"]
    assert json.loads(sent[1]["body"])["detail"] == "De inhoud mag niet meer dan 10 bytes hebben."


def test_the_parameter_goes_before_the_profile_and_the_profile_before_the_header(duel: str, anna: Caller) -> None:
    anna.speaks("pt-BR")

    def refused(query: str = "", **headers: str) -> str:
        answer = anna.post(f"/games/{duel}/moves{query}", {"turn": 1, "move": "bad"}, Idempotency_Key="k", **headers)
        return str(said(answer, answer.headers["Content-Language"])["title"])

    assert refused(Accept_Language="de") == "Campos inválidos"
    assert refused("?lang=cs", Accept_Language="de") == "Chybná pole"
    anna.speaks("sv")
    assert refused(Accept_Language="de") == "Fehlerhafte Felder"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-AT", "de"),
        ("pt-BR, de;q=0.9", "pt"),
        ("de;q=0.2, pl;q=0.7, sv", "pl"),
        ("zh-Hant-TW, sv", "en"),
        ("EN-gb", "en"),
        ("*", "en"),
        ("%%;q=a,,;", "en"),
        ("de;q=0", "en"),
        ("x" * 5000, "en"),
        ("fr," * 2000, "fr"),
        ("\udcff", "en"),
    ],
)
def test_a_language_that_exists_is_found_and_no_header_fails(nobody: Caller, header: str, language: str) -> None:
    assert nobody.get("/me", Accept_Language=header).headers["Content-Language"] == language


@pytest.mark.django_db
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_problem_has_a_title_and_a_detail_in_every_language(nobody: Caller, language: str) -> None:
    english = {one["code"]: one for one in nobody.get("/problems").json()["items"]}
    translated = {one["code"]: one for one in said(nobody.get(f"/problems?lang={language}"), language)["items"]}

    ours = {code for code, kind in catalogue().items() if not kind.__module__.startswith("tests.")}
    assert translated.keys() == english.keys() >= ours
    same = {code for code, one in translated.items() if one["detail"] == english[code]["detail"]}
    assert same == set()
    assert {code for code, one in translated.items() if one["title"] == english[code]["title"]} <= {"forbidden"}
    one = said(nobody.get("/problems/game_full", Accept_Language=language), language)
    assert one == translated["game_full"]


def test_pages_for_hosts_stay_in_english(client: Client) -> None:
    page = client.get("/admin/login/", headers={"Accept-Language": "de"})

    assert "Log in" in page.content.decode()
    assert "Content-Language" not in page.headers
    assert client.get(f"{API}/meta", headers={"Accept-Language": "de"}).status_code == 200


def test_options_are_in_the_language_of_the_reader_and_rulesets_in_english(nobody: Caller, duel: str) -> None:
    def option(answer: Any, name: str) -> tuple[str, str]:
        (found,) = (one for one in answer["options"] if one["name"] == name)
        return found["label"], found["about"]

    czech = said(nobody.get("/variants/prsi", Accept_Language="cs"), "cs")
    assert option(czech, "leaf_king") == ("Zelený král", "Zda za zeleného krále další hráč líže čtyři karty.")
    listed = said(nobody.get("/variants?lang=cs"), "cs")["items"]
    assert next(one for one in listed if one["key"] == "prsi") == czech
    ruleset = nobody.get(czech["ruleset"].removeprefix("/api/v1"), Accept_Language="cs")
    assert option(ruleset.json(), "leaf_king")[0] == "King of leaves"
    assert "Content-Language" not in ruleset.headers
    player = Caller().sign_in()
    player.speaks("de")
    assert option(said(player.get(f"/games/{duel}/rules")), "jack_on_jack")[0] == "Bube auf Bube"
    etags = {nobody.get(f"/variants/prsi?lang={one}").headers["ETag"] for one in LANGUAGES}
    assert len(etags) == len(LANGUAGES)


def test_the_rules_of_a_game_are_kept_only_at_an_address_that_names_their_language(duel: str, anna: Caller) -> None:
    where = f"/games/{duel}/rules"
    english = anna.get(where)
    anna.speaks("cs")
    czech = anna.get(where, If_None_Match=english.headers["ETag"])

    assert said(czech, "cs")["summary"] != said(english, "en")["summary"]
    for answer in (english, czech, anna.get(where, If_None_Match=czech.headers["ETag"])):
        assert answer.headers["Cache-Control"] == "private, no-cache"
    for status, headers in ((200, {}), (304, {"If_None_Match": czech.headers["ETag"]})):
        named = anna.get(f"{where}?lang=cs", **headers)
        assert (named.status_code, named.headers["Cache-Control"]) == (status, "private, max-age=86400, immutable")
    anna.speaks("de")
    assert said(anna.get(f"{where}?lang=cs"), "cs") == said(czech, "cs")


@pytest.mark.parametrize("path", ["/variants", "/variants/prsi", "/problems", "/problems/game_full"])
def test_what_is_public_is_in_the_language_of_the_profile(nobody: Caller, anna: Caller, path: str) -> None:
    english, german = nobody.get(path), nobody.get(f"{path}?lang=de")
    anna.speaks("de")
    signed = anna.get(path, Accept_Language="cs")

    assert said(signed) == said(german)
    assert said(anna.get(path, Accept_Language="cs", Authorization="Bearer x"), "cs")
    assert said(anna.get(f"{path}?lang=en"), "en") == said(english, "en")
    assert said(nobody.get(path), "en") == said(english, "en")  # what is kept is not the signed one
    assert signed.headers["Cache-Control"] == "private, no-cache"
    for answer in (english, signed):
        assert "Authorization" in answer.headers["Vary"]
    for answer in (german, anna.get(f"{path}?lang=en"), english):
        assert answer.headers["Cache-Control"].startswith("public")
    assert "Authorization" not in german.headers["Vary"]
