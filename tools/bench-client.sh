#!/bin/sh
# Measure what a match costs a page in a browser (tests/bench/client.cjs), with a
# service of its own.  Takes about three minutes.
#
#   db/local.sh run -- tools/bench-client.sh build/release
set -eu
build=${1:?bench-client.sh BUILD-DIRECTORY}
cd "$(dirname "$0")/.."
work=$(mktemp -d /tmp/fathom-bench.XXXXXX)
database="${FATHOM_LOCAL_DATABASE:?} dbname=fathom_bench_client"
service=

clean_up()
{
    if [ -n "$service" ]; then
        kill "$service" 2>/dev/null || true
        wait "$service" || true
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# Two free ports.
ports=$(node -e '
const servers = [0, 1].map(() => require("net").createServer());
Promise.all(servers.map((s) => new Promise((r) => s.listen(0, "127.0.0.1", r))))
  .then(() => {
    console.log(servers.map((s) => s.address().port).join(" "));
    servers.forEach((s) => s.close());
  });')
url=http://127.0.0.1:${ports% *}
elsewhere=http://127.0.0.1:${ports#* }

psql -qAtX -d "$FATHOM_LOCAL_DATABASE" -c 'CREATE DATABASE fathom_bench_client'
FATHOM_DATABASE=$database FATHOM_LISTEN=${url#http://} \
    FATHOM_CORS_ORIGINS=$elsewhere "$build/fathomd" >"$work/log" 2>&1 & service=$!
tries=0
until curl -sf "$url/v1/config" >"$work/ready"; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { cat "$work/log" >&2; exit 1; }
    sleep 0.1
done
node tests/bench/client.cjs "$url" "$elsewhere"
