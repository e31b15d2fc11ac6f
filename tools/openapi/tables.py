"""Read the tables of the rules from which parts of openapi.yaml follow.

A table is `FILE NAME`, the file below service/.  If the name is in upper
case, it is a macro: the table has the rows NAME(...) of the file, and a word is
the first text of a row.  Otherwise it is an array of texts in C.
"""

import functools
import pathlib
import re

from source import Mistake, read_entries, read_fields, read_list

SERVICE = pathlib.Path("service")

# The keys of an entry in schemas/ that is a union.
UNION_FIELDS = ["description", "union", "table", "phrases", "common",
                "members", "variants"]


@functools.lru_cache(None)
def read_text(name):
    path = SERVICE / name
    if not path.exists():
        raise Mistake(f"{path} does not exist")
    return path.read_text()


@functools.lru_cache(None)
def read_words(name, table):
    """The words of a table."""
    text = read_text(name)
    if table.isupper():
        words = re.findall(rf'^{table}\([^"]*"([^"]*)"', text, re.M)
    else:
        array = re.search(rf"\b{table}\[[^;]*?\] = {{(.*?)}};", text, re.S)
        words = re.findall(r'"([^"]*)"', array[1]) if array else []
    if not words:
        raise Mistake(f"{SERVICE / name} has no table {table}")
    return words


def read_phrases(name):
    """The English templates of a game by key."""
    return dict(re.findall(r'^PHRASE\("([^"]+)", "(.*)"\)$', read_text(name),
                           re.M))


def quote(word):
    """A word as a text in YAML."""
    plain = re.match(r"[a-z][a-z0-9 _-]*$", word) and word not in (
        "true", "false", "null", "yes", "no", "on", "off", "y", "n")
    return word if plain else f'"{word}"'


def expand_words(line):
    """Replace WORDS FILE TABLE [except WORD...] at the end of a line.

    In place of a list, it is the words; after `properties: Schema`, a required
    member with this schema for each word.
    """
    found = re.match(r"( *)(\w+):(?: (\w+))? WORDS (\S+) (\w+)(?: except (.*))?$",
                     line)
    if not found:
        return [line]
    indent, key, schema = found[1], found[2], found[3]
    left_out = (found[6] or "").split()
    words = [word for word in read_words(found[4], found[5])
             if word not in left_out]
    if not schema:
        return [f"{indent}{key}:"] + [f"{indent}  - {quote(word)}" for word in words]
    lines = [f"{indent}required:"] + [f"{indent}  - {quote(word)}" for word in words]
    lines.append(f"{indent}properties:")
    for word in words:
        lines += [f"{indent}  {quote(word)}:",
                  f'{indent}    $ref: "#/components/schemas/{schema}"']
    return lines


def camel(words):
    return "".join(part.capitalize() for part in re.split(r"\W+", words))


def read_members(entry):
    """The members of a variant: name, key of its schema, whether it is
    required."""
    text = " ".join([entry.value] + entry.lines)
    members = []
    for name, schema, optional in re.findall(r"(\w+)(?:=(\w+))?(\??)", text):
        members.append((name, schema or name, not optional))
    return members


def check_variants(place, variants, fields):
    if "table" not in fields:
        return
    words = read_words(*fields["table"].value.split())
    for word in words:
        if word not in variants:
            raise Mistake(f"{place}: {word} of {fields['table'].value} is not "
                          "described")
    for word in variants:
        if word not in words:
            raise Mistake(f"{place}: {word} is not in "
                          f"{fields['table'].value}")


def expand_variant(place, tag, word, members, schemas):
    """The schema of one variant, without its description."""
    required = [tag] + [name for name, _, needed in members if needed]
    lines = ["type: object", f"required: [{', '.join(required)}]",
             "properties:", f"  {tag}:", "    type: string",
             f"    const: {quote(word)}"]
    for name, schema, _ in members:
        if schema not in schemas:
            raise Mistake(f"{place}: {word}: {schema} is not in members")
        lines.append(f"  {name}:")
        lines += ["    " + line for line in schemas[schema]]
    return lines


def describe(entry, key, word, phrases):
    """A variant's description: its template, if it has one."""
    about = f"{entry.key} with the {key} `{word}`."
    template = phrases.get(word)
    lines = ["description: |", f"  {about}"]
    if template:
        lines.append(f"  Its text is made from `{template}`.")
    return lines


def expand_union(entry, place):
    """A union and its variants, as schemas by name."""
    fields = read_fields(entry, place, UNION_FIELDS)
    tag = fields["union"].value
    variants = {e.key: e for e in read_entries(fields["variants"].lines, place)}
    check_variants(place, variants, fields)
    schemas = {e.key: ([f"{e.value}"] if e.value else []) + e.lines
               for e in read_entries(fields["members"].lines, place)}
    common = read_members(fields["common"]) if "common" in fields else []
    phrases = {}
    if "phrases" in fields:
        name, prefix = fields["phrases"].value.split()
        phrases = {key.removeprefix(prefix): text
                   for key, text in read_phrases(name).items()
                   if key.startswith(prefix)}
    names, result = {}, {}
    for word, variant in variants.items():
        names[word] = entry.key + camel(word)
        result[names[word]] = describe(entry, tag, word, phrases) + \
            expand_variant(place, tag, word, read_members(variant) + common,
                           schemas)
    union = [f"description:{' ' + fields['description'].value}".rstrip()]
    union += ["  " + line for line in fields["description"].lines]
    union.append("oneOf:")
    reference = '"#/components/schemas/{}"'
    union += ["  - $ref: " + reference.format(name)
              for name in names.values()]
    union += ["discriminator:", f"  propertyName: {tag}", "  mapping:"]
    union += [f"    {quote(word)}: " + reference.format(name)
              for word, name in names.items()]
    return {entry.key: union, **result}
