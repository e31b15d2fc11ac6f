#!/bin/sh
# Search what people read for words that this project does not use, and for
# spelling mistakes.
#
#   tools/check-prose.sh              all files but those of tools/prose/todo.txt
#   tools/check-prose.sh --all        those as well
#   tools/check-prose.sh [--all] PATH...   only files at or below these paths
#   tools/check-prose.sh --help       this text
#
# Searched are documents, openapi.yaml and scripts as a whole, and of C files
# comments, strings and the names of tests.  Text in `backticks` and in fenced
# blocks of Markdown is code and is not searched.  Each finding is a line
#
#   FILE:LINE:COLUMN: "WORDS": SUGGESTION
#
# The exit status is 0 without findings, 1 with some, 2 when the check itself
# failed.  The lists are in tools/prose/:
#
#   words.txt             patterns and suggestions
#   files.txt             the files that are searched
#   todo.txt              files that are not searched yet
#   codespell-ignore.txt  words that codespell does not know
set -eu
cd "$(dirname "$0")/.."
search=tools/prose/search.pl
all=
case ${1-} in
--all) all=--all; shift ;;
-*) sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//p;}' "$0"
    if [ "$1" = --help ]; then exit 0; else exit 2; fi ;;
esac
command -v codespell >/dev/null || {
    echo 'check-prose: codespell is missing: tools/install-deps.sh check' >&2
    exit 2
}
work=$(mktemp -d /tmp/fathom-prose.XXXXXX)
trap 'rm -rf "$work"' EXIT

# Tracked files and new ones; without git, every file.
list_files()
{
    git ls-files -co --exclude-standard -- "$@" 2>/dev/null ||
        find "${@:-.}" -name .git -prune -o -type f -print | sed 's|^\./||'
}

# report COMMAND...: 1 when it has findings, which it writes; exit 2 on an error.
report()
{
    status=0
    "$@" || status=$?
    [ "$status" -le 1 ] || exit 2
    [ "$status" -eq 0 ] || found=1
}

spell()
{
    # codespell returns the number of findings.
    xargs -r codespell --ignore-words tools/prose/codespell-ignore.txt \
        <"$work/files" >"$work/spelling" 2>"$work/errors" ||
        [ -s "$work/spelling" ] || { cat "$work/errors" >&2; return 2; }
    perl "$search" columns <"$work/spelling"
}

words() { perl "$search" words <"$work/files"; }

found=0
list_files "$@" >"$work/paths"
# shellcheck disable=SC2086 # no argument when empty
perl "$search" files $all <"$work/paths" >"$work/files"
report words
report spell
if [ "$found" -ne 0 ]; then
    echo '  ^ see tools/check-prose.sh --help, and the glossary of CONTRIBUTING.md'
fi
exit "$found"
