-- The source of card statistics, also if no build can replay the match any longer.

ALTER TABLE ladder_matches
    ADD COLUMN cards text;
COMMENT ON COLUMN ladder_matches.cards IS 'The cards that each seat played, as the settler found by replay: a line for each seat, ids with spaces between. Null: not settled, without a result, or of rules that the settler did not have.';
