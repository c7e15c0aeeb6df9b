"""The variants. Each is a folder with ``ruleset.toml``, ``examples.toml`` and ``rules.md``. Its content has a hash."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from games.rules.refusal_reasons import Reason
from games.rules.ruleset import Option, Options, Ruleset, RulesetError
from games.rules.ruleset.basing import changed, text_over
from games.rules.ruleset.options import apply, check_options
from games.rules.ruleset.read import read, suggest
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.validate import check_sound, check_table

FOLDER: Final = Path(__file__).parent
KERNEL: Final = FOLDER.parent / "kernel.md"

KEYS: Final = tuple(sorted(path.parent.name for path in FOLDER.glob("*/ruleset.toml")))
"""The variants that come with the service."""


MOST_RULESETS: Final = 512
"""How many rulesets of one variant are kept. An option that takes any number has many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a ruleset file says about itself, beside its sections."""

    key: str
    name: str
    paragraphs: dict[str, str]
    """Paragraph of the rule book by the code of a refusal. Any other refusal has a paragraph of the kernel."""
    options: dict[str, Option]


class Variant:
    """One variant as it was published: immutable under ``hash``, the SHA-256 of ``content``."""

    def __init__(self, content: bytes) -> None:
        """Raise RulesetError if *content* is not a sound variant."""
        self.content: Final = content
        self.hash: Final = f"sha256:{hashlib.sha256(content).hexdigest()}"
        data = json.loads(content)
        self.rules: Final[dict[str, Any]] = data["rules"]
        self.text: Final[str] = data["text"]
        """The variant's numbered paragraphs, for people (Markdown)."""
        self.kernel: Final[str] = data["kernel"]
        """The paragraphs of the kernel, which hold where the variant says nothing else (Markdown)."""
        self.examples: Final[list[dict[str, Any]]] = data["examples"]
        about = {key: self.rules.get(key, {}) for key in ("key", "name", "paragraphs")}
        about["options"] = {name: self.rules["options"][name] for name in self.rules["order"]}
        self._header: Final = read(Header, about)
        self._sections: Final = {key: value for key, value in self.rules.items() if key not in (*about, "order")}
        self._rulesets: dict[tuple[object, ...], Ruleset] = {}
        sections = self._set({})
        check_sound(sections)
        self.players: Final = sections.players
        """The fewest and the most seats that a table may have, the options at their defaults."""
        check_paragraphs(self.paragraphs)

    @property
    def key(self) -> str:
        """The key, as in ``mau_mau``."""
        return self._header.key

    @property
    def name(self) -> str:
        """The name for people."""
        return self._header.name

    @property
    def options(self) -> dict[str, Option]:
        """The options by name, in the order of the file."""
        return self._header.options

    @property
    def paragraphs(self) -> dict[str, str]:
        """Paragraph of the rule book by the code of a refusal."""
        return self._header.paragraphs

    def ruleset(self, seats: int, options: Options | None = None) -> Ruleset:
        """Return the ruleset for a table of *seats* with these *options*.

        Raises RulesetError if an option or its value is unknown, or the variant is not for so many seats.
        """
        options = dict(options or {})
        check_options(self.options, options)
        key = (seats, *sorted((name, type(value).__name__, value) for name, value in options.items()))
        if key not in self._rulesets:
            while len(self._rulesets) >= MOST_RULESETS:
                del self._rulesets[next(iter(self._rulesets))]
            sections = self._set(options)
            check_sound(sections)
            check_table(sections, seats)
            changed = {name: value for name, value in options.items() if value != self.options[name].default}
            self._rulesets[key] = Ruleset(
                sections, seats=seats, content=self.hash, options=changed, paragraphs=self.paragraphs
            )
        return self._rulesets[key]

    def sections(self, options: Options) -> dict[str, Any]:
        """Return the sections of its file as *options* change them. Raises RulesetError for an unknown option."""
        return apply(self._sections, self.options, options)

    def _set(self, options: Options) -> Sections:
        return read(Sections, self.sections(options))


def check_paragraphs(paragraphs: Mapping[str, str]) -> None:
    """Raise RulesetError if *paragraphs* names a refusal that does not exist."""
    for code in paragraphs:
        if code.partition(".")[0] not in set(Reason):
            raise RulesetError(f"paragraphs.{code}", f"There is no such refusal. {suggest(code, Reason)}")


def publish(rules: dict[str, Any], text: str, examples: list[dict[str, Any]]) -> bytes:
    """Return the canonical bytes of a variant with today's kernel: JSON with sorted keys.

    The options keep the order of their file beside the sorted ones.
    """
    rules = {**rules, "options": rules.get("options", {})}
    rules["order"] = list(rules["options"])
    data = {"rules": rules, "kernel": KERNEL.read_text(encoding="utf-8"), "text": text, "examples": examples}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


@lru_cache(maxsize=256)
def from_bytes(content: bytes) -> Variant:
    """Return the variant of these canonical bytes. Raises RulesetError if they are not a sound variant."""
    return Variant(content)


def read_folder(folder: Path) -> bytes:
    """Return the canonical bytes of the variant whose files lie in *folder*.

    A ruleset that names a variant of the service as its ``base`` says only what differs from it. The text of the base
    follows its own. Raises RulesetError, with the file's name as its place, if a file is missing or broken.
    """
    return publish(*_parts_of(folder, ()))


def _parts_of(folder: Path, above: tuple[Path, ...]) -> tuple[dict[str, Any], str, list[dict[str, Any]]]:
    """Return rules, text and examples of *folder*. The folders *above* have it as their base: none may be its own."""
    try:
        rules = tomllib.loads((folder / "ruleset.toml").read_text(encoding="utf-8"))
        pages = [folder / "examples.toml", folder / "rules.md"]
        found = tomllib.loads(pages[0].read_text(encoding="utf-8")) if pages[0].exists() else {}
        text = pages[1].read_text(encoding="utf-8") if pages[1].exists() else ""
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise RulesetError(str(folder), str(fault)) from fault
    examples = found.get("example", [])
    if not isinstance(examples, list) or not all(isinstance(one, dict) for one in examples):
        raise RulesetError(str(pages[0]), "Write each example as a table [[example]].")
    if (base := rules.pop("base", None)) is None:
        return rules, text, examples
    beneath = FOLDER / str(base)
    if base not in KEYS or beneath in (folder, *above):
        raise RulesetError("base", f'"{base}" cannot be the base. {suggest(str(base), KEYS)}')
    old, old_text, _ = _parts_of(beneath, (folder, *above))
    if rules.get("key") in (None, base) or "name" not in rules:
        raise RulesetError("key", "A variant with a base needs a key and a name of its own. Write both.")
    old["order"] = list(old.setdefault("options", {}))
    return changed(old, rules), text_over(text, old_text), examples


@lru_cache(maxsize=64)
def load(key: str) -> Variant:
    """Return the variant of this key as its files say now. Raises RulesetError if there is none."""
    if key not in KEYS:
        raise RulesetError("variant", f'There is no variant "{key}". {suggest(key, KEYS)}')
    return from_bytes(read_folder(FOLDER / key))
