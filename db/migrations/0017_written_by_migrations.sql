-- Two tables are written only by migrations.  If db/roles.sql created the roles
-- before these tables existed, the serving role got rights on them as on all
-- others: they are revoked here.  db/roles.sql, run later, does the same.
DO $$
DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT DISTINCT c.oid::regclass AS name,
               CASE a.grantee WHEN 0 THEN 'PUBLIC'
                   ELSE a.grantee::regrole::text END AS role
          FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
         WHERE c.oid IN ('migrations'::regclass, 'shared'::regclass)
           AND a.grantee <> c.relowner
           AND a.privilege_type IN ('INSERT', 'UPDATE', 'DELETE')
    LOOP
        EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM %s',
                       given.name, given.role);
    END LOOP;
END $$;
