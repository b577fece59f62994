"""The version, and the day of its release."""

import datetime
import re
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Release:
    version: str
    day: datetime.date

    @classmethod
    def of_repository(cls) -> "Release":
        """Reads the version of `VERSION`, with the date of its section in `CHANGELOG.md`."""
        version = (REPOSITORY / "VERSION").read_text().strip()
        heading = re.compile(rf"^## {re.escape(version)} - (\d{{4}}-\d\d-\d\d)$", re.M)
        found = heading.search((REPOSITORY / "CHANGELOG.md").read_text())
        if not found:
            raise SystemExit(f"CHANGELOG.md has no section `## {version} - YYYY-MM-DD` for the version in VERSION")
        return cls(version, datetime.date.fromisoformat(found[1]))

    @property
    def seconds(self) -> int:
        """Returns midnight of that day, in seconds since 1970."""
        return int(datetime.datetime.combine(self.day, datetime.time(), datetime.timezone.utc).timestamp())
