-- The two roles of the service: an owner, which migrates, and one that serves
-- and may only read and write rows.  Run it in the service's database before the
-- first migration; it may be run again at any time:
--
--   psql -d fathom -v owner=fathom_owner -v service=fathom -f db/roles.sql
--
-- For a superuser, or for the administrator that a managed PostgreSQL has: a role
-- with CREATEROLE and CREATEDB, which owns the database.  Such a one becomes a
-- member of the owner's role.
--
-- Roles that are not there are made, without a password: \password NAME.
\set ON_ERROR_STOP on
\set QUIET on
SET client_min_messages = warning;

SELECT format('CREATE ROLE %I LOGIN', name)
  FROM (VALUES (:'owner'), (:'service')) r (name)
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec

-- Who is no superuser can give the database, and rights on the owner's tables,
-- only as a member of its role.
SELECT format('GRANT %I TO CURRENT_USER', :'owner')
  FROM pg_roles WHERE rolname = current_user AND NOT rolsuper
   AND rolname <> :'owner'
\gexec

-- Whose the database is; nobody else comes in.
ALTER DATABASE :"DBNAME" OWNER TO :"owner";
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO :"service";
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO :"owner";
GRANT USAGE ON SCHEMA public TO :"service";

-- Rows of all tables, those of migrations to come as well.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO :"service";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
    GRANT USAGE ON SEQUENCES TO :"service";

-- What only migrations write.
SELECT format('REVOKE INSERT, UPDATE, DELETE ON %I FROM %I', name, :'service')
  FROM (VALUES ('migrations'), ('shared')) t (name)
 WHERE to_regclass('public.' || name) IS NOT NULL
\gexec

-- What is only added to.
SELECT format('REVOKE UPDATE, DELETE ON operator_actions FROM %I', :'service')
 WHERE to_regclass('public.operator_actions') IS NOT NULL
\gexec

-- What a pooler's sessions must have, for nobody can set them there; the
-- service sets its own.
ALTER ROLE :"service" IN DATABASE :"DBNAME" SET statement_timeout = '5s';
ALTER ROLE :"service" IN DATABASE :"DBNAME" SET lock_timeout = '5s';
ALTER ROLE :"service" IN DATABASE :"DBNAME" SET idle_in_transaction_session_timeout = '60s';
