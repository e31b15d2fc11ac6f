#!/bin/sh
# Attack a node that has the default limits while a player plays on it.  Each
# attack gets its own node and database.  docs/under_attack.md explains the
# table.
#
#   db/local.sh run -- tools/attack.sh build/release [SECONDS] [ATTACK...]
#   tools/attack.sh --help
#
# SECONDS (20) is the duration of each attack.  With 5 or less, times are printed
# but not judged: the player's requests must succeed, limits must refuse the
# attackers, and memory must be released.  FATHOMD_FLAGS are passed to the node.
set -eu

if [ "${1-}" = --help ] || [ $# -eq 0 ]; then
    sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"
    echo 'Attacks:'
    if [ -x build/release/attack ]; then build/release/attack --list; fi
    exit 0
fi

build=$1
seconds=${2:-20}
shift
if [ $# -gt 0 ]; then shift; fi
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d /tmp/fathom-attack.XXXXXX)
node=

clean_up()
{
    end_node
    rm -rf "$work"
}
end_node()
{
    if [ -n "$node" ]; then
        kill "$node" 2>/dev/null || true
        wait "$node" 2>/dev/null || true
    fi
    node=
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

sql() { psql -qAtX -d "$FATHOM_TEST_DATABASE" -c "$1"; }

# start_node: set `address` to its address.
start_node()
{
    rm -f "$work/log" # of the node before
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:0 FATHOM_DATABASE=$database \
        setpriv --pdeathsig KILL -- "$build/fathomd" ${FATHOMD_FLAGS-} \
        >/dev/null 2>"$work/log" &
    node=$!
    tries=0
    until grep -qs '"listening"' "$work/log"; do
        tries=$((tries + 1))
        [ "$tries" -lt 400 ] && kill -0 "$node" 2>/dev/null || {
            cat "$work/log" >&2
            echo 'attack: fathomd did not start' >&2
            exit 1
        }
        sleep 0.05
    done
    address=$(sed -n 's/.*"listening".*"address":"\([^"]*\)".*/\1/p' "$work/log")
}

# attack NAME: on a node and a database of its own.  False when it failed.
attack()
{
    database="$FATHOM_TEST_DATABASE dbname=attack_$1"
    sql "CREATE DATABASE \"attack_$1\" TEMPLATE attack"
    start_node
    status=0
    "$build/attack" --seconds "$seconds" ${short} \
        --positions "$here/tools/attack/positions" \
        "$database" "$node,$address" "$1" 2>"$work/words" || status=$?
    if [ "$status" -ne 0 ]; then sed 's/^/  /' "$work/words"; fi
    if ! kill -0 "$node" 2>/dev/null; then
        echo "  $1: the node has exited"
        tail -n 20 "$work/log"
        status=1
    fi
    end_node
    return "$status"
}

sql "CREATE DATABASE attack"
FATHOM_DATABASE="${FATHOM_TEST_DATABASE:?} dbname=attack" \
    "$build/fathomd" migrate 2>"$work/log" || {
    cat "$work/log" >&2
    exit 1
}
short=
if [ "$seconds" -le 5 ]; then short=--short; fi
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # a list of names
    set -- $("$build/attack" --list | cut -d ' ' -f 1)
fi
"$build/attack" --header
failed=
for name in "$@"; do
    attack "$name" || failed="$failed $name"
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
