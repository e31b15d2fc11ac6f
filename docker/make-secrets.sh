#!/bin/sh
# Make the secrets that docker/compose.yaml needs, in docker/secrets or another
# directory.  Existing files are not changed.
#
#   docker/make-secrets.sh [DIRECTORY]
#
#   postgres-password  password of PostgreSQL's superuser
#   owner, database    libpq connection strings of the owner role, which
#                      migrates, and of the service role
#   proxy.pem          the proxy's self-signed certificate: replace it by your
#                      own, the chain and then the key
#
# FATHOM_HOST is the host name in the certificate (default: localhost).
set -eu
case ${1-} in
-*) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
secrets=${1:-$(dirname "$0")/secrets}
host=${FATHOM_HOST:-localhost}

# Compose mounts the files with their permissions, and containers read them as
# different users.  So the files are readable by all, and only the directory keeps
# other users of this machine out.
mkdir -p "$secrets"
chmod 700 "$secrets"
umask 022

# write NAME: write standard input to the file, unless it exists.
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
