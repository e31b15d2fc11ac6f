#!/bin/sh
# Build the TypeScript client: types from openapi.yaml, JavaScript and declarations
# in build/clients/typescript, which is a package for npm.
# Versions are pinned in tools/typescript/package-lock.json.
set -eu
cd "$(dirname "$0")/.."
tools/npm-install.sh typescript
bin=$PWD/build/typescript/node_modules/.bin
final=build/clients/typescript
work=$final.$$
rm -rf "$work"
mkdir -p "$work/src"
trap 'rm -rf "$work"' EXIT

cp clients/typescript/tsconfig.json clients/typescript/package.json "$work/"
cp clients/typescript/src/*.ts "$work/src/"
"$bin/openapi-typescript" openapi.yaml --output "$work/src/openapi.ts" \
    --export-type --root-types --root-types-no-schema-prefix \
    >"$work/log" 2>&1 </dev/null || { cat "$work/log" >&2; exit 1; }

package=$work/package
"$bin/tsc" --project "$work" --outDir "$package"
rm "$package/openapi.js" # it has only types
cp clients/typescript/package.json clients/typescript/README.md LICENSE "$package/"
rm -rf "$final"
mv "$package" "$final"
