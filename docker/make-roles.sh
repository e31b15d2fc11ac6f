#!/bin/sh
# Make the database, the role that owns it and migrates, and the one that serves,
# with the rights of db/roles.sql.  PostgreSQL's image runs it when its volume is
# new.
#
# Names and passwords are those of the connection strings in the files owner and
# database of SECRETS, as docker/make-secrets.sh writes them.
set -eu
secrets=${SECRETS:-/run/secrets}
roles=${ROLES:-/roles.sql}
superuser=${POSTGRES_USER:-postgres}

# value KEY FILE: of a connection string.
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
