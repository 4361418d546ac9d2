"""Checks a built site: every link and anchor leads somewhere, and no page loads anything from another host."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"src", "srcset", "data", "poster"}
LINKED = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "preconnect", "dns-prefetch", "manifest"}
"""Kinds of `<link>` that a browser loads or connects to."""
CSS_LOAD = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])((?:https?:)?//[^'\")\s]+)")


class Page(HTMLParser):
    """The anchors, links and loaded addresses of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = CSS_LOAD.findall(text)
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and LINKED & set(given.get("rel", "").split()):
            self.loads.append(given.get("href", ""))
        self.loads += [given[name] for name in LOADED & set(given)]


@cache
def read(path: Path) -> Page:
    return Page(path.read_text("utf-8"))


def faults(site: Path) -> list[str]:
    """One line for each fault of the site."""
    read.cache_clear()
    found: list[str] = []
    for path in sorted(site.rglob("*.html")):
        name, page = path.relative_to(site).as_posix(), read(path)
        found += [f"{name} loads {address}" for address in page.loads if _is_elsewhere(address)]
        found += [f"{name}: {why}" for link in [*page.links, *page.loads] if (why := _broken(link, path, site))]
    for path in sorted(site.rglob("*.css")):
        name = path.relative_to(site).as_posix()
        found += [f"{name} loads {address}" for address in CSS_LOAD.findall(path.read_text("utf-8"))]
    return found


def _is_elsewhere(address: str) -> bool:
    return bool(urlsplit(address).netloc)


def _broken(link: str, path: Path, site: Path) -> str:
    """Why a link leads nowhere; empty if it leads somewhere, or to another site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    # The page for addresses that are not there is shown at any of them, so its links begin at the top.
    start = site if parts.path.startswith("/") else path.parent
    target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or not target.is_relative_to(site.resolve()):
        return f"{link} is not there"
    if parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
        return f"{link}: no such anchor"
    return ""
