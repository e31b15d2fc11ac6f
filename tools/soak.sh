#!/bin/sh
# Run a long mixed load on two nodes and one database, whose resources must not
# grow.
#
#   db/local.sh run -- tools/soak.sh build/release [MINUTES]
#
# MINUTES (30) is the duration.  RATE (250) is the largest number of requests per
# second; FATHOMD_FLAGS are passed to the nodes.  Their caches are small, so that
# they are full soon, and passwords cost little, so that many can be tried.
set -eu

build=${1:?soak.sh BUILD-DIRECTORY [MINUTES]}
minutes=${2:-30}
work=$(mktemp -d /tmp/fathom-soak.XXXXXX)
database="${FATHOM_TEST_DATABASE:?} dbname=fathom_soak"
pids=

say() { printf '%s\n' "$*" >&2; }
die() { say "soak: $*"; exit 1; }

clean_up()
{
    for pid in $pids; do
        kill "$pid" 2>/dev/null || continue
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# start_node NUMBER: set `node` to its "PID,ADDRESS,ADMIN".
start_node()
{
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:0 FATHOM_ADMIN_LISTEN=127.0.0.1:0 \
        FATHOM_DATABASE=$database FATHOM_PASSWORD_MEMORY_KIB=64 \
        FATHOM_GRACE_SECONDS=0 FATHOM_MATCHES_CACHED=200 \
        FATHOM_VIEWS_MEBIBYTES=8 FATHOM_RATE_ADDRESS=0 FATHOM_RATE_TOKEN=0 \
        FATHOM_RATE_MATCH=0 FATHOM_RATE_REGISTRATION=0 \
        FATHOM_STREAMS_PER_NETWORK=100000 \
        setpriv --pdeathsig KILL -- "$build/fathomd" ${FATHOMD_FLAGS-} \
        >/dev/null 2>"$work/log$1" &
    pid=$!
    pids="$pids $pid"
    tries=0
    until grep -qs '"listening"' "$work/log$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] && kill -0 "$pid" 2>/dev/null || {
            cat "$work/log$1" >&2
            die "fathomd did not start"
        }
        sleep 0.1
    done
    member() { sed -n 's/.*"listening".*"'"$2"'":"\([^"]*\)".*/\1/p' "$work/log$1"; }
    node=$pid,$(member "$1" address),$(member "$1" admin)
}

# The log events of the nodes with their counts, and their server errors.
say_logs()
{
    for log in "$work"/log*; do
        sed -n 's/.*"level":"\([a-z]*\)".*"event":"\([^"]*\)".*/\1 \2/p' "$log"
    done | sort | uniq -c | sed 's/^/  log: /'
    grep -hE '"level":"(error|warn)"|"status":50[0-4]' "$work"/log* | head -n 40 || true
}

psql -qAtX -d "$FATHOM_TEST_DATABASE" -c 'CREATE DATABASE fathom_soak'
start_node 1
first=$node
start_node 2
status=0
"$build/soak" --minutes "$minutes" --rate "${RATE:-250}" "$database" \
    "$first" "$node" || status=$?
say_logs
exit "$status"
