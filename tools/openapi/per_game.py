"""Expand what each game has of its own: unions of the schemas of all games, and
documents that hold moves, steps or prompts, of which each game has one.

An entry of schemas/ with `games: SUFFIX` is the union of the schemas GAMESUFFIX;
`otys=OTHER` after it names another for one game, and `tagged` says that each has
the member `game`.  An entry with `per_game` is copied for each game under the name
GAMENAME, and refers to schemas of that game only; `document NAME` gives the copies
another name.  A `document` also has the member `game`, the discriminator of the
union, which has the name of the entry; a `part` occurs in documents only.
"""

import re

from source import Mistake

# The games that services offer, and the beginning of the names of their schemas.
GAMES = {
    "underwater-cities": "UnderwaterCities",
    "seastead": "Seastead",
    "otys": "Otys",
}
# The model game of contributors, which only tests use.
MODEL = {"template": "Template"}

REFERENCE = '"#/components/schemas/{}"'


def take_field(lines, key):
    """The value of a field, and the other lines; None if it is not there."""
    for number, line in enumerate(lines):
        if line.startswith(f"{key}: "):
            return line[len(key) + 2:], lines[:number] + lines[number + 1:]
    return None, lines


def refer(lines, names):
    """The lines with references to the schemas of one game."""
    def replace(found):
        return REFERENCE.format(names.get(found[1], found[1]))
    return [re.sub(r'"#/components/schemas/(\w+)"', replace, line)
            for line in lines]


class Names:
    """The names of the schemas of each game, by the names of their unions."""

    def __init__(self, entries, games):
        self.games = games
        self.of = {game: {} for game in games}
        for entry in entries:
            suffixes, _ = take_field(entry.lines, "games")
            kind, _ = take_field(entry.lines, "per_game")
            for game, prefix in games.items():
                if suffixes:
                    own = dict(word.split("=")
                               for word in suffixes.split()[1:]
                               if "=" in word)
                    self.of[game][entry.key] = prefix + own.get(
                        game, suffixes.split()[0])
                elif kind:
                    words = kind.split() + [entry.key]
                    self.of[game][entry.key] = prefix + words[1]

    def only(self):
        """The names of the only game; none if there are several."""
        return next(iter(self.of.values())) if len(self.games) == 1 else {}


def write_union(entry, lines, names, is_tagged):
    """The union of the schemas of all games."""
    members = {game: REFERENCE.format(names.of[game][entry.key])
               for game in names.games}
    lines = lines + ["oneOf:" if is_tagged else "anyOf:"]
    lines += [f"  - $ref: {name}" for name in members.values()]
    if is_tagged:
        lines += ["discriminator:", "  propertyName: game", "  mapping:"]
        lines += [f"    {game}: {name}" for game, name in members.items()]
    return lines


def add_game(entry, lines, game):
    """Add the member `game` to an object."""
    at = lines.index("properties:") + 1
    member = ["  game:", "    description: The id of the game.",
              "    type: string", f"    const: {game}"]
    result = lines[:at] + member + lines[at:]
    for number, line in enumerate(result):
        if line.startswith("required: ["):
            result[number] = line.replace("[", "[game, ", 1)
            return result
    raise Mistake(f"{entry.key}: required is not on one line")


def read_description(lines):
    """The lines of the description, if the schema has one."""
    if not lines or not lines[0].startswith("description:"):
        return []
    end = next((number for number, line in enumerate(lines[1:], 1)
                if line and not line.startswith(" ")), len(lines))
    return lines[:end]


def expand_copies(entry, lines, names, is_document):
    """A copy for each game, and the union of the documents."""
    result = {}
    for game, own in names.of.items():
        copied = refer(lines, own)
        result[own[entry.key]] = \
            add_game(entry, copied, game) if is_document else copied
    if is_document and not names.only():
        result[entry.key] = write_union(
            entry, read_description(lines), names, True)
    return result


def expand(entry, names):
    """The schemas of an entry by name, or None if it is one of every game."""
    suffixes, rest = take_field(entry.lines, "games")
    if suffixes:
        return {} if names.only() else {
            entry.key: write_union(entry, rest, names,
                                   "tagged" in suffixes.split())}
    kind, rest = take_field(entry.lines, "per_game")
    if not kind:
        return None
    kind = kind.split()[0]
    if kind not in ("document", "part"):
        raise Mistake(f"{entry.key}: per_game is a document or a part")
    return expand_copies(entry, rest, names, kind == "document")


def prune(schemas, roots):
    """Only the schemas that something refers to, in their order."""
    used, new = set(), set(roots)
    while new:
        used |= new
        new = {name for key in new if key in schemas for line in schemas[key]
               for name in re.findall(r'"#/components/schemas/(\w+)"', line)
               } - used
    return {name: lines for name, lines in schemas.items() if name in used}
