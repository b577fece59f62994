"""Swift without its comments and strings."""

import re


def without_text(source: str) -> str:
    """Returns only the code: comments and strings become spaces, and expressions in interpolated strings stay."""
    out = list(source)
    place, end = 0, len(source)
    opening = re.compile(r'//|/\*|#*"""|#*"|[()]')
    # The depth in parentheses of each interrupted string, and the quote that ends it.
    strings: list[tuple[int, str]] = []
    depth = 0

    def blank(start: int, stop: int) -> None:
        for index in range(start, stop):
            if out[index] != "\n":
                out[index] = " "

    def string(place: int, quote: str) -> int:
        """Blanks a string from a place in it to its end, or to the end of the parenthesis that interrupts it."""
        nonlocal depth
        hashes = "#" * (len(quote) - len(quote.strip("#")))
        closing = quote.lstrip("#") + hashes
        stop = re.compile(rf"\\{hashes}\(|\\{hashes}.|{re.escape(closing)}", re.S)
        while match := stop.search(source, place):
            if match[0] == closing:
                blank(place, match.end())
                return match.end()
            blank(place, match.end())
            place = match.end()
            if match[0].endswith("(") and match[0].startswith("\\"):
                strings.append((depth, quote))
                depth += 1
                return place
        return end

    while match := opening.search(source, place):
        found, place = match[0], match.end()
        if found == "//":
            stop = source.find("\n", place)
            stop = end if stop < 0 else stop
            blank(match.start(), stop)
            place = stop
        elif found == "/*":
            level = 1
            for edge in re.compile(r"/\*|\*/").finditer(source, place):
                level += 1 if edge[0] == "/*" else -1
                if level == 0:
                    break
            stop = edge.end() if level == 0 else end
            blank(match.start(), stop)
            place = stop
        elif found == "(":
            depth += 1
        elif found == ")":
            depth -= 1
            if strings and strings[-1][0] == depth:
                _, quote = strings.pop()
                blank(place - 1, place)
                place = string(place, quote)
        else:
            blank(match.start(), place)
            place = string(place, found)
    return "".join(out)
