-- Banned accounts, and the actions of operators.

-- Null in all existing rows: nothing is rewritten.
ALTER TABLE accounts ADD COLUMN banned_at timestamptz;
COMMENT ON COLUMN accounts.banned_at IS 'Since when an operator keeps it from signing in. Null: it is not banned.';

CREATE TABLE operator_actions (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    acted_at   timestamptz NOT NULL,
    action     text NOT NULL CHECK (action ~ '^[a-z-]{1,32}$'),
    account_id uuid REFERENCES accounts,
    match_id   uuid,
    db_role    text NOT NULL DEFAULT session_user,
    said_by    text NOT NULL CHECK (octet_length(said_by) <= 500),
    reason     text NOT NULL CHECK (octet_length(reason) <= 500),
    CHECK ((account_id IS NULL) <> (match_id IS NULL))
);
COMMENT ON TABLE operator_actions IS 'What operators did to accounts and matches, by commands of fathomd. Rows are only added.';
COMMENT ON COLUMN operator_actions.id IS 'In the order in which they began to be written.';
COMMENT ON COLUMN operator_actions.acted_at IS 'When.';
COMMENT ON COLUMN operator_actions.action IS 'The name of the command: ban, unban, end-sessions, reset-password, grant-admin, revoke-admin, abort-match.';
COMMENT ON COLUMN operator_actions.account_id IS 'Whose account it was done to. Null: it was done to a match.';
COMMENT ON COLUMN operator_actions.match_id IS 'The match that it was done to. Null: it was done to an account.';
COMMENT ON COLUMN operator_actions.db_role IS 'The role of the database that did it.';
COMMENT ON COLUMN operator_actions.said_by IS 'Who did it, as they said (--by).';
COMMENT ON COLUMN operator_actions.reason IS 'Why, as they said (--why).';

-- The serving role adds rows and cannot change them: db/roles.sql has the same
-- rights for new databases.
DO $$
DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC'
                   ELSE a.grantee::regrole::text END AS role
          FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
         WHERE c.oid = 'operator_actions'::regclass
           AND a.grantee <> c.relowner
           AND a.privilege_type IN ('UPDATE', 'DELETE')
    LOOP
        EXECUTE format('REVOKE UPDATE, DELETE ON operator_actions FROM %s',
                       given.role);
    END LOOP;
END $$;
