#!/usr/bin/env python3
"""Write openapi.yaml from its source in api/openapi/.

    tools/make-openapi.py              write openapi.yaml
    tools/make-openapi.py --check      compare; 1 if openapi.yaml differs
    tools/make-openapi.py --model      print it with the model game of contributors
    tools/make-openapi.py --all FOLDER write it as YAML and as JSON, whole and with
                                       the types of one game: FOLDER/openapi.yaml,
                                       openapi.json, openapi-otys.yaml and so on

api/openapi/README.md describes the source.  What routes have in common is not in
it: a row of api/routes.c determines the authorisation, the media types and most
problems of an operation, and api/errors.def their statuses.

Lines of the source are copied; nothing else is read of their contents.
"""

import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "openapi"))
sys.dont_write_bytecode = True
import values
from lines import copy, indent, reference, under
from operations import (OTHER_PROBLEMS, expand_headers, expand_paths,
                        header_component)
from per_game import GAMES, MODEL
from schemas import expand_schemas
from source import (SOURCE, Mistake, read_entries, read_fields, read_file,
                    read_problems)

RESULT = pathlib.Path("openapi.yaml")


def expand_responses_components(entries):
    lines = []
    for entry in entries:
        fields = read_fields(entry, f"responses.yaml: {entry.key}",
                             ["name", "description", "headers"])
        body = copy(fields["description"])
        body += expand_headers(fields.get("headers"), [])
        body += under("content", under("application/problem+json", under(
            "schema", [reference("schemas", "Problem")])))
        lines += under(fields["name"].value, body)
    return under("responses", lines)


def check_references(lines):
    """Each reference must be to a component."""
    kind, defined = "", {"schemas": set()}
    for line in lines[lines.index("components:"):]:
        key = re.match(r"( {2,4})(\w+):", line)
        if key and len(key[1]) == 2:
            kind = key[2]
        elif key:
            defined.setdefault(kind, set()).add(key[2])
    used = re.findall(r'"#/components/(\w+)/(\w+)"', "\n".join(lines))
    for kind, name in used:
        if name not in defined.get(kind, ()):
            raise Mistake(f"{SOURCE}: #/components/{kind}/{name} is used, and "
                          "is not defined")


def check_problems(lines):
    """Each problem must be one of an operation."""
    used = set(OTHER_PROBLEMS)
    for names in re.findall(r"x-problems: \[([^]]*)\]", "\n".join(lines)):
        used.update(re.findall(r"[\w-]+", names))
    for slug in read_problems():
        if slug not in used:
            raise Mistake(f"api/errors.def: {slug} is not a problem of any "
                          f"operation in {SOURCE}/paths/")


def name_path_parameters(parameters):
    """The names of the entries by that of the variable in a path."""
    names = {}
    for entry in parameters:
        fields = {e.key: e.value for e in read_entries(entry.lines, entry.key)}
        if fields["in"] == "path":
            names[fields["name"]] = entry.key
    return names


def expand_game_word(lines, games):
    """Replace the word GAME in examples by the id of a game."""
    game = next(iter(games))
    return [re.sub(r"\bGAME\b", game, line) for line in lines]


def expand(games):
    """The document with the types of these games."""
    responses = read_file(SOURCE / "responses.yaml")
    parameters = read_file(SOURCE / "parameters.yaml")
    components = {entry.key: read_entries(entry.lines, entry.key)[0].value
                  for entry in responses}
    lines = [line for entry in read_file(SOURCE / "document.yaml")
             for line in copy(entry)]
    lines += expand_paths(name_path_parameters(parameters), components, games)
    lines.append("components:")
    for kind, entries in (
            ("securitySchemes", read_file(SOURCE / "security.yaml")),
            ("parameters", parameters),
            ("headers", [entry._replace(key=header_component(entry.key))
                         for entry in read_file(SOURCE / "headers.yaml")])):
        lines += indent(under(
            kind, [line for entry in entries for line in copy(entry)]))
    lines += indent(expand_responses_components(responses))
    lines, schemas = expand_schemas(games, lines)
    lines = expand_game_word(lines + indent(schemas), games)
    check_references(lines)
    check_problems(lines)
    return "\n".join(lines) + "\n"


def check():
    expand(GAMES | MODEL)
    if not RESULT.exists() or RESULT.read_text() != expand(GAMES):
        raise Mistake("openapi.yaml is not what tools/make-openapi.py writes: "
                      "change the files in api/openapi/ and run 'make openapi'")


def write_all(folder):
    each = {f"-{game}": {game: prefix} for game, prefix in GAMES.items()}
    for ending, games in {"": GAMES, **each}.items():
        text = expand(games)
        path = pathlib.Path(folder) / f"openapi{ending}"
        path.with_suffix(".yaml").write_text(text)
        path.with_suffix(".json").write_text(json.dumps(
            values.read_lines(text.splitlines()), ensure_ascii=False,
            separators=(",", ":")))


def main(arguments):
    try:
        if not arguments:
            RESULT.write_text(expand(GAMES))
        elif arguments == ["--check"]:
            check()
        elif arguments == ["--model"]:
            sys.stdout.write(expand(GAMES | MODEL))
        elif len(arguments) == 2 and arguments[0] == "--all":
            write_all(arguments[1])
        else:
            sys.exit(__doc__.strip())
    except Mistake as mistake:
        sys.exit(f"make-openapi: {mistake}")


if __name__ == "__main__":
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    main(sys.argv[1:])
