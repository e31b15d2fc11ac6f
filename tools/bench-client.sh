#!/bin/sh
# Measure what a match costs a page in a browser (tools/bench/client.cjs), with a
# service of its own.  Takes about three minutes.
#
#   db/local.sh run -- tools/bench-client.sh build/release
set -eu
build=${1:?bench-client.sh BUILD-DIRECTORY}
cd "$(dirname "$0")/.."

# The address of a page of another origin.
port=$(node -e '
const server = require("net").createServer();
server.listen(0, "127.0.0.1", () => {
  console.log(server.address().port);
  server.close();
});')
FATHOM_ELSEWHERE=http://127.0.0.1:$port
export FATHOM_ELSEWHERE

# shellcheck disable=SC2016 # FATHOM_URL is known within
FATHOM_CORS_ORIGINS=$FATHOM_ELSEWHERE exec tools/with-service.sh "$build" \
    sh -c 'exec node tools/bench/client.cjs "$FATHOM_URL" "$FATHOM_ELSEWHERE"'
