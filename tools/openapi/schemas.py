"""Expand the schemas of openapi.yaml from schemas/, for all games or one."""

import re

import per_game
from lines import under
from source import SOURCE, Mistake, read_file, read_problems
from tables import expand_union, expand_words


def expand_problem_types(lines):
    """Replace PROBLEM_TYPES by the list of types."""
    result = []
    for line in lines:
        before, mark, _ = line.partition(" PROBLEM_TYPES")
        result.append(before)
        if mark:
            blanks = " " * (len(before) - len(before.lstrip()) + 2)
            result += [f"{blanks}- /problems/{slug}"
                       for slug in read_problems()]
    return result


def expand_schema_entry(entry, place, names):
    """The schemas that an entry of schemas/ describes, by name."""
    if any(line.startswith("union:") for line in entry.lines):
        return expand_union(entry, f"{place}: {entry.key}")
    of_games = per_game.expand(entry, names)
    return {entry.key: entry.lines} if of_games is None else of_games


def read_schemas(games):
    """All schemas, and the names of those that each game has of its own."""
    places = [(path, entry) for path in sorted(SOURCE.glob("schemas/*.yaml"))
              for entry in read_file(path)]
    names = per_game.Names([entry for _, entry in places], games)
    schemas = {}
    for path, entry in places:
        for name, lines in expand_schema_entry(entry, path, names).items():
            if name in schemas:
                raise Mistake(f"{path}: {name} is defined twice")
            schemas[name] = per_game.refer(
                [expanded for line in lines for expanded in expand_words(line)],
                names.only())
    return schemas, names


def expand_schemas(games, before):
    """The lines before the schemas with their references, and the schemas that they
    need."""
    schemas, names = read_schemas(games)
    before = per_game.refer(before, names.only())
    used = per_game.prune(schemas, re.findall(
        r'"#/components/schemas/(\w+)"', "\n".join(before)))
    check_unused(schemas, used, names)
    return before, under("schemas", expand_problem_types(
        [line for name, lines in used.items() for line in under(name, lines)]))


def check_unused(schemas, used, names):
    """With all games, each schema must be used but the unions of all games."""
    if names.games != per_game.GAMES | per_game.MODEL:
        return
    unions = next(iter(names.of.values()))
    for name in schemas:
        if name not in used and name not in unions:
            raise Mistake(f"{SOURCE}/schemas: {name} is not used")
