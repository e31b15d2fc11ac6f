"""Read the source of openapi.yaml and the lists of routes and problems.

Of YAML this reads as much as the source needs, line by line: keys, and the lines
below them.
"""

import collections
import pathlib
import re

SOURCE = pathlib.Path("api/openapi")

Entry = collections.namedtuple("Entry", "key value lines")
Route = collections.namedtuple("Route", "method path who scopes where accepts")


class Mistake(Exception):
    """A mistake in the source, and its place."""


def read_entries(lines, place):
    """The entries of a YAML mapping whose keys are at the beginning of lines."""
    entries = []
    for line in lines:
        key = re.match(r'(?! |#|-)("[^"]*"|[^":][^:]*):(?: (.*))?$', line)
        if key:
            name = key[1].strip('"')
            if any(entry.key == name for entry in entries):
                raise Mistake(f"{place}: two entries {name}")
            entries.append(Entry(name, (key[2] or "").strip(), []))
        elif entries and (not line or line.startswith("  ")):
            entries[-1].lines.append(line[2:])
        elif line and not line.startswith("#"):
            raise Mistake(f"{place}: not the line of a mapping: {line}")
    for entry in entries:
        while entry.lines and not entry.lines[-1]:
            entry.lines.pop()
    return entries


def read_file(path):
    return read_entries(path.read_text().splitlines(), path)


def read_fields(entry, place, known):
    """The entries below an entry, by key; only known keys may occur."""
    fields = {e.key: e for e in read_entries(entry.lines, place)}
    for key in fields:
        if key not in known:
            raise Mistake(f"{place}: unknown key {key}")
    return fields


def read_list(entry):
    """The items of a list of names; none if there is no entry."""
    if entry is None:
        return []
    return re.findall(r"[\w-]+", entry.value) or [
        line[2:] for line in entry.lines if line.startswith("- ")]


def read_routes():
    text = pathlib.Path("api/routes.c").read_text()
    defines = dict(re.findall(r"#define (\w+)\s+(.*)", text))
    routes = []
    for row in re.findall(r"^    (\{\".*)", text, re.M):
        cells = re.match(r'\{"(\w+)",\s*"([^"]+)",\s*(\w+),\s*(\w+),\s*(\w+),'
                         r"\s*\w+,\s*\w+,\s*(\w+),\s*\w+\},$", row)
        if not cells:
            raise Mistake(f"api/routes.c: not a row of the table: {row}")
        method, path, who, scopes, where, accepts = cells.groups()
        scopes = re.findall(r"SCOPE_(\w+)", defines.get(scopes, scopes))
        routes.append(Route(
            method, path, who,
            [scope.lower().replace("_", ":") for scope in scopes], where,
            re.findall(r"[^\", ]+", defines[accepts].split("/*")[0])))
    return routes


def read_problems():
    """The statuses of all problems by slug, in the order of errors.def."""
    text = pathlib.Path("api/errors.def").read_text()
    return dict(re.findall(r'^PROBLEM\(\w+, "([a-z-]+)", (\d+),', text, re.M))
