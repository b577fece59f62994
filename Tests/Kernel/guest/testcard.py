"""The parts of the test card of `screens show` that stay, and the bar that moves, as they must be on a screen.

It is worked out from the size alone, of a picture that is wider than high, apart from the program's own drawing.
"""

from .picture import Picture

WHITE = (255, 255, 255)
YELLOW = (255, 255, 0)
CYAN = (0, 255, 255)
GREEN = (0, 255, 0)
MAGENTA = (255, 0, 255)
RED = (255, 0, 0)
BLUE = (0, 0, 255)
BLACK = (0, 0, 0)
BARS = (WHITE, YELLOW, CYAN, GREEN, MAGENTA, RED, BLUE, BLACK)


def wrong(picture: Picture) -> str | None:
    """Returns the first fault of the picture, or None."""
    for check in (_edges, _corners, _insets, _bars, _ramp, _moving_bar):
        fault = check(picture)
        if fault:
            return fault
    return None


def bar_position(picture: Picture) -> int | None:
    """Returns the distance of the moving bar from the left of its strip, if it is in one piece."""
    left, width, row = _strip(picture)
    lit = [x for x in range(width) if row[x] == WHITE]
    if not lit or lit != list(range(lit[0], lit[0] + len(lit))):
        return None
    return lit[0]


def _edges(picture: Picture) -> str | None:
    """Checks that the outermost pixels of each edge are a white line."""
    white = bytes(WHITE)
    if picture.row(0) != white * picture.width or picture.row(picture.height - 1) != white * picture.width:
        return "the upper or lower edge is not a white line"
    for y in range(picture.height):
        row = picture.row(y)
        if row[:3] != white or row[-3:] != white:
            return f"row {y} does not begin and end with a white pixel"
    return None


def _corners(picture: Picture) -> str | None:
    """Checks red, green, blue and white squares, clockwise from the upper left."""
    middle = 1 + max(1, min(picture.width, picture.height) // 50) // 2
    right, low = picture.width - 1 - middle, picture.height - 1 - middle
    found = [picture.at(middle, middle), picture.at(right, middle), picture.at(right, low), picture.at(middle, low)]
    return None if found == [RED, GREEN, BLUE, WHITE] else f"the corners are {found}"


def _insets(picture: Picture) -> str | None:
    """Checks lines that are 2.5 % and 5 % further in than the edges."""
    for permille, colour in ((25, YELLOW), (50, CYAN)):
        x, y = picture.width * permille // 1000, picture.height * permille // 1000
        third = picture.width // 3, picture.height // 3
        places = [(third[0], y), (third[0], picture.height - 1 - y), (x, third[1]), (picture.width - 1 - x, third[1])]
        found = [picture.at(*place) for place in places]
        if found != [colour] * 4:
            return f"the lines {permille / 10} % from the edges are {found}"
    return None


def _bars(picture: Picture) -> str | None:
    """Checks eight bars; some pixels of a column have another colour because the circle crosses it."""
    left, top, width, height = _body(picture)
    bottom = top + height * 36 // 100
    for index, colour in enumerate(BARS):
        x = left + (width * index // 8 + width * (index + 1) // 8) // 2
        column = [picture.at(x, y) for y in range(top, bottom)]
        if column.count(colour) < len(column) * 3 // 4:
            return f"bar {index} is {column.count(colour)} of {len(column)} pixels {colour}"
    return None


def _ramp(picture: Picture) -> str | None:
    """Checks equal steps from black to white, at the left and the right end, which the circle does not reach."""
    left, top, width, height = _body(picture)
    y = top + height * 40 // 100
    for x in (0, 1, 2, width // 100, width - 1 - width // 100, width - 2, width - 1):
        level = (x * 255 + (width - 1) // 2) // (width - 1)
        if picture.at(left + x, y) != (level, level, level):
            return f"the ramp has {picture.at(left + x, y)} at {x}, not {level}"
    return None


def _moving_bar(picture: Picture) -> str | None:
    """Checks a white bar on black, 1/40 of its strip wide, perhaps around the end."""
    _, width, row = _strip(picture)
    if set(row) != {WHITE, BLACK}:
        return f"the strip has the colours {set(row)}"
    found = row.count(WHITE)
    return None if found == max(2, width // 40) else f"the bar is {found} pixels wide"


def _body(picture: Picture) -> tuple[int, int, int, int]:
    left, top = picture.width * 8 // 100, picture.height * 8 // 100
    return left, top, picture.width - 2 * left, picture.height - 2 * top


def _strip(picture: Picture) -> tuple[int, int, list]:
    left, top, width, height = _body(picture)
    y = top + height * 58 // 100
    return left, width, [picture.at(left + x, y) for x in range(width)]
