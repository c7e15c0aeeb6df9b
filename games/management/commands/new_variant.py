"""``manage.py new_variant``: make a folder for a new variant."""

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.rules.variants import FOLDER, KEYS, load

_KEY: Final = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")
_OF_VARIANT: Final = re.compile(r'^variant = ".*"$', re.MULTILINE)

_RULESET: Final = """\
# {name}: what differs from {base_name}. docs/reference/rulesets.md describes every key.
#
# Tables merge, "+key" adds to a list or a selector, "=key" replaces a table, everything else replaces:
#
#     [deal]
#     size = {{ 2 = 6 }}
base = "{base}"
key = "{key}"
name = "{name}"
"""
_RULES: Final = """\
# {name}

The rules of {base_name} apply, except where a paragraph here says otherwise. They follow below.
"""


class Command(BaseCommand):
    """Write a ruleset that does not change its base yet, with the examples of the base."""

    help = "Make a folder for a new variant, which passes check_variants from the beginning."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the key, the base and the folder."""
        parser.add_argument(
            "key", metavar="KEY", help="key of the variant: small letters, digits and underscores, as in mau_mau"
        )
        parser.add_argument("--base", default="mau_mau", help="key of the variant to start from (default mau_mau)")
        parser.add_argument("--name", help="name that players see (default: made from the key)")
        parser.add_argument("--folder", type=Path, help="the new folder (default games/rules/variants/KEY)")

    def handle(self, *_: Any, **options: Any) -> None:
        """Make the folder, and print what to do next."""
        key, folder = options["key"], options["folder"] or FOLDER / options["key"]
        if not _KEY.fullmatch(key):
            raise CommandError(
                f"{key!r} is not a key. Use small letters and digits, with single underscores or hyphens between them."
            )
        if key in KEYS:
            raise CommandError(f"The variant {key} already exists.")
        if options["base"] not in KEYS:
            raise CommandError(f"There is no variant {options['base']!r}. Choose one of {', '.join(KEYS)}.")
        name = options["name"] or re.sub("[_-]", " ", key).title()
        if not name.isprintable() or '"' in name or "\\" in name:
            raise CommandError("A name must not have quotes, backslashes or control characters.")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            raise CommandError(f"{folder} exists. Choose another folder with --folder.") from None
        except OSError as error:
            raise CommandError(f"{folder} cannot be made: {error.strerror}.") from error
        base = load(options["base"])
        words = {"key": key, "name": name, "base": base.key, "base_name": base.name}
        examples = (FOLDER / base.key / "examples.toml").read_text(encoding="utf-8")
        files = {
            "ruleset.toml": _RULESET.format(**words),
            "rules.md": _RULES.format(**words),
            "examples.toml": _OF_VARIANT.sub(f'variant = "{key}"', examples, count=1),
        }
        if (survivors := FOLDER / base.key / "mutants.toml").exists():
            files["mutants.toml"] = survivors.read_text(encoding="utf-8")
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        self.stdout.write(
            f"{folder} is ready.\n"
            "1. Write the differences in ruleset.toml, and a paragraph about each in rules.md.\n"
            "2. Change the examples that no longer hold, and add examples for what is new.\n"
            f"3. Run: manage.py check_variants {folder}"
        )
