#!/bin/sh
# Gather the documentation that fathomd serves: openapi.yaml, and the page /docs
# with all its parts.  Fills build/docs-pack; docs.def in it is the list for
# api/operations/docs.c:
#
#   DOCS_FILE(symbol, "name with a hash", "type", "path", "hash")
#   DOCS_PAGE(symbol, "type", "path", "hash")
#   DOCS_CONTRACT(symbol, "game", "type", "path", "hash")
#
# The contract is there as YAML and as JSON, whole ("" as the game) and with the
# schemas of one game.  Needs nothing but sed, gzip, sha256sum and python3.
set -eu
cd "$(dirname "$0")/.."
ui=api/docs/swagger-ui
final=build/docs-pack
pack=$final.$$
rm -rf "$pack"
mkdir -p "$pack"
trap 'rm -rf "$pack"' EXIT

hash_of() { sha256sum "$1" | cut -c 1-16; }

# add FILE TYPE: copy it under a name that changes when it does.
add()
{
    plain=${1##*/}
    hash=$(hash_of "$1")
    case $plain in
    *.*) name=${plain%%.*}-$hash.${plain#*.} ;;
    *) name=$plain-$hash ;;
    esac
    cp "$1" "$pack/$name"
    gzip -9nc "$1" >"$pack/$name.gz"
    count=$((count + 1))
    printf 'DOCS_FILE(docs_%d, "%s", "%s", "%s", "%s")\n' \
        "$count" "$name" "$2" "$final/$name" "$hash" >>"$pack/docs.def"
    printf 's|@%s@|%s|\n' "$plain" "$name" >>"$pack/names"
}

# add_page SYMBOL FILE TYPE: the file was added before.
add_page()
{
    gzip -9nc "$pack/$2" >"$pack/$2.gz"
    printf 'DOCS_PAGE(%s, "%s", "%s", "%s")\n' \
        "$1" "$3" "$final/$2" "$(hash_of "$pack/$2")" >>"$pack/docs.def"
}

echo '/* Made by tools/pack-docs.sh. */' >"$pack/docs.def"
count=0
add "$ui/swagger-ui.css" text/css
add "$ui/swagger-ui-bundle.js" text/javascript
add "$ui/favicon-32x32.png" image/png
add "$ui/swagger-ui-bundle.js.LICENSE.txt" text/plain
add "$ui/LICENSE" text/plain
add "$ui/NOTICE" text/plain
add api/docs/start.js text/javascript
sed -f "$pack/names" api/docs/index.html >"$pack/index.html"
if grep '@' "$pack/index.html"; then
    echo 'pack-docs: the page refers to a missing file' >&2
    exit 1
fi
add_page docs_page index.html text/html

tools/make-openapi.py --all "$pack"
for file in "$pack"/openapi*.*; do
    name=${file##*/}
    game=${name#openapi} game=${game%.*}
    gzip -9nc "$file" >"$file.gz"
    count=$((count + 1))
    printf 'DOCS_CONTRACT(docs_%d, "%s", "application/%s", "%s", "%s")\n' \
        "$count" "${game#-}" "${name##*.}" "$final/$name" "$(hash_of "$file")" \
        >>"$pack/docs.def"
done
rm -rf "$final"
mv "$pack" "$final"
