"""The reasons of failures in the tally of `Tests/run`, below the line of the test that has failed."""

# The most lines of a reason, and the most columns of a line.
LINES, COLUMNS = 40, 300


def lines(reason: str) -> list[str]:
    """Returns the last lines of a reason, marked as such."""
    return [f"  | {line.expandtabs()[:COLUMNS]}\n" for line in reason.rstrip().splitlines()[-LINES:]]
