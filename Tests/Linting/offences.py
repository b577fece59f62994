"""The offences found, and the paths of the repository."""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCES = REPOSITORY / "Sources"
# The file of known offences, a line each; it should be empty.
ALLOWED = REPOSITORY / "Tests/lint.allowed"


class Offences:
    """The offences found, without the offences allowed for now."""

    def __init__(self) -> None:
        lines = ALLOWED.read_text().splitlines() if ALLOWED.exists() else []
        self._allowed = {line.strip() for line in lines if line.strip() and not line.startswith("#")}
        self._used: set[str] = set()
        self._found: list[tuple[str, int, str]] = []

    def add(self, path: Path, line: int, text: str, key: str) -> None:
        """`key` is the line by which it would be allowed."""
        if key in self._allowed:
            self._used.add(key)
        else:
            self._found.append((str(path.relative_to(REPOSITORY)), line, text))

    def report(self) -> int:
        for path, line, text in sorted(self._found):
            print(f"{path}:{line}: {text}")
        for key in sorted(self._allowed - self._used):
            print(f"no longer needed in {ALLOWED.name}: {key}")
        print(f"{len(self._found)} offences, {len(self._used)} allowed for now")
        return 1 if self._found else 0
