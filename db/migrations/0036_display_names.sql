-- Names of players in their own script.
--
-- Nodes of the version before neither show nor change them. An account that such
-- a node deletes keeps its display name in the row; nothing shows it.
ALTER TABLE accounts
    ADD COLUMN display_name text CHECK (octet_length(display_name) BETWEEN 1 AND 72);
COMMENT ON COLUMN accounts.display_name IS 'How the player is called, in one script and in normal form C. Null: not given.';
