-- The role of the service in a cluster of db/local.sh, run by fathom_admin at
-- every start, in each database that is there: it may create databases and owns
-- its tables, and is no superuser.
\set QUIET on

-- A cluster that was made before there was fathom_admin began with fathom as
-- its superuser, which it must keep: that role gets another name.
SELECT 'ALTER ROLE fathom RENAME TO fathom_first'
  FROM pg_roles WHERE rolname = 'fathom' AND rolsuper
\gexec
SELECT 'CREATE ROLE fathom LOGIN CREATEDB'
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fathom')
\gexec

-- It drops databases that autovacuum may be working in.
SELECT 'GRANT pg_signal_backend TO fathom'
 WHERE NOT pg_has_role('fathom', 'pg_signal_backend', 'MEMBER')
\gexec

-- What it owned there is now fathom's.  (REASSIGN OWNED refuses: the role owns
-- the system's tables as well.)  Sequences of columns go with their tables.
SELECT format('ALTER DATABASE %I OWNER TO fathom', datname)
  FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba
 WHERE datname = current_database() AND rolname = 'fathom_first'
   AND datname = 'fathom'
UNION ALL
SELECT format('ALTER TABLE %s OWNER TO fathom', c.oid::regclass)
  FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
 WHERE relnamespace = 'public'::regnamespace AND rolname = 'fathom_first'
   AND relkind IN ('r', 'p', 'v', 'm')
UNION ALL
SELECT format('ALTER ROUTINE %s OWNER TO fathom', p.oid::regprocedure)
  FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
 WHERE pronamespace = 'public'::regnamespace AND rolname = 'fathom_first'
\gexec
