#!/bin/sh
# Take pictures of the page in named states (tests/web/shots.mjs), with a service of
# its own: build/web-shots, and the README's docs/page.png.
#
#   db/local.sh run -t -- tools/make-pictures.sh build/release [PATTERN]
#
# PATTERN, a regular expression, selects states by name.
set -eu
build=${1:?make-pictures.sh BUILD-DIRECTORY}
cd "$(dirname "$0")/.."
FATHOM_STATES=${2:-.}
FATHOM_RATE_TOKEN=100000/10 FATHOM_RATE_ADDRESS=100000/10
export FATHOM_STATES FATHOM_RATE_TOKEN FATHOM_RATE_ADDRESS

# shellcheck disable=SC2016 # FATHOM_URL is known within
tools/with-service.sh "$build" sh -c '
    exec node tests/web/shots.mjs "$FATHOM_URL" build/web-shots "$FATHOM_STATES"'
if [ -f build/web-shots/readme.png ]; then
    cp build/web-shots/readme.png docs/page.png
fi
