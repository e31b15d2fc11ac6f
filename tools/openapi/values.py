"""Read the values of the YAML that openapi.yaml consists of: mappings, lists of which
each item begins with `- `, literal blocks, collections in brackets, and scalars with
and without quotes.  `make openapi-check` compares the result with that of js-yaml.
"""

import collections
import json
import re

from source import Mistake, read_entries

# What collections in brackets consist of; a colon is a token only before a blank.
TOKEN = re.compile(r"""\s*([][{},]
    | :(?=\s)
    | "(?:[^"\\]|\\.)*"
    | '(?:[^']|'')*'
    | (?:[^][{},:\s]|:(?!\s)|[^\S\n](?=[^][{},\s]))+)""", re.X)
# A line that is not a member of a mapping.
SCALAR = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^:]|:(?! |$))*)$""")
INTEGER = re.compile(r"-?\d+$")
NUMBER = re.compile(r"-?\d+\.\d+$")
WORDS = {"true": True, "false": False, "null": None}


def read_scalar(text):
    if text.startswith('"'):
        return json.loads(text)
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if INTEGER.match(text):
        return int(text)
    return float(text) if NUMBER.match(text) else WORDS.get(text, text)


def read_items(tokens, end, read):
    """The items of a collection in brackets, and its end."""
    items = []
    while tokens[0] != end:
        items.append(read(tokens))
        if tokens[0] == ",":
            tokens.popleft()
    tokens.popleft()
    return items


def read_member(tokens):
    key = read_scalar(tokens.popleft())
    if tokens.popleft() != ":":
        raise Mistake(f"{key} has no value")
    return key, read_tokens(tokens)


def read_tokens(tokens):
    first = tokens.popleft()
    if first == "[":
        return read_items(tokens, "]", read_tokens)
    if first == "{":
        return dict(read_items(tokens, "}", read_member))
    return read_scalar(first)


def read_sequence(lines):
    items = []
    for line in lines:
        if line.startswith("- "):
            items.append([])
        items[-1].append(line[2:])
    return [read_lines(item) for item in items]


def read_lines(lines):
    """The value that these lines are."""
    if lines[0].startswith("- "):
        return read_sequence(lines)
    if lines[0][0] in "[{":
        return read_tokens(collections.deque(TOKEN.findall("\n".join(lines))))
    if len(lines) == 1 and SCALAR.match(lines[0]):
        return read_scalar(lines[0])
    return {entry.key: read_entry(entry)
            for entry in read_entries(lines, "openapi.yaml")}


def read_entry(entry):
    if entry.value in ("|", "|-"):
        return "\n".join(entry.lines) + ("\n" if entry.value == "|" else "")
    return read_lines(([entry.value] if entry.value else []) + entry.lines)
