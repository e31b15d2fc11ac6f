#!/bin/sh
# Make what docker/compose.yaml needs to be secret, in docker/secrets or another
# directory.  What is there already stays as it is.
#
#   docker/make-secrets.sh [DIRECTORY]
#
#   postgres-password  of PostgreSQL's superuser
#   owner, database    for libpq: the role that owns the database and migrates,
#                      and the one that serves
#   proxy.pem          the proxy's certificate, signed by itself: put your own
#                      there, the chain and then the key
#
# FATHOM_HOST is the name that the certificate is for: localhost.
set -eu
case ${1-} in
-*) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
secrets=${1:-$(dirname "$0")/secrets}
host=${FATHOM_HOST:-localhost}

# Compose hands files out as they are, and each container reads as a user of its
# own: the directory alone keeps others of this machine away.
mkdir -p "$secrets"
chmod 700 "$secrets"
umask 022

# write NAME: its text is read from standard input.
write()
{
    if [ -e "$secrets/$1" ]; then cat >/dev/null; return; fi
    cat >"$secrets/$1.new"
    mv "$secrets/$1.new" "$secrets/$1"
    echo "made $secrets/$1"
}

password() { openssl rand -hex 24; }

conninfo()
{
    printf 'host=database dbname=fathom user=%s password=%s\n' \
        "$1" "$(password)"
}

certificate()
{
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
        -days 365 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
        -keyout - -out - 2>/dev/null
}

password | write postgres-password
conninfo fathom_owner | write owner
conninfo fathom | write database
certificate | write proxy.pem
