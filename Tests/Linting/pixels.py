"""Pixels are the matter of the raster module: elsewhere no loop runs over them."""

import re

from .declarations import File
from .offences import REPOSITORY, SOURCES, Offences

# The module whose kernels run over pixels.
KERNELS = "ScreensRaster"
# Files that run over pixels all the same, none of them in the path of a frame, with the reason.
LOOPS = {
    "Screens/Capture/ScreenCapture.swift": "it composes the planes of a screen that another program drives",
    "Screens/Cards/Simulated/DisplayedPicture.swift": "it stands for the hardware of a display",
    "Screens/Drawing/Image.swift": "it copies the pixels of an image for a caller",
    "Screens/Drawing/Picture.swift": "it compares pictures for tests of users",
    "ScreensKMS/PixelLayout.swift": "it reads the buffers of other programs for a capture",
    "ScreensPictures/DecodedPicture.swift": "it reads picture files",
    "ScreensPictures/JPEGDecoder.swift": "it reads picture files",
    "ScreensPictures/PNGEncoder.swift": "it writes picture files",
    "ScreensPictures/RowReduction.swift": "it reads picture files",
}
# The names of memory with pixels.
PIXELS = r"\w*[pP]ixels(?:\.row\([^()]*\))?"
# The same in code that handles words of 32 bits.
MEMORY = rf"(?:{PIXELS}|\btarget|\bsource|\brow)"
FOR = re.compile(r"\bfor\s+(?:\(([^)]*)\)|(\w+))\s+in\b([^{]*)\{")
WHILE = re.compile(r"\b(?:while\b([^{]*)|repeat\s*)\{")
# A closure that is called with the elements of a sequence.
CLOSURE = re.compile(r"\.(?:map|compactMap|flatMap|forEach|filter|reduce)\b[^{}\n]*\{(?:\s*\(?([\w, ]+)\)?\s+in\b)?")
# All pixels, their places, or a part of them as a sequence.
SEQUENCE = (
    r"\b\w*[pP]ixels\s*"
    r"(?:\[[^\]]*\.\.[^\]]*\]\s*"
    r"|\.\s*(?:indices|lazy|(?:reversed|enumerated|prefix|suffix|dropFirst|dropLast)\s*\([^()]*\))\s*)*"
)
# A pass over all pixels without an index.
PASS = re.compile(rf"{SEQUENCE}\.\s*(?:map|compactMap|flatMap|enumerated|forEach|filter|reduce|contains|allSatisfy)\b")
EACH = re.compile(rf"\s*&?(?:\w+[?!]?\.)*{SEQUENCE}(?:\bwhere\b[^{{]*)?", re.S)
# Values that are computed in a line.
COMPUTED = re.compile(r"\b(?:let|var)\s+\(?([\w, ]+?)\)?(?:\s*:\s*\w+)?\s*=\s*([^\n;]*)")


def check_pixels(files: list[File], offences: Offences) -> None:
    """No loop whose variable is the place of a pixel, and no pass over pixels, outside of the kernels."""
    used = set()
    for file in files:
        if file.module == KERNELS:
            continue
        name = str(file.path.relative_to(SOURCES))
        for line in sorted({file.line(place) for place in loops(file.code)}):
            if name in LOOPS:
                used.add(name)
            else:
                offences.add(file.path, line, f"runs over pixels, which is for {KERNELS}", f"pixels {name}")
    for name in sorted(set(LOOPS) - used):
        offences.add(REPOSITORY / "Tests/Linting/pixels.py", 1, f"{name} has no loop over pixels", f"missing {name}")


def loops(code: str):
    """The place of each loop over pixels."""
    memory = MEMORY if re.search(r"\bUInt32\b", code) else PIXELS
    for match in FOR.finditer(code):
        if ".utf8" in match[3]:
            continue
        variables = set(re.findall(r"\w+", match[1] or match[2])) - {"_"}
        if EACH.fullmatch(match[3]) or reaches(memory, variables, body_at(code, match.end())):
            yield match.start()
    for match in WHILE.finditer(code):
        body = body_at(code, match.end())
        if reaches(memory, set(re.findall(r"\b(\w+)\s*(?:&?[-+]=)", body)), body):
            yield match.start()
    for match in CLOSURE.finditer(code):
        variables = set(re.findall(r"\w+", match[1] or "")) - {"_"} or {"$0", "$1"}
        if reaches(memory, variables, body_at(code, match.end())):
            yield match.start()
    for match in PASS.finditer(code):
        yield match.start()


def reaches(memory: str, variables: set[str], body: str) -> bool:
    """Returns whether a body reaches a pixel by one of some variables, or by a value that is computed from one."""
    for match in COMPUTED.finditer(body):
        if any(re.search(token(one), match[2]) for one in variables):
            variables = variables | set(re.findall(r"\w+", match[1]))
    return any(re.search(index(memory, one), body) for one in variables)


def token(variable: str) -> str:
    """The pattern of a variable, which may be `$0`."""
    return rf"(?<![\w$.]){re.escape(variable)}\b"


def index(memory: str, variable: str) -> str:
    """A pixel by a variable; not a row of them, which is a range."""
    return rf"{memory}\s*\[(?:(?!\.\.)[^\]])*{token(variable)}(?:(?!\.\.)[^\]])*\]"


def body_at(code: str, place: int) -> str:
    """The rest of the block that is open at a place."""
    depth = 1
    for match in re.compile(r"[{}]").finditer(code, place):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return code[place : match.start()]
    return code[place:]
