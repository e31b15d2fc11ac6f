-- The breakdown of the points and the goals of a finished match as arrays.
--
-- Nodes of the version before read and write the text columns alone.  So new
-- nodes write both, and read the text of rows without arrays.  A later version
-- stops writing the text.  No row is rewritten.
ALTER TABLE matches
    ADD COLUMN item_names text[],
    ADD COLUMN item_points smallint[],
    ADD COLUMN goal_names text[],
    ADD COLUMN goal_points smallint[];
-- Not validated: that would read the whole table under a lock.  All existing
-- rows have nulls.
ALTER TABLE matches
    ADD CONSTRAINT matches_result_arrays_check CHECK
        (num_nulls(item_names, item_points, goal_names, goal_points) = 4
        OR (num_nulls(item_names, item_points, goal_names, goal_points, reason) = 0
            AND cardinality(item_points) = cardinality(item_names) * seat_count
            AND cardinality(goal_points) = cardinality(goal_names) * 2)) NOT VALID;
COMMENT ON COLUMN matches.item_names IS 'Of a finished match: the items that the totals are made of. Null: see breakdown.';
COMMENT ON COLUMN matches.item_points IS 'For each item the points of every seat.';
COMMENT ON COLUMN matches.goal_names IS 'The goals of a finished match played alone. Null: see goals.';
COMMENT ON COLUMN matches.goal_points IS 'For each goal what was reached and what was needed.';
COMMENT ON COLUMN matches.breakdown IS 'Lines "item points points …": what the totals are made of; the same as item_names and item_points, for nodes of the version before.';
COMMENT ON COLUMN matches.goals IS 'Lines "goal reached needed": what had to be reached to win alone; the same as goal_names and goal_points, for nodes of the version before.';
