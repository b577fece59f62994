"""Turns the reports of `swift test` into lines `OUTCOME unit SUITE.TEST`, with the seconds after a tabulator.

The seconds of the report begin when a test waits for its turn. So the seconds of its cases are taken from the stream of
events, which has cases of tests with arguments alone.
"""

import json
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter


def seconds(path: str) -> Counter:
    """Returns how long the cases of each test took together."""
    begun, spent = {}, Counter()
    try:
        with open(path) as stream:
            events = [json.loads(line)["payload"] for line in stream if '"testCase' in line]
    except (OSError, ValueError):
        return spent
    for event in events:
        if event.get("kind") not in ("testCaseStarted", "testCaseEnded"):
            continue
        case, moment = (event["testID"], event["_testCase"]["id"]), event["instant"]["absolute"]
        if event["kind"] == "testCaseStarted":
            begun[case] = moment
        elif case in begun:
            spent[event["testID"].rpartition("/")[0].replace("/", ".")] += moment - begun.pop(case)
    return spent


def main(events: str, reports: list[str]) -> None:
    spent = seconds(events)
    for path in reports:
        try:
            root = ElementTree.parse(path).getroot()
        except (OSError, ElementTree.ParseError):
            continue  # of the two reports, one is empty if all tests are of the other kind
        for case in root.iter("testcase"):
            kinds = {child.tag for child in case}
            outcome = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
            name = f"{case.get('classname')}.{case.get('name')}"
            print(outcome, "unit", f"{name}\t{spent[name]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
