"""Expand the operations of openapi.yaml from paths/ and the table of routes.  A row of
the table determines the authorisation, the media types and most problems of an
operation.
"""

import collections
import json
import re
import textwrap

from lines import copy, indent, reference, under
from source import (SOURCE, Mistake, read_entries, read_fields, read_file, read_list,
                    read_problems, read_routes)

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
# What a service was sent and responded, by operation, and whether it takes the place
# of examples in the source.
Examples = collections.namedtuple("Examples", "requests responses is_preferred")
# What all operations are expanded with: the statuses of problems, the names of error
# responses by status, and the examples.
Shared = collections.namedtuple("Shared", "statuses components examples")


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


def expand_example(fields, key, recorded, is_preferred):
    """The example of a body that the source has, or the recorded one, as `key`."""
    own = [line for name in ("example", "examples") if name in fields
           for line in copy(fields[name])]
    if recorded is None or (own and not is_preferred):
        return own
    return [f"{key}: {json.dumps(recorded, ensure_ascii=False)}"]


def expand_body(entry, place, operation, examples):
    fields = read_fields(entry, place, BODY_FIELDS)
    required = fields["required"].value if "required" in fields else "true"
    lines = expand_schema(fields["schema"]) + expand_example(
        fields, "examples", examples.requests.get(operation),
        examples.is_preferred)
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


def expand_content(route, fields, operation, examples):
    """The bodies of a response by media type."""
    lines = []
    for media in route.accepts:
        if media == "application/json":
            body = expand_schema(fields["schema"]) + expand_example(
                fields, "example", examples.responses.get(operation),
                examples.is_preferred)
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


def expand_success(route, entry, place, of_parameters, operation, examples):
    fields = read_fields(entry, place, RESPONSE_FIELDS)
    headers = expand_headers(fields.get("headers"), of_parameters)
    lines = copy(fields["description"]) + headers
    if entry.key != "204":
        lines += expand_content(route, fields, operation, examples)
    return under(f'"{entry.key}"', lines)


def fold_status(status):
    """All refusals are one response: the description lists their problems."""
    return "4XX" if status.startswith("4") else status


def expand_responses(route, fields, place, statuses, shared):
    parameters = read_list(fields.get("parameters"))
    of_parameters = [header for name, header in HEADER_OF_PARAMETER.items()
                     if name in parameters]
    lines = []
    for entry in read_entries(fields["responses"].lines, place):
        lines += expand_success(route, entry, f"{place}: {entry.key}",
                                of_parameters, fields["operationId"].value,
                                shared.examples)
    if "IfNoneMatch" in parameters:
        lines += under('"304"', [
            "description: Not modified. The client already has the current "
            "version."] + expand_headers(None, ["ETag"]))
    for status in sorted({fold_status(status) for status in statuses}):
        if status not in shared.components:
            raise Mistake(f"{place}: {status} is not in responses.yaml")
        lines += under(f'"{status}"',
                       [reference("responses", shared.components[status])])
    return under("responses", lines + under(
        "default", [reference("responses", shared.components["default"])]))


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


def expand_operation(route, operation, shared):
    place, fields, known = operation.name, operation.fields, shared.statuses
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
        lines += expand_body(fields["body"], f"{place}: body",
                             fields["operationId"].value, shared.examples)
    lines += expand_responses(route, fields, place,
                              {known[slug] for slug in problems}, shared)
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
    """Those of a game.  The document of all games takes what its source lacks from
    the game whose examples are the shortest."""
    game = next(iter(games)) if len(games) == 1 else "otys"
    path = SOURCE / "examples" / f"{game}.json"
    recorded = json.loads(path.read_text()) if path.exists() else {}
    return Examples(recorded.get("requests", {}), recorded.get("responses", {}),
                    len(games) == 1)


def expand_path_parameters(path, path_parameters):
    names = re.findall(r"{(\w+)}", path)
    for name in names:
        if name not in path_parameters:
            raise Mistake(f"{path}: parameters.yaml has no parameter {name} in a "
                          "path")
    return under("parameters", [
        "- " + reference("parameters", path_parameters[name])
        for name in names]) if names else []


def expand_paths(path_parameters, components, games):
    """All paths, in the order of the routes."""
    operations, paths = read_operations(), {}
    shared = Shared(read_problems(), components, read_examples(games))
    for route in read_routes():
        name = f"{route.method} {route.path}"
        if name not in operations:
            raise Mistake(f"{name} is in api/routes.c, and not in "
                          f"{SOURCE}/paths/")
        if route.path not in paths:
            paths[route.path] = expand_path_parameters(route.path,
                                                       path_parameters)
        paths[route.path] += expand_operation(route, operations.pop(name), shared)
    for operation in operations.values():
        raise Mistake(f"{operation.name} is not in api/routes.c")
    return under("paths", [line for path, lines in paths.items()
                           for line in under(path, lines)])
