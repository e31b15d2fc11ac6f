#!/bin/sh
# Run by PostgreSQL's image when the database is made: the role that owns the
# schema and migrates, and the one that serves, which can change rows and
# nothing else.  Names and passwords come from the secrets.
set -eu

# value KEY FILE: of a connection string as docker/make-secrets.sh writes it.
value() { sed -n "s/.*\\b$1=\\([^ ]*\\).*/\\1/p" "/run/secrets/$2"; }

psql -v ON_ERROR_STOP=1 -X -q -U postgres \
    -v owner="$(value user owner)" -v owner_password="$(value password owner)" \
    -v service="$(value user database)" \
    -v service_password="$(value password database)" <<'SQL'
CREATE ROLE :"owner" LOGIN PASSWORD :'owner_password';
CREATE ROLE :"service" LOGIN PASSWORD :'service_password';
CREATE DATABASE fathom OWNER :"owner";
REVOKE ALL ON DATABASE fathom FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE fathom TO :"service";
\connect fathom
ALTER SCHEMA public OWNER TO :"owner";
GRANT USAGE ON SCHEMA public TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO :"service";
SQL
