-- argon2id for passwords, failures counted by name and network, known devices,
-- and tokens with the token that issued them.
--
-- No table is rewritten or scanned: existing rows satisfy the new checks, so they
-- need not be validated.

-- ---- passwords ----

ALTER TABLE accounts
    DROP CONSTRAINT accounts_password_check,
    ADD CONSTRAINT accounts_password_check CHECK
        (CASE WHEN deleted_at IS NULL AND kind <> 2
            THEN password LIKE '$argon2id$%' OR password LIKE '$scrypt$%' ELSE password = '' END) NOT VALID;
COMMENT ON COLUMN accounts.password IS 'argon2id or (older) scrypt hash that names its parameters and salt; empty when the account is gone or of the house.';

-- ---- tokens ----

ALTER TABLE tokens
    ADD COLUMN parent_id uuid,
    ADD CONSTRAINT tokens_parent_check CHECK (parent_id IS NULL OR (label IS NOT NULL AND scopes & 24 = 0)) NOT VALID;
COMMENT ON COLUMN tokens.parent_id IS 'The token that it was made with, when the password was not given: it ends with that one. Null: the password was given, or it was made before parents were kept. Tokens with account:write or admin have none.';

-- ---- failures ----

CREATE TABLE password_failures (
    name         text NOT NULL CHECK (name = '*' OR name ~ '^[a-z0-9_-]{3,24}$'),
    source       text NOT NULL CHECK (length(source) BETWEEN 1 AND 64),
    failures     integer NOT NULL CHECK (failures >= 0),
    failed_at    timestamptz NOT NULL,
    locked_until timestamptz,
    PRIMARY KEY (name, source)
);
CREATE INDEX password_failures_old ON password_failures (failed_at);
COMMENT ON TABLE password_failures IS
    'Wrong passwords, by the name that was tried (whether an account has it or not) and by where from. Rows a day old are deleted.';
COMMENT ON COLUMN password_failures.name IS 'The name; *: all names.';
COMMENT ON COLUMN password_failures.source IS 'A network ("192.0.2.7", "2001:db8:0:1::/64"), a known device ("device …"), a signed-in token ("tok_…"); *: all networks.';
COMMENT ON COLUMN password_failures.failures IS 'Failures since the last success or lock; each minute without one forgives one.';
COMMENT ON COLUMN password_failures.failed_at IS 'When the last one was.';
COMMENT ON COLUMN password_failures.locked_until IS 'Until then nothing is tried; of source *: until then one failure locks a network. Null: never locked.';

-- Locked networks stay locked; names locked by strangers are unlocked.
INSERT INTO password_failures (name, source, failures, failed_at, locked_until)
    SELECT '*', abbrev(address), failures, failed_at, locked_until FROM address_failures;

-- Nodes of version 0.3 need these as long as one runs.
COMMENT ON TABLE sign_in_failures IS 'Failures to sign in, by name, as version 0.3 counted them; a later migration drops it.';
COMMENT ON TABLE address_failures IS 'Failures to sign in, by address, as version 0.3 counted them; a later migration drops it.';

-- ---- known devices ----

CREATE TABLE devices (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    hash       bytea NOT NULL CHECK (octet_length(hash) = 32),
    created_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL CHECK (seen_at >= created_at),
    PRIMARY KEY (account_id, hash)
);
CREATE INDEX devices_old ON devices (seen_at);
COMMENT ON TABLE devices IS 'Devices that an account has signed in on: they are let in while strangers try its name.';
COMMENT ON COLUMN devices.account_id IS 'The account.';
COMMENT ON COLUMN devices.hash IS 'SHA-256 of the device token; the token itself is stored nowhere.';
COMMENT ON COLUMN devices.created_at IS 'When the device token was given out.';
COMMENT ON COLUMN devices.seen_at IS 'When the account last signed in with it; as created_at: it has not yet.';
