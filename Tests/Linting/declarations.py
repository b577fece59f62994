"""Reads a source file of Swift as text: what it declares, and what it names."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from .code import without_text
from .offences import SOURCES

# The start of a declaration, a chain of names, or a brace.
TOKEN = re.compile(
    r"\b(?P<kind>struct|class|enum|actor|protocol|typealias|extension|func|var|let)\s+(?P<name>`?\w+`?(?:\.\w+)*)"
    r"|(?P<dot>\.\s*)?\b(?P<chain>[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)*)"
    r"|(?P<brace>[{}])"
)
PRIVATE = re.compile(r"\b(?:file)?private\b(?!\(set\))[^{}=]*$")
# The text behind the name of a stored property: no braces of a computed property, but possibly observers.
STORED = re.compile(r"[^\n{=]*(?:=|\n|$|\{\s*(?:willSet|didSet)\b)")
ASSIGNED = re.compile(
    r"\s*(?:[-+*/%&|^]?=(?!=)|\.(?:append|insert|remove\w*|updateValue|formUnion|subtract|toggle)\b"
    r"|\[[^\]\n]*\]\s*=(?!=))"
)
FUNCTION = re.compile(r"\b((?:mutating )?func|(?<!\.)init)\b(?=[^\n]*[(<])")
TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias"}


@dataclass
class File:
    """One source file, without comments and strings."""

    path: Path
    code: str
    module: str = ""
    folder: str = ""
    # The declarations: types by their path (`Screen.Mode`), and members that the file adds to types by an extension.
    types: list[tuple[str, ...]] = field(default_factory=list)
    globals: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)
    added: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    # The declarations among them that no other file can see.
    private: set[str] = field(default_factory=set)
    # The stored properties that every file of the module can set: the line, the type, its kind, the name.
    open: list[tuple[int, tuple[str, ...], str, str]] = field(default_factory=list)
    # The properties that an extension sets: the line, the type, the name.
    sets: list[tuple[int, tuple[str, ...], str]] = field(default_factory=list)
    # The names in the file: the line, the types around it, and the chain.
    names: list[tuple[int, tuple[str, ...], tuple[str, ...], bool]] = field(default_factory=list)

    def line(self, place: int) -> int:
        return self.code.count("\n", 0, place) + 1


def read(path: Path) -> File:
    """Reads what a file declares and names."""
    parts = path.relative_to(SOURCES).parts
    code = without_text(path.read_text())
    file = File(path, code, parts[0], "/".join(parts[1:-1]) or ".")
    # The owner of each open brace: a type's path, or nothing. Local variables of functions are not members.
    braces: list[tuple[str, ...] | None] = []
    pending: tuple[str, ...] | None = None
    extended = pending_extends = False
    kinds: dict[tuple[str, ...], str] = {}
    context: tuple[str, ...] = ()
    contexts: list[tuple[tuple[str, ...], bool]] = []
    line, counted = 1, 0
    for match in TOKEN.finditer(code):
        line += code.count("\n", counted, match.start())
        counted = match.start()
        if brace := match["brace"]:
            if brace == "{":
                contexts.append((context, extended))
                braces.append(pending)
                if pending is not None:
                    context, extended = pending, pending_extends
                pending = None
            elif braces:
                braces.pop()
                context, extended = contexts.pop()
        elif kind := match["kind"]:
            name = tuple(match["name"].strip("`").split("."))
            in_type = not braces or braces[-1] is not None
            if PRIVATE.search(code, code.rfind("\n", 0, match.start()) + 1, match.start()):
                file.private.add(name[0])
            if kind == "extension":
                pending, pending_extends = name, True
                file.names.append((line, (), name, False))
            elif kind in TYPES and name[0] not in ("func", "var", "let"):
                file.types.append((*context, *name))
                if kind != "typealias":
                    pending, pending_extends = (*context, *name), False
                    kinds[pending] = kind
            elif kind not in TYPES and not braces:
                file.globals.add(name[0])
            elif kind not in TYPES and in_type:
                file.members.add(name[0])
                if extended:
                    file.added.append((context, name[0]))
                modifiers = code[code.rfind("\n", 0, match.start()) + 1 : match.start()]
                if kind == "var" and "private" not in modifiers and STORED.match(code, match.end()):
                    file.open.append((line, context, kinds.get(context, ""), name[0]))
            elif name[0] in ("func", "var", "let"):
                file.members.add(code[match.end() :].split(None, 1)[0].split("(")[0].split(":")[0])
        elif match["chain"]:
            chain = tuple(match["chain"].replace("?", "").split("."))
            file.names.append((line, context, chain, match["dot"] is not None))
            mine = chain[1:] if chain[0] == "self" else chain
            # An initializer makes a value of its own.
            if (
                extended
                and mine
                and not match["dot"]
                and (ASSIGNED.match(code, match.end()) or ASSIGNED.match("." + ".".join(mine[1:])))
            ):
                if FUNCTION.findall(code, 0, match.start())[-1:] == ["mutating func"]:
                    file.sets.append((line, context, mine[0]))
    return file
