#!/usr/bin/env python3
"""Write openapi.yaml from its source in api/openapi/.

    tools/make-openapi.py                write openapi.yaml
    tools/make-openapi.py --check        compare; 1 if openapi.yaml differs
    tools/make-openapi.py --print        print it
    tools/make-openapi.py --game GAME    print it with the schemas of one game
    tools/make-openapi.py --model        print it with the model game of contributors
    tools/make-openapi.py --json [...]   print it as JSON; with --game, too
    tools/make-openapi.py --list         print the games

api/openapi/README.md describes the source.  What routes have in common is not in
it: a row of api/routes.c determines the authorisation, the media types and most
problems of an operation, and api/errors.def their statuses.

Lines of the source are copied; nothing else is read of their contents.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import sys
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "openapi"))
sys.dont_write_bytecode = True
from source import (Mistake, read_entries, read_fields, read_file, read_list,
                    read_problems, read_routes)
from tables import expand_union, expand_words
import games as per_game
import yaml_subset

SOURCE = pathlib.Path("api/openapi")
RESULT = pathlib.Path("openapi.yaml")

# The fields of an operation; the first four are required.
FIELDS = ["operationId", "summary", "description", "responses", "parameters",
          "body", "problems"]
RESPONSE_FIELDS = ["description", "headers", "schema", "example",
                   "stream_data", "stream_example"]
BODY_FIELDS = ["required", "schema", "example", "examples"]

COMMON_HEADERS = ["X-Request-Id", "RateLimit", "RateLimit-Policy"]
# The problems of every operation; those of the second list are documented by the
# response `default`.
COMMON_PROBLEMS = ["malformed-request", "invalid-fields", "not-acceptable",
                   "content-too-large", "uri-too-long", "rate-limited",
                   "headers-too-large"]
DEFAULT_PROBLEMS = ["internal-error", "unavailable"]
# Only of requests that fit no operation.
OTHER_PROBLEMS = ["method-not-allowed"]
# The response headers that belong to a parameter.
HEADER_OF_PARAMETER = {
    "Cursor": "Link",
    "IdempotencyKey": "Idempotent-Replayed",
    "LongIdempotencyKey": "Idempotent-Replayed",
    "IfNoneMatch": "ETag",
}
# The problems that belong to a parameter.
PROBLEMS_OF_PARAMETER = {
    "Cursor": ["invalid-cursor"],
    "IdempotencyKey": ["idempotency-key-reused"],
    "LongIdempotencyKey": ["idempotency-key-reused"],
    "IfMatchNeeded": ["precondition-required", "stale-state"],
}

Operation = collections.namedtuple("Operation", "name tag fields")


def indent(lines):
    return ["  " + line if line else "" for line in lines]


def under(key, lines):
    return [f"{key}:"] + indent(lines)


def copy(entry, key=None):
    value = f" {entry.value}" if entry.value else ""
    return [f"{key or entry.key}:{value}"] + indent(entry.lines)


def reference(kind, name):
    return f'$ref: "#/components/{kind}/{name}"'


def list_security(route):
    """The contract test compares these lines with the running service."""
    if route.who == "NOBODY":
        return ["security: []"]
    ways = ["{}"] if route.who == "ANYONE" else []
    ways += [f"token: [{scope}]" for scope in route.scopes or [""]]
    ways.append("cookie: []")
    if "text/event-stream" in route.accepts:
        ways.append("ticket: []")
    return under("security", [f"- {way}" for way in ways])


def list_problems(route, parameters):
    """The problems that follow from the row of a route and the parameters."""
    problems = list(COMMON_PROBLEMS)
    if route.who != "NOBODY":
        problems.append("invalid-token")
    if route.who == "PLAYER":
        problems.append("unauthenticated")
    if route.scopes:
        problems.append("forbidden")
    if "{" in route.path:
        problems.append("not-found")
    if route.method != "GET":
        problems.append("unsupported-media-type")
    # The database, or the queue of a worker, may be unavailable.
    if route.who != "NOBODY" or route.where == "ON_WORKER":
        problems.append("unavailable")
    if "text/event-stream" in route.accepts:
        problems += ["invalid-cursor", "too-many-streams",
                     "too-many-long-polls"]
    for name in parameters:
        problems += PROBLEMS_OF_PARAMETER.get(name, [])
    return problems


# --- Paths ----------------------------------------------------------------------

def expand_schema(entry):
    """Of an entry `schema`: the name of a schema, or a schema."""
    if entry.value:
        return under("schema", [reference("schemas", entry.value)])
    return copy(entry)


def expand_parameters(entry):
    """The items are names of components or parameters."""
    names = [f"- {name}" for name in read_list(entry)] if entry.value else []
    lines = []
    for line in names or entry.lines:
        name = re.match(r"- (\w+)$", line)
        lines.append("- " + reference("parameters", name[1]) if name else line)
    return under("parameters", lines)


def expand_body(entry, place):
    fields = read_fields(entry, place, BODY_FIELDS)
    required = fields["required"].value if "required" in fields else "true"
    lines = expand_schema(fields["schema"])
    for key in ("example", "examples"):
        if key in fields:
            lines += copy(fields[key])
    return under("requestBody", [f"required: {required}"] + under(
        "content", under("application/json", lines)))


def header_component(name):
    return name.removeprefix("X-").replace("-", "")


def expand_headers(own, names):
    """The headers that an entry has, those with these names, and the common
    ones."""
    lines = []
    if own is not None and not own.value:
        lines = list(own.lines)
    for name in (read_list(own) if own and own.value else []) + names + \
            COMMON_HEADERS:
        lines += under(name, [reference("headers", header_component(name))])
    return under("headers", lines)


def expand_content(route, fields, example):
    """The bodies of a response by media type."""
    lines = []
    for media in route.accepts:
        if media == "application/json":
            body = expand_schema(fields["schema"])
            if "example" in fields:
                body += copy(fields["example"])
            elif example is not None:
                body.append("example: " + json.dumps(example,
                                                     ensure_ascii=False))
        elif media.startswith("image/"):
            kind = media.removeprefix("image/").split("+")[0].upper()
            body = under("schema", [f"description: The image as {kind}.",
                                    f"contentMediaType: {media}"])
        else:
            body = under("schema", ["type: string"])
        if media == "text/event-stream":
            body = under("schema", ["type: string",
                                    f"contentMediaType: {media}"]
                         + copy(fields["stream_data"], "contentSchema"))
        if media == "text/event-stream" and "stream_example" in fields:
            body += copy(fields["stream_example"], "example")
        lines += under(media, body)
    return under("content", lines)


def expand_success(route, entry, place, of_parameters, example):
    fields = read_fields(entry, place, RESPONSE_FIELDS)
    headers = expand_headers(fields.get("headers"), of_parameters)
    lines = copy(fields["description"]) + headers
    if entry.key != "204":
        lines += expand_content(route, fields, example)
    return under(f'"{entry.key}"', lines)


def fold_status(status):
    """All refusals are one response: the description lists their problems."""
    return "4XX" if status.startswith("4") else status


def expand_responses(route, fields, place, statuses, components, examples):
    parameters = read_list(fields.get("parameters"))
    of_parameters = [header for name, header in HEADER_OF_PARAMETER.items()
                     if name in parameters]
    lines = []
    for entry in read_entries(fields["responses"].lines, place):
        lines += expand_success(route, entry, f"{place}: {entry.key}",
                                of_parameters,
                                examples.get(fields["operationId"].value))
    if "IfNoneMatch" in parameters:
        lines += under('"304"', [
            "description: Not modified. The client already has the current "
            "version."] + expand_headers(None, ["ETag"]))
    for status in sorted({fold_status(status) for status in statuses}):
        if status not in components:
            raise Mistake(f"{place}: {status} is not in responses.yaml")
        lines += under(f'"{status}"',
                       [reference("responses", components[status])])
    return under("responses", lines + under(
        "default", [reference("responses", components["default"])]))


def gather_problems(route, fields, place, known):
    """All problems of an operation, in the order of errors.def."""
    problems = list_problems(route, read_list(fields.get("parameters")))
    for slug in read_list(fields.get("problems")):
        if slug not in known:
            raise Mistake(f"{place}: {slug} is not in api/errors.def")
        if slug in problems + DEFAULT_PROBLEMS:
            raise Mistake(f"{place}: {slug} need not be listed: it follows "
                          "from the route or the parameters")
        problems.append(slug)
    return [slug for slug in known if slug in problems]


def expand_description(entry, problems, known):
    """The description and the problems that not every operation has."""
    own = {}
    for slug in problems:
        if slug not in COMMON_PROBLEMS + DEFAULT_PROBLEMS:
            own.setdefault(known[slug], []).append(f"`{slug}`")
    lines = entry.lines
    if entry.value != "|":
        lines = textwrap.wrap(entry.value.strip('"'), 114,
                              break_on_hyphens=False)
    if own:
        lines = lines + [""] + textwrap.wrap("Problems: " + "; ".join(
            f"{status} {', '.join(own[status])}" for status in sorted(own)) +
            ".", 114, break_on_hyphens=False, break_long_words=False)
    return ["description: |"] + indent(lines)


def expand_operation(route, operation, known, components, examples):
    place, fields = operation.name, operation.fields
    problems = gather_problems(route, fields, place, known)
    lines = copy(fields["operationId"]) + [f"tags: [{operation.tag}]"]
    lines += copy(fields["summary"])
    lines += expand_description(fields["description"], problems, known)
    lines += textwrap.wrap(
        "x-problems: [" + ", ".join(
            slug for slug in known if slug in problems + DEFAULT_PROBLEMS) +
        "]", 114, subsequent_indent="  ", break_on_hyphens=False)
    lines += list_security(route)
    if "parameters" in fields:
        lines += expand_parameters(fields["parameters"])
    if "body" in fields:
        lines += expand_body(fields["body"], f"{place}: body")
    lines += expand_responses(route, fields, place,
                              {known[slug] for slug in problems}, components,
                              examples)
    return under(route.method.lower(), lines)


def read_operations():
    """The operations of all tags, by method and path."""
    operations = {}
    for path in sorted(SOURCE.glob("paths/*.yaml")):
        for entry in read_file(path):
            place = f"{path}: {entry.key}"
            if entry.key in operations:
                raise Mistake(f"{place}: described twice")
            fields = read_fields(entry, place, FIELDS)
            for key in FIELDS[:4]:
                if key not in fields:
                    raise Mistake(f"{place}: {key} is missing")
            operations[entry.key] = Operation(place, path.stem, fields)
    return operations


def read_examples(games):
    """The responses of the service with a game: of the shortest, if there are
    several."""
    game = next(iter(games)) if len(games) == 1 else "otys"
    path = SOURCE / "examples" / f"{game}.json"
    return json.loads(path.read_text()) if path.exists() else {}


def expand_paths(path_parameters, components, examples):
    """All paths, in the order of the routes."""
    operations, paths, known = read_operations(), {}, read_problems()
    for route in read_routes():
        name = f"{route.method} {route.path}"
        if name not in operations:
            raise Mistake(f"{name} is in api/routes.c, and not in "
                          f"{SOURCE}/paths/")
        lines = paths.setdefault(route.path, [])
        variables = re.findall(r"{(\w+)}", route.path)
        if variables and not lines:
            for variable in variables:
                if variable not in path_parameters:
                    raise Mistake(f"{name}: parameters.yaml has no parameter "
                                  f"{variable} in a path")
            lines += under("parameters", [
                "- " + reference("parameters", path_parameters[variable])
                for variable in variables])
        lines += expand_operation(route, operations.pop(name), known,
                                  components, examples)
    for operation in operations.values():
        raise Mistake(f"{operation.name} is not in api/routes.c")
    return under("paths", [line for path, lines in paths.items()
                           for line in under(path, lines)])


# --- Components -------------------------------------------------------------------

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


def expand_schemas(games, lines_before):
    """Those that the lines before refer to."""
    places = [(path, entry) for path in sorted(SOURCE.glob("schemas/*.yaml"))
              for entry in read_file(path)]
    names = per_game.Names([entry for _, entry in places], games)
    schemas = {}
    for path, entry in places:
        for name, lines in expand_schema_entry(entry, path, names).items():
            if name in schemas:
                raise Mistake(f"{path}: {name} is defined twice")
            schemas[name] = [expanded for line in lines
                             for expanded in expand_words(line)]
    if names.only():
        schemas = {name: per_game.refer(lines, names.only())
                   for name, lines in schemas.items()}
    before = per_game.refer(lines_before, names.only())
    roots = re.findall(r'"#/components/schemas/(\w+)"', "\n".join(before))
    used = per_game.prune(schemas, roots)
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


def expand(games):
    responses = read_file(SOURCE / "responses.yaml")
    components = {}
    for entry in responses:
        components[entry.key] = read_entries(entry.lines, entry.key)[0].value
    path_parameters, parameters = {}, read_file(SOURCE / "parameters.yaml")
    for entry in parameters:
        fields = {e.key: e.value for e in read_entries(entry.lines, entry.key)}
        if fields["in"] == "path":
            path_parameters[fields["name"]] = entry.key
    lines = [line for entry in read_file(SOURCE / "document.yaml")
             for line in copy(entry)]
    lines += expand_paths(path_parameters, components, read_examples(games))
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
    lines += indent(schemas)
    check_references(lines)
    check_problems(lines)
    return "\n".join(lines) + "\n"


def choose_games(options):
    every = per_game.GAMES | per_game.MODEL
    if options.model:
        return every
    return {options.game: every[options.game]} if options.game else \
        per_game.GAMES


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--game", choices=per_game.GAMES)
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    if options.list:
        print(*per_game.GAMES, sep="\n")
        return
    try:
        text = expand(choose_games(options))
    except Mistake as mistake:
        sys.exit(f"make-openapi: {mistake}")
    if options.check:
        if not RESULT.exists() or RESULT.read_text() != text:
            sys.exit("openapi.yaml is not what tools/make-openapi.py writes: "
                     "change the files in api/openapi/ and run 'make openapi'")
    elif options.json:
        json.dump(yaml_subset.read(text), sys.stdout, ensure_ascii=False,
                  separators=(",", ":"))
    elif options.print or options.game or options.model:
        sys.stdout.write(text)
    else:
        RESULT.write_text(text)


if __name__ == "__main__":
    main()
