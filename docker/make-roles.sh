#!/bin/sh
# Make the database, the owner role, which migrates, and the service role, with
# the rights in db/roles.sql.  PostgreSQL's image runs this script when its volume
# is new.
#
# Names and passwords come from the connection strings in the files owner and
# database in SECRETS, which docker/make-secrets.sh writes.
set -eu
secrets=${SECRETS:-/run/secrets}
roles=${ROLES:-/roles.sql}
superuser=${POSTGRES_USER:-postgres}

# value KEY FILE: print the value of KEY in a connection string.
value() { sed -n "s/.*\\b$1=\\([^ ]*\\).*/\\1/p" "$secrets/$2"; }

database=$(value dbname owner)
owner=$(value user owner)
service=$(value user database)

psql -v ON_ERROR_STOP=1 -X -q -U "$superuser" -d postgres \
    -v database="$database" -v owner="$owner" -v service="$service" \
    -v owner_password="$(value password owner)" \
    -v service_password="$(value password database)" <<'SQL'
CREATE ROLE :"owner" LOGIN PASSWORD :'owner_password';
CREATE ROLE :"service" LOGIN PASSWORD :'service_password';
CREATE DATABASE :"database" OWNER :"owner";
SQL
psql -X -q -U "$superuser" -d "$database" -v owner="$owner" \
    -v service="$service" -f "$roles"
