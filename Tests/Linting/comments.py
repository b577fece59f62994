"""The comments of a file, by the language of the file."""

import ast
import io
import re
import tokenize
from pathlib import Path

SUFFIXES = {
    ".swift": "swift",
    ".c": "c",
    ".h": "c",
    ".py": "python",
    ".md": "markdown",
    ".sh": "hash",
    ".varlink": "hash",
    ".service": "hash",
    ".socket": "hash",
    ".target": "hash",
    ".rules": "hash",
    ".conf": "hash",
    ".toml": "hash",
    ".sysusers": "hash",
    ".tmpfiles": "hash",
}
SWIFT = re.compile(r"(?:^|\s)//+\s?(.*)")
# Not the first line of a script.
HASH = re.compile(r"(?:^|\s)#+(?!!)\s?(.*)")
# A document, without its blocks of code that are indented.
MARKDOWN = re.compile(r"^(?!    )(.*)")
# A text or a comment of C. The comments are in the second group.
C = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(//[^\n]*|/\*.*?(?:\*/|\Z))""", re.S)
EDGE = re.compile(r"^\s*(?://+|/?\*+(?!/))?\s?")


def language(path: Path) -> str | None:
    """Returns the language of a file: by its extension, or as a command that a shell or Python runs; None of others."""
    if path.suffix:
        return SUFFIXES.get(path.suffix)
    with path.open("rb") as file:
        first = file.readline()
    if not first.startswith(b"#!"):
        return None
    return "python" if b"python" in first else "hash"


def comments(language: str, source: str) -> list[str]:
    """Returns the text of the comment in each line, which is empty without one."""
    if language == "python":
        return in_python(source)
    if language == "c":
        return in_c(source)
    pattern = {"swift": SWIFT, "hash": HASH, "markdown": MARKDOWN}[language]
    return [match[1] if (match := pattern.search(line)) else "" for line in source.splitlines()]


def in_python(source: str) -> list[str]:
    """Returns the comments, and all lines of the documentation strings."""
    lines = source.splitlines()
    found = [""] * len(lines)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            found[token.start[0] - 1] = token.string.lstrip("#").removeprefix(" ")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(
            node, False
        ):
            text = node.body[0]
            for number in range(text.lineno - 1, text.end_lineno):
                found[number] = lines[number].strip().removeprefix('"""').removesuffix('"""')
    return found


def in_c(source: str) -> list[str]:
    """Returns the comments, also behind code and within it."""
    found = [""] * len(source.splitlines())
    for match in C.finditer(source):
        first = source.count("\n", 0, match.start())
        for number, line in enumerate((match[1] or "").splitlines(), first):
            found[number] = EDGE.sub("", line).removesuffix("*/").rstrip()
    return found
