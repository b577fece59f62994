"""The version of all parts, which is in the file VERSION."""

import re

from .offences import REPOSITORY, Offences

# Other files that must contain it: a header is installed as it is, and readers of the changelog look for their version.
COPIES = (
    ("bindings/c/Sources/CScreens/include/screens.h", re.compile(r'^#define SCREENS_VERSION "(.*)"$', re.M)),
    ("CHANGELOG.md", re.compile(r"^## (\d\S*) - \d{4}-\d\d-\d\d$", re.M)),
)
FORM = re.compile(r"\d+\.\d+\.\d+\n")


def check_versions(offences: Offences) -> None:
    """Checks that the header has the version, and that it is the changelog's newest."""
    path = REPOSITORY / "VERSION"
    version = path.read_text()
    if not FORM.fullmatch(version):
        offences.add(path, 1, "is not one line with a version such as 1.2.3", "version form")
    for name, pattern in COPIES:
        text = (REPOSITORY / name).read_text()
        found = pattern.search(text)
        if not found or found[1] != version.strip():
            line = text.count("\n", 0, found.start()) + 1 if found else 1
            offences.add(
                REPOSITORY / name, line,
                f"has version {found[1] if found else 'none'}, and VERSION has {version.strip()}", f"version {name}",
            )
