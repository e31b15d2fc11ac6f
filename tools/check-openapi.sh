#!/bin/sh
# Compare openapi.yaml with its source, lint it with two linters, warnings
# included, check that each of its schemas has a type, each body an example that fits,
# and that its form as JSON is the same; and compare the files that draw it at /docs
# with their npm package.
# The linters are tools for development only; versions are pinned in
# tools/openapi/package-lock.json.
set -eu
cd "$(dirname "$0")/.."
tools/make-openapi.py --check

tools/npm-install.sh contract
node tools/check-types.cjs
work=$(mktemp -d build/openapi-check.XXXXXX)
trap 'rm -rf "$work"' EXIT
tools/make-openapi.py --all "$work"
for file in "$work"/*.yaml; do
    node tools/check-json.cjs "$file" "${file%.yaml}.json"
    node tools/check-examples.cjs "$file"
done
tools/npm-install.sh openapi
bin=build/openapi/node_modules/.bin
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
"$bin/redocly" lint --config tools/openapi/redocly.yaml \
    --max-problems=50 openapi.yaml </dev/null
"$bin/spectral" lint --fail-severity=warn \
    --ruleset tools/openapi/spectral.yaml openapi.yaml </dev/null
tools/check-docs.sh
