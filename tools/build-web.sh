#!/bin/sh
# Build the web page: check the types of web/src against openapi.yaml, then bundle
# it.  `make web` builds the client that it uses first; npm installs the pinned
# tools into build/web.
#
#   tools/build-web.sh           write web/built
#   tools/build-web.sh --check   only compare; 1 if web/built is not what it writes
set -eu
cd "$(dirname "$0")/.."
tools/npm-install.sh web
build/web/node_modules/.bin/tsc --project web
if [ "${1-}" = --check ]; then
    node web/build.mjs build/web-check
    diff -r build/web-check web/built >/dev/null || {
        echo 'web/built is not what make web writes: run it and commit' >&2
        exit 1
    }
else
    node web/build.mjs
fi
