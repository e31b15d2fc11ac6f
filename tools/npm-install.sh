#!/bin/sh
# Install the packages that tools/NAME/package-lock.json pins into build/NAME,
# unless they are there.  No package's own scripts are run.
#
#   tools/npm-install.sh openapi|contract|docs|openskill
set -eu
cd "$(dirname "$0")/.."
from=tools/$1
home=build/$1
new=$home.$$

# The folder is there only when all of it is.
cmp -s "$from/package-lock.json" "$home/package-lock.json" && exit 0
mkdir -p "$new"
trap 'rm -rf "$new"' EXIT
cp "$from/package.json" "$from/package-lock.json" "$new/"
(cd "$new" && npm ci --no-audit --no-fund --ignore-scripts \
    --no-update-notifier --loglevel=error </dev/null >&2)
rm -rf "$home"
mv "$new" "$home"
