"""Read the YAML that openapi.yaml consists of: mappings, sequences, literal blocks,
flow collections on one line or several, and plain, single and double quoted
scalars.  tools/check-openapi.sh compares the result with that of a whole reader.
"""

import json
import re

KEY = re.compile(r'(?:"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|([^\s"\'\[{#|>&*!%@`-][^:]*?|-[^\s:][^:]*?))'
                 r":(?: +(.*)|$)")
INTEGER = re.compile(r"[-+]?\d+$")
NUMBER = re.compile(r"[-+]?(\d+\.\d*|\d*\.\d+|\d+)([eE][-+]?\d+)?$")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def plain(text):
    """The value of a scalar without quotes."""
    if text in WORDS:
        return WORDS[text]
    if INTEGER.match(text):
        return int(text)
    return float(text) if NUMBER.match(text) else text


class Flow:
    """A reader of flow collections and quoted scalars."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in " \n":
            self.at += 1

    def peek(self):
        self.skip()
        return self.text[self.at:self.at + 1]

    def value(self, ends):
        first = self.peek()
        if first == "[":
            return self.sequence()
        if first == "{":
            return self.mapping()
        if first == '"':
            end = re.compile(r'"(?:[^"\\]|\\.)*"').match(self.text, self.at)
            self.at = end.end()
            return json.loads(re.sub(r"\n\s*", " ", end[0]))
        if first == "'":
            end = re.compile(r"'(?:[^']|'')*'").match(self.text, self.at)
            self.at = end.end()
            return end[0][1:-1].replace("''", "'")
        begin = self.at
        while self.at < len(self.text) and not self.ends_plain(ends):
            self.at += 1
        return plain(re.sub(r"\s+", " ", self.text[begin:self.at]).strip())

    def ends_plain(self, ends):
        char, after = self.text[self.at], self.text[self.at + 1:self.at + 2]
        return char in ends or char == ":" and (not after or after in " \n")

    def sequence(self):
        self.at += 1
        items = []
        while self.peek() != "]":
            items.append(self.value(",]"))
            if self.peek() == ",":
                self.at += 1
        self.at += 1
        return items

    def mapping(self):
        self.at += 1
        members = {}
        while self.peek() != "}":
            key = self.value(",}")
            if self.peek() == ":":
                self.at += 1
                members[str(key)] = self.value(",}")
            else:
                members[str(key)] = None
            if self.peek() == ",":
                self.at += 1
        self.at += 1
        return members


def is_open(text):
    """Whether a flow collection goes on in the next line."""
    text = re.sub(r'"(?:[^"\\]|\\.)*"' + r"|'[^']*'", "", text)
    return sum(map(text.count, "[{")) > sum(map(text.count, "]}")) or \
        text.count('"') % 2 == 1


class Reader:
    def __init__(self, text):
        self.lines, self.at = text.split("\n"), 0

    def skip(self):
        while self.at < len(self.lines) and \
                not self.lines[self.at].split("#")[0].strip() and \
                (not self.lines[self.at].strip() or
                 self.lines[self.at].lstrip().startswith("#")):
            self.at += 1

    def blanks(self):
        """Of the next line that is not empty; -1 at the end."""
        self.skip()
        if self.at >= len(self.lines):
            return -1
        line = self.lines[self.at]
        return len(line) - len(line.lstrip(" "))

    def node(self, least):
        """The collection below a key; None if nothing is there."""
        blanks = self.blanks()
        if blanks < least:
            return None
        if self.lines[self.at][blanks:].startswith(("- ", "-\n")):
            return self.sequence(blanks)
        if KEY.match(self.lines[self.at][blanks:]):
            return self.mapping(blanks)
        self.at += 1
        return self.scalar(self.lines[self.at - 1][blanks:], blanks)

    def sequence(self, blanks):
        items = []
        while self.blanks() == blanks and \
                self.lines[self.at][blanks:].startswith("- "):
            rest = self.lines[self.at][blanks + 2:]
            if KEY.match(rest) and rest[0] not in "[{":
                self.lines[self.at] = " " * (blanks + 2) + rest
                items.append(self.mapping(blanks + 2))
            else:
                self.at += 1
                items.append(self.scalar(rest, blanks + 1))
        return items

    def mapping(self, blanks):
        members = {}
        while self.blanks() == blanks:
            found = KEY.match(self.lines[self.at][blanks:])
            if not found:
                break
            quoted, single, bare, rest = found.groups()
            key = json.loads(f'"{quoted}"') if quoted is not None else \
                single if single is not None else bare
            self.at += 1
            if rest is None or rest.startswith("#"):
                value = self.node(blanks + 1)
                # A sequence may begin where its key does.
                if value is None and self.blanks() == blanks and \
                        self.lines[self.at][blanks:].startswith("- "):
                    value = self.sequence(blanks)
            else:
                value = self.scalar(rest, blanks + 1)
            members[key] = value
        return members

    def scalar(self, text, least):
        if text in ("|", "|-", ">", ">-"):
            return self.block(text, least)
        if text[0] in "[{\"'":
            while is_open(text):
                text += "\n" + self.lines[self.at].strip()
                self.at += 1
            return Flow(text).value("")
        text = text.split(" #")[0].strip()
        while self.blanks() >= least:
            text += " " + self.lines[self.at].strip()
            self.at += 1
        return plain(text)

    def block(self, mark, least):
        lines = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and len(line) - len(line.lstrip(" ")) < least:
                break
            lines.append(line)
            self.at += 1
        while lines and not lines[-1].strip():
            lines.pop()
        margin = min((len(line) - len(line.lstrip(" "))
                      for line in lines if line.strip()), default=0)
        text = "\n".join(line[margin:] for line in lines)
        return text if mark.endswith("-") else text + "\n"


def read(text):
    return Reader(text).node(0)
