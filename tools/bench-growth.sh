#!/bin/sh
# Measure what a move and a read cost while matches, events and clients are few,
# and while they are many.  Takes ten minutes, most of it to generate a million
# finished matches.
#
#   db/local.sh run -- tools/bench-growth.sh build/release
#
# LIVE (10000), EVENTS (1000), STREAMS (2000), WAITING (10000) and FATHOM_MATCHES
# (1000000 finished ones; 0: leave them out) are the large numbers; SECONDS_MOVES
# (5) and SECONDS_EACH (2) are for each load of moves and of reads.
set -eu

build=${1:?bench-growth.sh BUILD-DIRECTORY}
live=${LIVE:-10000}
events=${EVENTS:-1000}
streams=${STREAMS:-2000}
waiting=${WAITING:-10000}
finished=${FATHOM_MATCHES:-1000000}
long=${SECONDS_MOVES:-5}
each=${SECONDS_EACH:-2}
game=underwater-cities
here=$(dirname "$0")/..
work=$(mktemp -d /tmp/fathom-bench.XXXXXX)
database="${FATHOM_ADMIN_DATABASE:?} dbname=fathom_growth"
service=

say() { printf '%s\n' "$*" >&2; }
die() { say "bench-growth: $*"; exit 1; }

stop_service()
{
    [ -n "$service" ] || return 0
    kill "$service" 2>/dev/null || true
    wait "$service" 2>/dev/null || true
    service=
}
trap 'stop_service; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

sql() { psql -qAtX -v ON_ERROR_STOP=1 -d "$database" "$@"; }

# --- The service -----------------------------------------------------------

new_database()
{
    psql -qAtX -d "$FATHOM_ADMIN_DATABASE" \
        -c 'SET client_min_messages = warning' \
        -c 'DROP DATABASE IF EXISTS fathom_growth' -c 'CREATE DATABASE fathom_growth'
}

start_service()
{
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:0 FATHOM_DATABASE=$database \
        FATHOM_PASSWORD_MEMORY_KIB=64 \
        "$build/fathomd" --rate-address=0 --rate-token=0 --rate-match=0 \
        --streams-per-network=100000 \
        --rate-sign-in=0 --rate-registration=0 --live-matches=1000000 \
        --sandbox-matches=1000000 --connections=$((2 * waiting + 2000)) \
        --streams="$waiting" --bots=no >/dev/null 2>"$work/log" &
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
    # The service opens the connection that writes moves with the first one.
    "$build/load" moves "$address" "$game" 2 2 1 >"$work/moves" || die "the load failed"
}

memory_kib() { awk '/^RssAnon/ { print $2 }' "/proc/$service/status"; }

service_us()
{
    awk -v ticks="$(getconf CLK_TCK)" \
        '{ sub(/^.*\) /, ""); print ($12 + $13) * 1000000 / ticks }' \
        "/proc/$service/stat"
}

# --- Loads -----------------------------------------------------------------

# moves WORDS CONNECTIONS MATCHES STREAMS: a line of the table of moves
moves()
{
    words=$1
    events=0 event_p50_us=0 event_p99_us=0
    sql -c CHECKPOINT
    SERVICE_PID=$service \
        POSTGRES_PIDS=$(sql -c "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity
            WHERE pid <> pg_backend_pid()") \
        "$build/load" moves "$address" "$game" 2 "$2" "$long" "$3" "$4" >"$work/moves" ||
        die "$words: the load failed"
    . "$work/moves"
    printf '  %-40s %8d %8.1f %8.1f %7.1f %7.1f %7.1f\n' "$words" "$moves_per_s" \
        "$service_us" "$postgres_us" "$(ms "$p50_us")" "$(ms "$p99_us")" \
        "$(ms "$event_p99_us")"
}

ms() { awk -v us="$1" 'BEGIN { print us / 1000 }'; }

# reads WORDS PATH: a line of the table of reads, of the match that was prepared
reads()
{
    before=$(service_us)
    wrk -t2 -c16 -d"$each" --latency -H "$authorization" \
        "http://$address/v1/matches/$match$2" >"$work/wrk" 2>&1
    if grep -E 'Non-2xx|Socket errors' "$work/wrk" >&2; then die "$1 failed"; fi
    after=$(service_us)
    awk -v words="$1" -v us="$((after - before))" '
        $1 == "99%" { p99 = $2 }
        $2 == "requests" { n = $1 }
        END { printf "  %-40s %8.1f %8s\n", words, us / n, p99 }' "$work/wrk"
}

# read_match EVENTS: all reads of a match with at least that number
read_match()
{
    "$build/load" prepare "$address" "$game" 2 80 "$1" >"$work/match"
    . "$work/match"
    reads "state, $seq events" /state
    reads "legal moves, $seq events" /legal-moves
    reads "the last 10 events, $seq events" "/events?after=$((seq - 10))"
    reads "the first 10 events, $seq events" "/events?after=0&limit=10"
}

# --- The run ---------------------------------------------------------------

move_head()
{
    printf '\n  %-40s %8s %8s %8s %7s %7s %7s\n' "moves: $1" moves/s service \
        postgres p50 p99 'event'
    printf '  %-40s %8s %8s %8s %7s %7s %7s\n' '' '' 'µs' 'µs' ms ms 'p99 ms'
}

read_head()
{
    printf '\n  %-40s %8s %8s\n' "reads: $1" 'CPU, µs' p99
}

new_database
start_service
move_head "64 connections"
moves "64 live matches" 64 64 0
moves "500 live matches" 64 500 0
moves "the same, $streams streams follow them" 64 500 "$streams"
moves "$live live matches" 64 "$live" 0

move_head "2 connections"
half=$((waiting / 2))
moves "$half live matches" 2 "$half" 0
idle=$(memory_kib)
# The memory that closed streams leave is not returned at once.
moves "the same, $waiting streams wait" 2 "$half" "$waiting"
printf '  %d KiB of memory before, %d with them: %.1f KiB for each that waits\n' \
    "$idle" "$(memory_kib)" \
    "$(awk -v a="$idle" -v b="$(memory_kib)" -v n="$waiting" 'BEGIN { print (b - a) / n }')"

read_head "a short match and a long one"
read_match 0
read_match "$events"
stop_service

[ "$finished" -gt 0 ] || exit 0
new_database
"$build/fathomd" migrate --database="$database" 2>"$work/log" ||
    { cat "$work/log" >&2; die "cannot create the database"; }
sql -c "ALTER DATABASE fathom_growth SET fill.matches = '$finished'"
say "generating $finished finished matches"
sql -f "$here/tests/support/ladder.sql" >/dev/null 2>&1
sql -c 'VACUUM ANALYZE' -c CHECKPOINT
start_service
move_head "64 connections, $finished finished matches"
moves "64 live matches" 64 64 0
moves "$live live matches" 64 "$live" 0
read_head "$finished finished matches"
read_match 0
