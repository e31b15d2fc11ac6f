-- Guests: accounts without a password, until their owner chooses a name and one.
--
-- Nodes of the version before treat a guest as any other account: until they are
-- stopped, a guest can also play rated matches.
ALTER TABLE accounts
    ADD COLUMN is_guest boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT accounts_password_check,
    ADD CONSTRAINT accounts_password_check CHECK
        (CASE WHEN deleted_at IS NULL AND kind <> 2 AND NOT is_guest
            THEN password LIKE '$argon2id$%' OR password LIKE '$scrypt$%' ELSE password = '' END) NOT VALID,
    ADD CONSTRAINT accounts_guest_check CHECK (NOT is_guest OR kind = 0 AND NOT is_admin) NOT VALID;
COMMENT ON COLUMN accounts.is_guest IS 'The account has a generated name and no password. It is deleted when it is no longer used.';
COMMENT ON COLUMN accounts.password IS 'argon2id or (older) scrypt hash that names its parameters and salt; empty for guests, deleted accounts and built-in bots.';
CREATE INDEX accounts_guests ON accounts (created_at) WHERE is_guest AND deleted_at IS NULL;
