#!/bin/sh
# Lint openapi.yaml with two linters, warnings included.  Both are tools for
# development only; versions are pinned in tools/openapi/package-lock.json.
set -eu
cd "$(dirname "$0")/.."
[ -f openapi.yaml ] || { echo 'openapi.yaml is missing'; exit 1; }

home=build/openapi
if ! cmp -s tools/openapi/package-lock.json "$home/package-lock.json"; then
    rm -rf "$home"
    mkdir -p "$home"
    cp tools/openapi/package.json "$home/"
    cp tools/openapi/package-lock.json "$home/lock"
    (cd "$home" && cp lock package-lock.json &&
        npm ci --no-audit --no-fund --ignore-scripts --loglevel=error \
            </dev/null) || { rm -rf "$home"; exit 1; }
fi

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
"$home/node_modules/.bin/redocly" lint --config tools/openapi/redocly.yaml \
    --max-problems=50 openapi.yaml </dev/null
"$home/node_modules/.bin/spectral" lint --fail-severity=warn \
    --ruleset tools/openapi/spectral.yaml openapi.yaml </dev/null
