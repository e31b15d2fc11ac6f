#!/bin/sh
# Measure what a node and a database need: memory for each connection, stream and
# match, bytes and time for each move.  Takes a minute or two; memory and bytes do
# not depend on other load.
#
#   db/local.sh run -- tools/sizing.sh build/release
#
# MATCHES (40) of Underwater Cities for two are played for the database's
# figures.
set -eu

build=${1:?sizing.sh BUILD-DIRECTORY}
work=$(mktemp -d /tmp/fathom-sizing.XXXXXX)
database="${FATHOM_ADMIN_DATABASE:?} dbname=fathom_sizing"
node=

clean_up()
{
    if [ -n "$node" ]; then
        kill "$node" 2>/dev/null || true
        wait "$node" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

start_node()
{
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:0 FATHOM_ADMIN_LISTEN=127.0.0.1:0 \
        FATHOM_DATABASE=$database FATHOM_PASSWORD_MEMORY_KIB=64 \
        FATHOM_VIEWS_MEBIBYTES=1 FATHOM_RATE_ADDRESS=0 FATHOM_RATE_TOKEN=0 \
        FATHOM_RATE_MATCH=0 FATHOM_RATE_REGISTRATION=0 \
        FATHOM_STREAMS_PER_NETWORK=100000 \
        FATHOM_LIVE_MATCHES=0 FATHOM_SANDBOX_MATCHES=0 \
        setpriv --pdeathsig KILL -- "$build/fathomd" >/dev/null 2>"$work/log" &
    node=$!
    tries=0
    until grep -qs '"listening"' "$work/log"; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] && kill -0 "$node" 2>/dev/null || {
            cat "$work/log" >&2
            exit 1
        }
        sleep 0.1
    done
    sleep 1
}

member() { sed -n 's/.*"listening".*"'"$1"'":"\([^"]*\)".*/\1/p' "$work/log"; }

psql -qAtX -d "$FATHOM_ADMIN_DATABASE" -c 'CREATE DATABASE fathom_sizing'
start_node
"$build/sizing" "$database" "$node,$(member address),$(member admin)" \
    "${MATCHES:-40}"
