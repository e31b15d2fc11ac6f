#!/bin/sh
# Check the rings of web/src, and what no file of it may do.
#
#   games -> table -> store -> api       shell -> table, store, api
#
# An arrow points at what a ring may import; i18n and the preact library are free
# for all.  The shell names no game: it finds them by the list of the build.
set -u
cd "$(dirname "$0")/../web/src"
found=0

# refuse WHY PATTERN FILE...: no line of the files may match.
refuse()
{
    why=$1 pattern=$2
    shift 2
    [ $# -gt 0 ] || return 0
    if grep -nE "$pattern" "$@" /dev/null; then
        printf '  ^ %s\n' "$why"
        found=$((found + 1))
    fi
}

files() { find "$@" \( -name '*.ts' -o -name '*.tsx' \) 2>/dev/null | sort; }

from="from '[./]*/"
games=$(find games -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)

# shellcheck disable=SC2046 # file names without spaces, as in this project
{
refuse 'api imports only itself' "$from(store|table|shell|games)/" $(files api)
refuse 'store imports only api' "$from(table|shell|games)/" $(files store)
refuse 'table imports no shell and no game' "$from(shell|games)/" $(files table)
refuse 'games import no shell' "$from(shell)/" $(files games)
refuse 'no text becomes markup' \
    'innerHTML|outerHTML|insertAdjacentHTML|document\.write|[^a-zA-Z]eval\(' $(files .)
refuse 'only api sends requests' '[^a-zA-Z.]fetch\(|EventSource\(' \
    $(files . | grep -v '^./api/')
refuse 'localStorage is for settings and what waits to be sent' 'localStorage' \
    $(files . | grep -vE '^./store/(settings|outbox).ts')
for game in $games; do
    refuse 'only a game names itself' "$(printf %s "$game" | sed 's/-/[-_ ]?/g')" \
        $(files . -iname '*' | grep -v "^./games/$game/")
    refuse 'a game imports no other game' \
        "from '\\.\\./($(printf '%s' "$games" | grep -vx "$game" | paste -sd '|'))/" \
        $(files "games/$game")
done
}

[ "$found" -eq 0 ]
