#!/bin/sh
# Pin the third-party images of docker/compose.yaml: read the current digests of
# their tags from the registry, and write them to a file that Compose reads.  A tag
# changes when its image is rebuilt; a digest does not.
#
#   docker/pin-images.sh [FILE]     docker/.env
#
# Run it again, for example weekly, for the security updates of these images, and
# keep the file with your configuration.  Lines with other settings are kept.  To
# use other tags than compose.yaml, set the same variables in the environment:
# FATHOM_POSTGRES_IMAGE=registry.example/postgres:15-bookworm.
set -eu
case ${1-} in
-*) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
here=$(dirname "$0")
file=${1:-$here/.env}

# Print the default of a variable in compose.yaml.
tag_of() { sed -n "s/.*\${$1:-\([^}]*\)}.*/\1/p" "$here/compose.yaml"; }

# Print the digest of an image: that of the index, if it has several platforms.
digest_of()
{
    docker buildx imagetools inspect "$1" | sed -n 's/^Digest: *//p'
}

umask 022
trap 'rm -f "$file.new"' EXIT
if [ -e "$file" ]; then
    grep -v '^FATHOM_[A-Z]*_IMAGE=' "$file" >"$file.new" || true
else
    : >"$file.new"
fi
for name in FATHOM_BASE_IMAGE FATHOM_POSTGRES_IMAGE FATHOM_HAPROXY_IMAGE; do
    eval "image=\${$name:-}"
    image=${image:-$(tag_of $name)}
    image=${image%@sha256:*}
    digest=$(digest_of "$image")
    case $digest in
    sha256:????????????????????????????????????????????????????????????????) ;;
    *) echo "pin-images: no digest of $image" >&2; exit 1 ;;
    esac
    printf '%s=%s@%s\n' "$name" "$image" "$digest" | tee -a "$file.new"
done
mv "$file.new" "$file"
