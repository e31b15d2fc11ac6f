-- Values that all nodes share.

CREATE TABLE shared (
    is_row        boolean PRIMARY KEY DEFAULT true CHECK (is_row),
    limits_secret bytea NOT NULL CHECK (octet_length(limits_secret) = 16)
);
COMMENT ON TABLE shared IS 'One row: what every node must know alike.';
COMMENT ON COLUMN shared.is_row IS 'True: there is no second row.';
COMMENT ON COLUMN shared.limits_secret IS 'Random; nodes hash the keys of rate limits with it, so that they mean the same by a hash, and nobody else can aim at one.';
INSERT INTO shared (limits_secret) VALUES (uuid_send(gen_random_uuid()));
