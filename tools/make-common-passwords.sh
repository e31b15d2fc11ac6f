#!/bin/sh
# Make service/play/accounts/common_passwords.def, the hashes of the commonest passwords,
# from the list that tools/passwords/package-lock.json pins.  The file is in the
# repository, so that building needs no npm.
#
#   tools/make-common-passwords.sh            write it
#   tools/make-common-passwords.sh --check    fail unless it is up to date
set -eu
cd "$(dirname "$0")/.."
file=service/play/accounts/common_passwords.def
made=build/common_passwords.def

tools/npm-install.sh passwords
node tools/passwords/make.cjs \
    build/passwords/node_modules/@zxcvbn-ts/language-common 3000 8 >"$made"
if [ "${1-}" != --check ]; then
    cp "$made" "$file"
elif ! cmp "$made" "$file"; then
    echo "$file is out of date: run $0 and commit the result" >&2
    exit 1
fi
