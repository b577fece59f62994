"""The links among static pages of DocC: files in HTML, and references in the data of the pages."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """Returns the files that an HTML file names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names += [value for key, value in attrs if key in ("href", "src") and value]


class Site:
    """The pages in a folder, by their paths."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._data = {
            f"/{path.relative_to(root / 'data').with_suffix('')}": json.loads(path.read_text())
            for path in (root / "data").rglob("*.json")
        }

    @property
    def paths(self) -> list[str]:
        return sorted(self._data)

    def is_article(self, path: str) -> bool:
        """Returns whether it is a page of text, not of a symbol: an article, or the landing page of a module."""
        kind = self._data[path].get("metadata", {}).get("symbolKind", "module")
        return kind == "module" and not path.endswith("-implementations")

    def faults(self) -> tuple[list[str], int]:
        """Returns the broken links, and the number of links that were followed."""
        found: list[str] = []
        count = 0
        for path in sorted(self._root.rglob("*.html")):
            for name in Page(path.read_text()).names:
                count += 1
                if fault := self._file(name):
                    found.append(f"{path.relative_to(self._root)}: {fault}")
        for path, data in self._data.items():
            for link in links(data):
                count += 1
                if fault := self._link(link):
                    found.append(f"{path}: {fault}")
        for path in entries(json.loads((self._root / "index/index.json").read_text())["interfaceLanguages"]):
            count += 1
            if fault := self._link(path):
                found.append(f"the index: {fault}")
        return sorted(set(found)), count

    def _file(self, name: str) -> str | None:
        parts = urlsplit(name)
        if parts.scheme or parts.netloc or not parts.path:
            return None
        path = self._root / unquote(parts.path).lstrip("/")
        return None if path.is_file() or (path / "index.html").is_file() else f"{name} does not exist"

    def _link(self, link: str) -> str | None:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return None
        path = unquote(parts.path).rstrip("/").lower()
        if path.startswith(("/images/", "/videos/", "/downloads/")):
            return self._file(link)
        if path not in self._lower:
            return f"{link} does not exist"
        if not (self._root / path.lstrip("/") / "index.html").is_file():
            return f"{link} has data, and no page"
        if parts.fragment and unquote(parts.fragment) not in set(anchors(self._data[self._lower[path]])):
            return f"{link} is not a heading of that page"
        return None

    @property
    def _lower(self) -> dict[str, str]:
        return {path.lower(): path for path in self._data}


def links(data: dict) -> Iterator[str]:
    """Yields the addresses of a page's references: images in all their variants."""
    for reference in data.get("references", {}).values():
        if reference.get("type") in ("image", "video"):
            # The name of an image is relative to its folder.
            yield from (
                one["url"] if one["url"].startswith("/") else f"/images/{one['url']}" for one in reference["variants"]
            )
        elif url := reference.get("url"):
            yield url


def anchors(value: object) -> Iterator[str]:
    """Yields the headings that a link may name."""
    if isinstance(value, dict):
        if isinstance(value.get("anchor"), str):
            yield value["anchor"]
        # The title of a section of topics is an anchor.
        if isinstance(value.get("title"), str):
            yield value["title"].replace(" ", "-")
        for one in value.values():
            yield from anchors(one)
    elif isinstance(value, list):
        for one in value:
            yield from anchors(one)


def entries(value: object) -> Iterator[str]:
    """Yields the pages of the navigation index."""
    if isinstance(value, dict):
        if isinstance(value.get("path"), str):
            yield value["path"]
        for one in value.values():
            yield from entries(one)
    elif isinstance(value, list):
        for one in value:
            yield from entries(one)
