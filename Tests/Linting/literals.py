"""The texts of a file that are literals in its code, by the language of the file."""

import ast
import io
import re
import tokenize

# A literal in one of the groups, or a comment in none.
SWIFT = re.compile(r'#*"""(.*?)"""|"((?:\\.|[^"\\\n])*)"|//[^\n]*|/\*.*?\*/', re.S)
C = re.compile(r'"((?:\\.|[^"\\\n])*)"|//[^\n]*|/\*.*?\*/', re.S)
SHELL = re.compile(r'"((?:\\.|[^"\\])*)"|\'([^\']*)\'|(?:^|\s)#[^\n]*', re.S)
# The beginning of a text up to a line of the word in the group: a usage, or a file.
HERE = re.compile(r"<<-?\s*['\"]?(\w+)")
# A value in a literal of Swift or Python.
VALUE = re.compile(r"\\\([^()]*\)|\{[^{}]*\}")
# Several texts of one line do not form a sentence.
APART = " ¦ "


def literals(language: str, source: str) -> list[str]:
    """Returns the texts of the literals in each line, without values in them."""
    if language == "python":
        found = in_python(source)
    elif language == "hash":
        found = in_shell(source)
    else:
        found = in_groups(SWIFT if language == "swift" else C, source)
    return [VALUE.sub("", APART.join(texts)) for texts in found]


def in_groups(pattern: re.Pattern, source: str) -> list[list[str]]:
    """Returns the literals that are found in the last group of `pattern` that matches."""
    found: list[list[str]] = [[] for _ in range(source.count("\n") + 1)]
    for match in pattern.finditer(source):
        if match.lastindex:
            first = source.count("\n", 0, match.start())
            for number, line in enumerate(match[match.lastindex].split("\n"), first):
                found[number].append(line)
    return found


def in_python(source: str) -> list[list[str]]:
    """Returns the literals, without documentation strings."""
    found: list[list[str]] = [[] for _ in range(source.count("\n") + 2)]
    described = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        node.body[0].lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, described) and ast.get_docstring(node, False)
    }
    # From Python 3.12 on, the parts of an f-string are tokens of their own.
    kinds = (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in kinds and not (token.start[0] in docstrings and token.line.lstrip().startswith('"""')):
            for number, line in enumerate(token.string.split("\n"), token.start[0] - 1):
                found[number].append(line.strip("\"'"))
    return found


def in_shell(source: str) -> list[list[str]]:
    """Returns quoted texts, and the lines of here documents."""
    lines, end = source.split("\n"), None
    here: dict[int, str] = {}
    for number, line in enumerate(lines):
        if end:
            lines[number] = ""
            if line.strip() == end:
                end = None
            else:
                here[number] = line
        elif "<<<" not in line and (begin := HERE.search(line)):
            end = begin[1]
    found = in_groups(SHELL, "\n".join(lines))
    for number, line in here.items():
        found[number].append(line)
    return found
