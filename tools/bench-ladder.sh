#!/bin/sh
# Measure how long leaderboards, profiles and lists take after a million matches:
# fill a database, start a service on it, and send each query through the service
# and to the database alone.  Takes about ten minutes on an idle machine.
#
#   db/local.sh run -- tools/bench-ladder.sh build/release
#
# FATHOM_MATCHES (1000000) is the number of matches.
set -eu

build=${1:?bench-ladder.sh BUILD-DIRECTORY}
matches=${FATHOM_MATCHES:-1000000}
here=$(dirname "$0")/..
work=$(mktemp -d /tmp/fathom-bench.XXXXXX)
database="${FATHOM_ADMIN_DATABASE:?} dbname=fathom_ladder"
service=

say() { printf '%s\n' "$*" >&2; }
die() { say "bench-ladder: $*"; exit 1; }

clean_up()
{
    if [ -n "$service" ]; then
        kill "$service" 2>/dev/null || true
        wait "$service" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

sql() { psql -qAtX -v ON_ERROR_STOP=1 -d "$database" "$@"; }

# A temporary cluster need not be durable while it is filled.
fill_fast()
{
    for setting in fsync full_page_writes autovacuum; do
        psql -qAtX -d "$FATHOM_ADMIN_DATABASE" -c "ALTER SYSTEM $1 $setting$2"
    done
    psql -qAtX -d "$FATHOM_ADMIN_DATABASE" \
        -c "ALTER SYSTEM $1 max_wal_size${2:+ = '16GB'}" \
        -c 'SELECT pg_reload_conf()' >/dev/null
}

fill()
{
    psql -qAtX -d "$FATHOM_ADMIN_DATABASE" \
        -c 'SET client_min_messages = warning' \
        -c 'DROP DATABASE IF EXISTS fathom_ladder' \
        -c 'CREATE DATABASE fathom_ladder'
    "$build/fathomd" migrate --database="$database" 2>"$work/log" ||
        { cat "$work/log" >&2; die "cannot create the database"; }
    sql -c "ALTER DATABASE fathom_ladder SET fill.matches = '$matches'" \
        -c "ALTER DATABASE fathom_ladder SET work_mem = '64MB'"
    say "generating $matches matches"
    fill_fast SET ' = off'
    sql -f "$here/tests/support/ladder.sql" >/dev/null
    fill_fast RESET ''
    sql -c 'ALTER DATABASE fathom_ladder RESET work_mem' -c 'VACUUM ANALYZE' \
        -c 'CHECKPOINT'
    say "$(sql -c 'SELECT count(*) FROM ladder_matches') of them are rated;" \
        "the database has $(sql -c "SELECT pg_size_pretty(pg_database_size('fathom_ladder'))")"
}

start_service()
{
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:0 FATHOM_DATABASE=$database \
        "$build/fathomd" --rate-address=0 --rate-token=0 --bots=no \
        >/dev/null 2>"$work/log" &
    service=$!
    tries=0
    until grep -q '"listening"' "$work/log"; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] && kill -0 "$service" 2>/dev/null || {
            cat "$work/log" >&2
            die "fathomd did not start"
        }
        sleep 0.1
    done
    address=$(sed -n 's/.*"listening".*"address":"\([^"]*\)".*/\1/p' "$work/log")
}

fill
start_service
printf '\nreading the leaderboards after %d matches, one request at a time\n' "$matches"
"$build/boards" "$address" "$database" \
    "$(sql -c "SELECT count(*) FROM accounts WHERE name LIKE 'fill-%'")"
