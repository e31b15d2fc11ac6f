-- Accounts that an account has blocked.
--
-- Nodes of an earlier version neither read nor write the table: during a rolling
-- upgrade they let such challenges through.

CREATE TABLE blocks (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    blocked_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, blocked_id),
    CHECK (account_id <> blocked_id)
);
CREATE INDEX blocks_of ON blocks (blocked_id);
COMMENT ON TABLE blocks IS 'Accounts whose challenges an account does not want. A row is deleted with either account.';
COMMENT ON COLUMN blocks.account_id IS 'The account that does not want to be challenged.';
COMMENT ON COLUMN blocks.blocked_id IS 'The account that cannot challenge it.';
COMMENT ON COLUMN blocks.created_at IS 'When it was blocked.';
