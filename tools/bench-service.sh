#!/bin/sh
# Measure what the service does per second, and what this machine allows, in one
# run, so that the ratios are valid on any machine.  Takes about a minute on an
# idle machine.
#
#   db/local.sh run -- tools/bench-service.sh build/release
#
# SECONDS_EACH (3) is for each load of reads, SECONDS_MOVES (10) for the moves.
# GAME and SEATS select the game.
set -eu

build=${1:?bench-service.sh BUILD-DIRECTORY}
each=${SECONDS_EACH:-3}
long=${SECONDS_MOVES:-10}
game=${GAME:-underwater-cities}
seats=${SEATS:-2}
connections=64
pg_clients=16
baseline_matches=1000
here=$(dirname "$0")/..
work=$(mktemp -d /tmp/fathom-bench.XXXXXX)
database="${FATHOM_ADMIN_DATABASE:?} dbname=fathom_bench"
pids=

say() { printf '%s\n' "$*" >&2; }
die() { say "bench-service: $*"; exit 1; }

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

sql() { psql -qAtX -d "$database" -c "$1"; }

# --- Measurements ----------------------------------------------------------

# Start the baseline with these arguments; set `baseline` to its URL.
start_baseline()
{
    rm -f "$work/baseline" # another baseline's address
    "$build/baseline" "$@" >"$work/baseline" & pids="$pids $!"
    tries=0
    until [ -s "$work/baseline" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || die "the reference server did not start"
        sleep 0.1
    done
    . "$work/baseline"
    baseline=http://$address
}

# reads NAME URL [ARGUMENTS of wrk]: NAME_rps, NAME_p50, NAME_p99 (microseconds)
reads()
{
    name=$1 where=$2
    shift 2
    wrk -t2 -c"$connections" -d"$each" --latency "$@" "$where" >"$work/wrk" 2>&1
    if grep -E 'Non-2xx|Socket errors' "$work/wrk" >&2; then
        die "$name: not every response was valid"
    fi
    awk -v name="$name" '
        function us(v) {
            if (v ~ /us$/) return v + 0
            if (v ~ /ms$/) return v * 1000
            return v * 1000000
        }
        $1 == "50%" { p50 = us($2) }
        $1 == "99%" { p99 = us($2) }
        /^Requests\/sec/ { rps = $2 }
        END { printf "%s_rps=%.0f\n%s_p50=%.0f\n%s_p99=%.0f\n",
              name, rps, name, p50, name, p99 }' "$work/wrk" >"$work/figures"
    . "$work/figures"
    eval "say \"  $name: \$${name}_rps per second\""
}

# User and system time of a process, in microseconds.
cpu_us()
{
    ticks=$(getconf CLK_TCK)
    awk -v ticks="$ticks" '{ sub(/^.*\) /, ""); print ($12 + $13) * 1000000 / ticks }' \
        "/proc/$1/stat"
}

# Run a script with pgbench; print its transactions per second.
transactions()
{
    pgbench -n -M prepared -T "$each" -c "$pg_clients" -j 2 \
        -D "state=$state" -D "last=$((row - 1))" -D "matches=$baseline_matches" \
        -f "$1" "$database" 2>"$work/pgbench.err" |
        awk '/^tps/ { printf "%.0f\n", $3 }'
    [ -s "$work/pgbench.err" ] && cat "$work/pgbench.err" >&2 || true
}

# --- The service -----------------------------------------------------------

start_service()
{
    psql -qAtX -d "$FATHOM_ADMIN_DATABASE" -c 'DROP DATABASE IF EXISTS fathom_bench' \
        -c 'CREATE DATABASE fathom_bench' 2>/dev/null
    # The limits count, but are never reached.
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:0 FATHOM_DATABASE=$database FATHOM_PASSWORD_MEMORY_KIB=64 \
        "$build/fathomd" --rate-address=1000000/1 --rate-token=1000000/1 \
        --rate-match=1000000/1 --rate-sign-in=0 --rate-registration=0 \
        --live-matches=1000000 --sandbox-matches=1000000 ${FATHOMD_FLAGS-} \
        >/dev/null 2>"$work/log" &
    service=$!
    pids="$pids $service"
    tries=0
    until grep -q '"listening"' "$work/log"; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] && kill -0 "$service" 2>/dev/null || {
            cat "$work/log" >&2
            die "fathomd did not start"
        }
        sleep 0.1
    done
    service_address=$(sed -n 's/.*"listening".*"address":"\([^"]*\)".*/\1/p' "$work/log")
}

# --- The run ---------------------------------------------------------------

export PGOPTIONS='-c client_min_messages=warning'
start_service
say "playing a match of $game to read from"
"$build/load" prepare "$service_address" "$game" "$seats" 80 >"$work/match"
. "$work/match"
url=http://$service_address/v1/matches/$match

start_baseline "$bytes"
say "reads, $each s each"
reads hello "$baseline/"
reads static "$baseline/bytes"
cpu=$(cpu_us "$service")
reads state "$url/state" -H "$authorization"
state_cpu=$(($(cpu_us "$service") - cpu))
reads known "$url/state" -H "$authorization" -H "If-None-Match: $tag"
reads legal "$url/legal-moves" -H "$authorization"
reads match_ "$url" -H "$authorization"
reads again "$baseline/"

say "moves, $long s"
sql CHECKPOINT
wal=$(sql 'SELECT pg_current_wal_insert_lsn()')
cpu=$(cpu_us "$service")
"$build/load" moves "$service_address" "$game" "$seats" "$connections" "$long" >"$work/moves"
cpu=$(($(cpu_us "$service") - cpu))
. "$work/moves"
wal=$(sql "SELECT pg_current_wal_insert_lsn() - '$wal'::pg_lsn")
row=$(sql 'SELECT avg(octet_length(state))::int FROM matches')
stored=$(sql 'SELECT count(*) FROM events WHERE kind = 3')
rss=$(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$service/status")
say "  moves: $moves_per_s per second"

say "the same rows written without the service, $each s each"
sql "CREATE TABLE baseline_matches (id int PRIMARY KEY, seq int NOT NULL,
       state bytea NOT NULL) WITH (fillfactor = 50);
     ALTER TABLE baseline_matches ALTER state SET STORAGE PLAIN;
     CREATE TABLE baseline_moves (at timestamptz NOT NULL DEFAULT now(),
       match int NOT NULL, seat smallint NOT NULL, move text NOT NULL);
     INSERT INTO baseline_matches SELECT i, 0, decode(repeat('5a', $row), 'hex')
       FROM generate_series(0, $baseline_matches) i"
sql CHECKPOINT
state=$(head -c "$row" /dev/urandom | od -An -v -tx1 | tr -d ' \n')
state="\\x$state"
for kind in seq pipe; do
    {
        printf '%s\n' "\\set id random(0, $((baseline_matches - 1)))" \
            '\set byte random(0, 255)'
        if [ "$kind" = pipe ]; then printf '%s\n' '\startpipeline'; fi
        printf '%s\n' 'BEGIN;' \
            'UPDATE baseline_matches SET state = set_byte(:state::bytea, :last, :byte), seq = seq + 1 WHERE id = :id;' \
            "INSERT INTO baseline_moves (match, seat, move) VALUES (:id, 1, 'place red3 28');" \
            'COMMIT;'
        if [ "$kind" = pipe ]; then printf '%s\n' '\endpipeline'; fi
    } >"$work/$kind.sql"
done
seq_tps=$(transactions "$work/seq.sql")
pipe_tps=$(transactions "$work/pipe.sql")
say "  sequential: $seq_tps; pipelined: $pipe_tps"
start_baseline "$row" "$database" "$baseline_matches"
reads baseline "$baseline/" -s "$here/tests/load/post.lua"

# --- The table -------------------------------------------------------------

awk -v hello="$hello_rps" -v again="$again_rps" -v static="$static_rps" \
    -v state="$state_rps" -v known="$known_rps" -v legal="$legal_rps" \
    -v match_="$match__rps" -v bytes="$bytes" -v moves="$moves_per_s" \
    -v n="$moves" -v p50="$p50_us" -v p99="$p99_us" -v worst="$max_us" -v cpu="$cpu" \
    -v wal="$wal" -v row="$row" -v seq="$seq_tps" -v pipe="$pipe_tps" \
    -v baseline="$baseline_rps" -v baseline99="$baseline_p99" -v state99="$state_p99" \
    -v state_cpu="$state_cpu" -v each="$each" -v rss="$rss" \
    -v matches="$matches" -v stored="$stored" '
function line(name, value, must, aim) {
    printf "  %-46s %12s %10s %10s\n", name, value, must, aim
}
function ratio(a, b) { return sprintf("%.2f", b ? a / b : 0) }
BEGIN {
    hello = (hello + again) / 2
    printf "\nthe service with 64 connections, all on this machine\n"
    line("", "", "must", "aim")
    line("1 moves/s : BEGIN UPDATE INSERT COMMIT", ratio(moves, seq), "1.0", "2.0")
    line("2 moves/s : the same pipelined", ratio(moves, pipe), "0.6", "1.2")
    line("3 moves/s : baseline with shared commits", ratio(moves, baseline), "0.4", "0.75")
    line("6 GET state/s : hello", ratio(state, hello), "0.6", "0.8")
    line("  GET state/s : static response of the same size", ratio(state, static), "", "")
    line("  GET state, 304 : hello", ratio(known, hello), "", "")
    line("7 GET legal-moves/s : hello", ratio(legal, hello), "0.4", "0.7")
    line("  GET match/s : hello", ratio(match_, hello), "", "")
    line("8 POST move, p99 in ms", sprintf("%.1f", p99 / 1000), "8", "4")
    line("9 CPU of the service per move, us", sprintf("%.1f", cpu / n), "40", "20")
    line("17 bytes of WAL per move", sprintf("%.0f", wal / n), "2500", "1400")
    printf "\n  per second: hello %d, %d bytes static %d, state %d, 304 %d,\n", \
        hello, bytes, static, state, known
    printf "  legal moves %d, match %d; moves %d (p50 %.1f ms, worst %.0f ms),\n", \
        legal, match_, moves, p50 / 1000, worst / 1000
    printf "  pgbench %d and %d, baseline %d (p99 %.1f ms)\n", seq, pipe, baseline, \
        baseline99 / 1000
    printf "  state: %.1f us of CPU per GET, p99 %.1f ms; row of %d bytes; %d MiB\n", \
        state_cpu / (state * each), state99 / 1000, row, rss
    printf "  %d moves acknowledged in %d matches, %d stored\n", n, matches, stored
}'
