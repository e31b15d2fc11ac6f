-- Tokens with a label, deleted accounts, failures by address.

-- ---- deleted accounts ----

ALTER TABLE accounts
    ADD COLUMN deleted_at timestamptz CHECK (deleted_at >= created_at),
    ADD COLUMN is_admin boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT accounts_password_check,
    ADD CONSTRAINT accounts_password_check CHECK
        (CASE WHEN deleted_at IS NULL THEN password LIKE '$scrypt$%' ELSE password = '' END);
COMMENT ON COLUMN accounts.password IS 'scrypt hash that names its parameters and salt; empty when the account is gone.';
COMMENT ON COLUMN accounts.deleted_at IS 'When its owner deleted it: the name is made up since then; null: it was not.';
COMMENT ON COLUMN accounts.is_admin IS 'May make tokens with the scope admin; set by the operator.';

-- Events that name a player: found again when the account is deleted.
CREATE INDEX events_player ON events (player) WHERE player IS NOT NULL;

COMMENT ON COLUMN matches.creator_id IS 'Who set it up; the account may be gone since.';

-- ---- tokens ----

ALTER TABLE tokens
    ADD COLUMN label text CHECK (length(label) BETWEEN 1 AND 64),
    ADD COLUMN last_used_at timestamptz;
COMMENT ON COLUMN tokens.label IS 'What its owner calls it; null: it is a session''s.';
COMMENT ON COLUMN tokens.last_used_at IS 'When it was last shown, to within ten minutes; null: never.';

-- ---- failures to sign in, by address ----

CREATE TABLE address_failures (
    address      inet PRIMARY KEY,
    failures     integer NOT NULL CHECK (failures >= 0),
    failed_at    timestamptz NOT NULL,
    locked_until timestamptz
);
COMMENT ON TABLE address_failures IS
    'Failures to sign in, by the address they came from: trying many names from one place.';
COMMENT ON COLUMN address_failures.address IS 'The client''s address; of IPv6 its network of 64 bits.';
COMMENT ON COLUMN address_failures.failures IS 'Failures since the last lock; each minute without one forgives one.';
COMMENT ON COLUMN address_failures.failed_at IS 'The last of them; old rows are forgotten.';
COMMENT ON COLUMN address_failures.locked_until IS 'No sign-in before this time; null: never locked.';
