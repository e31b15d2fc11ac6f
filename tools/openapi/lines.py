"""Write lines of YAML."""


def indent(lines):
    return ["  " + line if line else "" for line in lines]


def under(key, lines):
    return [f"{key}:"] + indent(lines)


def copy(entry, key=None):
    value = f" {entry.value}" if entry.value else ""
    return [f"{key or entry.key}:{value}"] + indent(entry.lines)


def reference(kind, name):
    return f'$ref: "#/components/{kind}/{name}"'
