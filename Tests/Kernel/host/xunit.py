"""Turns the reports of `swift test` into lines `OUTCOME unit SUITE.TEST`, with the seconds after a tabulator."""

import sys
import xml.etree.ElementTree as ElementTree


def main(paths: list[str]) -> None:
    for path in paths:
        try:
            root = ElementTree.parse(path).getroot()
        except (OSError, ElementTree.ParseError):
            continue  # of the two reports, one is empty where all tests are of the other kind
        for case in root.iter("testcase"):
            kinds = {child.tag for child in case}
            outcome = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
            print(outcome, "unit", f"{case.get('classname')}.{case.get('name')}\t{float(case.get('time') or 0):.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
