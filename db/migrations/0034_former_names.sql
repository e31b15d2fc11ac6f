-- The names of deleted accounts are not given to others, and blocks outlive them.
--
-- Nodes of the version before neither write nor read the table, and delete the
-- blocks of an account with it: until they are stopped, a name can still be given
-- away. Names of accounts that were deleted earlier are not known any more.

ALTER TABLE shared
    ADD COLUMN names_secret bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
        CHECK (octet_length(names_secret) = 32);
COMMENT ON COLUMN shared.names_secret IS 'Random; the key of the hashes of former names.';

CREATE TABLE former_names (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32)
);
COMMENT ON TABLE former_names IS 'The names that deleted accounts had, as hashes: nobody gets them again. Nothing tells whose they were.';
COMMENT ON COLUMN former_names.hash IS 'SHA-256 of shared.names_secret and the name, with 0 as o, 1 as l and _ as -.';

ALTER TABLE blocks
    ADD COLUMN former_name bytea CHECK (octet_length(former_name) = 32);
COMMENT ON TABLE blocks IS 'Accounts whose challenges an account does not want. A row is deleted with the account that does not want them.';
COMMENT ON COLUMN blocks.former_name IS 'When the blocked account is deleted: SHA-256 of shared.names_secret and the name that it had. Null: it is not deleted, or was a guest.';
