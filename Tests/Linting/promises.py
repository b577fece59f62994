"""The tests that SECURITY.md names for its promises."""

import re

from .offences import REPOSITORY, Offences

DOCUMENT = "SECURITY.md"
# A link whose text is the name of a test, and whose place is the file of the test.
LINK = re.compile(r"\[`(?P<name>[^`]+)`\]\((?P<file>Tests/[^)]+)\)")
TEST = r"\b(?:func|def) {}\b"


def check_promises(offences: Offences) -> None:
    """Checks that each test which SECURITY.md names is in the file that the link leads to."""
    path = REPOSITORY / DOCUMENT
    if not path.exists():
        return
    text = path.read_text()
    for link in LINK.finditer(text):
        line = text.count("\n", 0, link.start()) + 1
        name, file = link["name"], REPOSITORY / link["file"]
        # A script is a test as a whole.
        if file.is_file() and (name == file.name or re.search(TEST.format(re.escape(name)), file.read_text())):
            continue
        offences.add(path, line, f"names the test {name}, which {link['file']} does not have", f"promise {name}")
