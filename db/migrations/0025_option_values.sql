-- The options of a match as a JSON object.
--
-- Nodes of the version before read and write the text column alone.  So new
-- nodes write both, and read the text of rows without an object.  A later
-- version stops writing the text.  No row is rewritten.
ALTER TABLE matches
    ADD COLUMN option_values jsonb;
-- Not validated: that would read the whole table under a lock.  All existing
-- rows have nulls.
ALTER TABLE matches
    ADD CONSTRAINT matches_option_values_check CHECK
        (jsonb_typeof(option_values) = 'object') NOT VALID;
COMMENT ON COLUMN matches.option_values IS 'The game''s options: an object of numbers, by name. Null: see options.';
COMMENT ON COLUMN matches.options IS 'Lines "name=value"; the same as option_values, for nodes of the version before.';
