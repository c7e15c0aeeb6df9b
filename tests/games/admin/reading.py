"""The pages of the admin as a browser finds them."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Any
from urllib.parse import urldefrag, urljoin

from django.test import Client


class Page(HTMLParser):
    """The links of a page, the files that it needs, and what a strict Content-Security-Policy would block."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.links: list[str] = []
        self.files: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "a" and told.get("href"):
            self.links.append(str(told["href"]))
        self.files |= {
            str(told[name]) for name in ("src", "href") if tag in ("script", "link", "img") and told.get(name)
        }
        if tag == "style" or (tag == "script" and not told.get("src")):
            self.inline.append(tag)
        self.inline += [name for name in told if name == "style" or name.startswith("on")]


def crawl(operator: Client, *begin: str) -> Iterator[tuple[str, Any, Page]]:
    """Yield every page below ``/admin/games/`` that links lead to, except other orders of lists.

    Its address, the answer, the page.
    """
    found = [*begin]
    for address in found:
        answer = operator.get(address, follow=True)
        assert answer.status_code == HTTPStatus.OK, address
        page = Page(answer.content.decode())
        links = dict.fromkeys(
            urldefrag(urljoin(address, link)).url for link in page.links if not re.search("[?&]o=", link)
        )
        found += [link for link in links if link.startswith("/admin/games/") and link not in found]
        yield address, answer, page
