#!/usr/bin/env python3
"""Record a match of `fathom play` as an animated picture.

    tools/make-recording.py build/release/fathom docs/play.svg

Runs the program with a fixed seed, plays what its `hint` proposes, and writes
what a terminal shows: the first two turns and the result.  The picture is one
SVG file without scripts and foreign fonts; it follows the reader's light or
dark mode, and is a still where motion is not wanted.
"""

import html
import re
import subprocess
import sys
import textwrap

COLUMNS, ROWS = 104, 27
LINE, CHARACTER, SIZE, MARGIN, BAR = 17, 7.25, 12, 16, 30  # pixels
COMMAND = ["play", "underwater-cities", "--bots", "greedy", "--seed", "12"]
PROMPT = "0> "
READ, TYPE, END = 1.4, 0.6, 6.0  # seconds: to read a list, to type, at the end
TURNS = 2  # that are shown


class Match:
    """The program at the other end of two pipes."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, *COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def read(self):
        """What it prints until it prompts or ends; whether it prompted."""
        text = b""
        while not ("\n" + text.decode(errors="ignore")).endswith("\n" + PROMPT):
            part = self.process.stdout.read1(65536)
            if not part:
                return text.decode(), False
            text += part
        return text.decode().removesuffix(PROMPT), True

    def say(self, text):
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()
        return self.read()


class Screen:
    """Lines that are appended, and the times at which they are visible."""

    def __init__(self):
        self.lines = []  # [text, class, text that is typed, when]
        self.frames = []  # (seconds, lines until then)
        self.now = 0.0
        self.still = 0

    def show(self, text, seconds):
        """Append output and keep it on screen.  What scrolls by is left out."""
        new = []
        for line in text.split("\n"):
            style = style_of(line, new[-1][1] if new else "")
            new += [[part, style, "", 0] for part in wrap(line)]
        self.lines += new[-ROWS:]
        self.pause(seconds)

    def type(self, text):
        self.lines[-1][2:] = [text, self.now]
        self.pause(TYPE)

    def pause(self, seconds):
        if not self.frames or self.frames[-1][1] != len(self.lines):
            self.frames.append((self.now, len(self.lines)))
        self.now += seconds


def wrap(line):
    """The lines that it takes; those after the first begin below its text."""
    if len(line) <= COLUMNS:
        return [line]
    start = re.match(r" *\d+  .{25}| *", line)[0]
    words = textwrap.wrap(line[len(start) :], COLUMNS - len(start) - 4)
    indent = " " * (len(start) if start.strip() else len(start) + 4)
    return [start + words[0]] + [indent + part for part in words[1:]]


def style_of(line, before):
    if line.startswith("Seat "):
        return "q"
    if line.startswith("  seat "):
        return "b"
    if re.match(r"\{|- type", line) or before == "e" and re.match(r" *\{", line):
        return "e"
    return ""


def notation_of(hint):
    return re.search(r"\[([^][]*)\]\s*$", hint)[1]


def record(program):
    """Play the match.  Returns the screen, and how many decisions it left out."""
    match, screen = Match(program), Screen()
    output, _ = match.read()
    has_undone = False
    screen.show(output + PROMPT, READ)
    turns = 0
    while turns < TURNS:
        move = notation_of(match.say("hint")[0])
        card = re.match(r"place \w+ (\d+)", move)
        if card and turns == 0:
            ask(match, screen, f"about {card[1]}")
            ask(match, screen, "hint")
            screen.still = len(screen.lines)
        turns += move == "end"
        ask(match, screen, move)
        if move.startswith("build") and not has_undone:
            ask(match, screen, "undo")
            ask(match, screen, move)
            has_undone = True
    return screen, finish(match, screen)


def ask(match, screen, words):
    output, _ = match.say(words)
    screen.type(words)
    screen.show(output + PROMPT, READ)


def finish(match, screen):
    """Play to the end, and show the result."""
    decisions, goes_on = 0, True
    while goes_on:
        move = notation_of(match.say("hint")[0])
        output, goes_on = match.say(move)
        decisions += 1
    screen.lines[-1] = [f"  … {decisions} decisions later", "e", "", 0]
    screen.show(output[output.index("\nThe match is over.") :].rstrip(), END)
    return decisions


def draw_line(number, line, seconds):
    text, style, typed, when = line
    content = html.escape(text, quote=False)
    listed = re.match(r"( +\d+  )(\S.*?)(  +)(\S.*)$", text)
    if listed and not style:
        number_, move, gap, words = (html.escape(g, quote=False) for g in listed.groups())
        content = f'{number_}<tspan class="m">{move}</tspan>{gap}{words}'
    if typed:
        part = 100 * when / seconds
        content += f'<tspan class="t" id="t{number}">{html.escape(typed, quote=False)}</tspan>'
        rule = (
            f"@keyframes t{number}{{0%{{opacity:0}}{part:.2f}%,100%{{opacity:1}}}}"
            f"#t{number}{{animation:t{number} {seconds:.1f}s step-end infinite}}"
        )
    else:
        rule = ""
    if not content:
        return "", ""
    style = f' class="{style}"' if style else ""
    return f'<text y="{(number + 1) * LINE}"{style}>{content}</text>\n', rule + "\n" * bool(rule)


def draw(screen):
    start = 1.5  # seconds at which the command alone is seen
    seconds = screen.now + start
    for line in screen.lines:
        line[3] += start
    width = round(COLUMNS * CHARACTER + 2 * MARGIN)
    height = ROWS * LINE + BAR + 2 * MARGIN
    lines, rules = zip(*(draw_line(i, l, seconds) for i, l in enumerate(screen.lines)))

    def shift(end):
        return f"transform:translateY({-(end - ROWS) * LINE}px)"

    frames = f"0%{{transform:translateY({-len(lines) * LINE}px)}}" + "".join(
        f"{100 * (when + start) / seconds:.2f}%{{{shift(end)}}}" for when, end in screen.frames
    )
    first = 100 * start / seconds
    command = html.escape("$ fathom " + " ".join(COMMAND))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
width="{width}" height="{height}" role="img" aria-labelledby="title">
<title id="title">A match of Underwater Cities against a bot in a terminal</title>
<style>
:root{{--back:#fff;--fore:#24292f;--rim:#d0d7de;--dim:#6e7781;--move:#0550ae;--typed:#8250df;\
--bot:#116329;--bar:#f6f8fa}}
@media (prefers-color-scheme:dark){{:root{{--back:#0d1117;--fore:#e6edf3;--rim:#30363d;\
--dim:#8b949e;--move:#79c0ff;--typed:#d2a8ff;--bot:#7ee787;--bar:#161b22}}}}
text{{fill:var(--fore);font:{SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,\
"DejaVu Sans Mono",monospace;white-space:pre}}
.q,.t{{font-weight:bold}}.m{{fill:var(--move)}}.t{{fill:var(--typed)}}.b{{fill:var(--bot)}}\
.e,.d{{fill:var(--dim)}}
#all{{{shift(screen.still)};animation:all {seconds:.1f}s step-end infinite}}
#first{{opacity:0;animation:first {seconds:.1f}s step-end infinite}}
@keyframes all{{{frames}}}
@keyframes first{{0%{{opacity:1}}{first:.2f}%,100%{{opacity:0}}}}
{"".join(rules)}@media (prefers-reduced-motion:reduce){{*{{animation:none!important}}}}
</style>
<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" \
style="fill:var(--back);stroke:var(--rim)"/>
<path d="M1 {BAR}V9a8 8 0 0 1 8-8H{width - 9}a8 8 0 0 1 8 8V{BAR}z" style="fill:var(--bar)"/>
<text class="d" x="{width / 2}" y="20" text-anchor="middle">{command[2:]}</text>
<clipPath id="window"><rect y="5" width="{width}" height="{ROWS * LINE}"/></clipPath>
<g transform="translate({MARGIN} {BAR + MARGIN / 2})" clip-path="url(#window)" \
xml:space="preserve"><text id="first" y="{LINE}">{command}</text><g id="all">
{"".join(lines)}</g></g>
</svg>
"""


def main():
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    screen, left_out = record(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        size = file.write(draw(screen))
    print(
        f"{sys.argv[2]}: {size} bytes, {screen.now:.0f} seconds, "
        f"{left_out} decisions left out"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
