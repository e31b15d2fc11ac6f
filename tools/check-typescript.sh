#!/bin/sh
# Generate TypeScript clients from openapi.yaml with three generators and compile
# them with the strict compiler, together with tools/typescript/uses.ts; the same for
# the package in build/clients/typescript, which make builds before.
# Versions are pinned in tools/typescript/package-lock.json.
set -eu
cd "$(dirname "$0")/.."
tools/npm-install.sh typescript
modules=$PWD/build/typescript/node_modules
work=$(mktemp -d build/typescript/check-XXXXXX)
trap 'rm -rf "$work"' EXIT
contract=$PWD/openapi.yaml
cd "$work"

# begin CLIENT USES: a directory for a client and what is done with it.
begin()
{
    mkdir "$1"
    cp "../../../tools/typescript/$2" "$1/"
    printf '{"type":"module"}\n' >"$1/package.json"
}

# The output of a generator is shown only if it fails.
quietly()
{
    "$@" >log 2>&1 </dev/null || { cat log >&2; exit 1; }
}

begin openapi-typescript uses.ts
quietly "$modules/.bin/openapi-typescript" "$contract" \
    --output openapi-typescript/openapi.ts
{
    echo "import type { components } from './openapi.js';"
    sed -n '/^import type {/,/} from/p' openapi-typescript/uses.ts |
        grep -o '[A-Z][A-Za-z]*' |
        sed "s/.*/export type & = components['schemas']['&'];/"
} >openapi-typescript/schemas.ts

begin openapi-ts uses.ts
quietly "$modules/.bin/openapi-ts" --input "$contract" --silent \
    --output openapi-ts/client --client @hey-api/client-fetch \
    --plugins @hey-api/typescript @hey-api/sdk
echo "export * from './client/types.gen.js';" >openapi-ts/schemas.ts

begin orval uses.ts
cat >orval.config.cjs <<WORDS
module.exports = { fathom: {
  input: '$contract',
  output: {
    target: 'orval/client.ts',
    client: 'fetch',
    // Of an operation with two media types it declares the type of the whole
    // response twice.
    override: { fetch: { includeHttpResponseReturnType: false } },
  },
} };
WORDS
quietly "$modules/.bin/orval" --config orval.config.cjs
echo "export * from './client.js';" >orval/schemas.ts

begin package package-uses.ts
mkdir package/node_modules
cp -R ../../clients/typescript package/node_modules/fathom-client

# The name of the directory has no dot: tsc would take it for that of a file.
cp ../../../tools/typescript/tsconfig.json .
"$modules/.bin/tsc" --project .
