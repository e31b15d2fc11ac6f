-- Seats whose time is up at once leave together and share their rank: the event of
-- each but the first names that of another.

-- New are the rules for to_seq of an event of kind 10 (a timeout).
CREATE OR REPLACE VIEW inconsistent_rows AS
SELECT 'events'::text AS table_name, match_id, seq FROM events
 WHERE NOT (
    ((kind = 3) = (move IS NOT NULL)) IS NOT FALSE AND
    ((kind IN (2, 5, 6)) = (seat = -1)) IS NOT FALSE AND
    (player IS NULL OR (kind IN (0, 1))) IS NOT FALSE AND
    (kind BETWEEN 0 AND 12) IS NOT FALSE AND
    (length(move) BETWEEN 1 AND 79) IS NOT FALSE AND
    (length(player) BETWEEN 1 AND 31) IS NOT FALSE AND
    (seat BETWEEN -1 AND 3) IS NOT FALSE AND
    (seq > 0) IS NOT FALSE AND
    (to_seq >= 0 AND to_seq <= (seq - CASE kind WHEN 10 THEN 1 ELSE 2 END)) IS NOT FALSE AND
    CASE kind WHEN 7 THEN to_seq IS NOT NULL WHEN 10 THEN true
              ELSE to_seq IS NULL END IS NOT FALSE)
UNION ALL
SELECT 'idempotency_keys'::text AS table_name, match_id, seq FROM idempotency_keys
 WHERE NOT (
    (octet_length(body_hash) = 32) IS NOT FALSE AND
    (length(key) BETWEEN 1 AND 128) IS NOT FALSE AND
    (seat BETWEEN -1 AND 3) IS NOT FALSE AND
    (seq > 0) IS NOT FALSE)
UNION ALL
SELECT 'matches'::text AS table_name, id AS match_id, seq FROM matches
 WHERE NOT (
    (abort_reason IS NULL OR status = 3 AND abort_reason BETWEEN 1 AND 6) IS NOT FALSE AND
    (abort_votes BETWEEN 0 AND 15) IS NOT FALSE AND
    (num_nulls(bank_seconds, increment_seconds, banks) IN (0, 3)) IS NOT FALSE AND
    (bank_seconds BETWEEN 1 AND 31536000) IS NOT FALSE AND
    (bot_seats BETWEEN 0 AND 15) IS NOT FALSE AND
    (length(build) < 48) IS NOT FALSE AND
    (started_at >= created_at) IS NOT FALSE AND
    (finished_at >= created_at) IS NOT FALSE AND
    (num_nulls(build, state) IN (0, 2)) IS NOT FALSE AND
    (cardinality(banks) = seat_count) IS NOT FALSE AND
    (cardinality(away_until) = seat_count) IS NOT FALSE AND
    (cardinality(ranks) = seat_count) IS NOT FALSE AND
    (cardinality(totals) = seat_count) IS NOT FALSE AND
    (to_act < (1 << seat_count) AND bot_seats < (1 << seat_count)) IS NOT FALSE AND
    (status = 1 OR to_act = 0) IS NOT FALSE AND
    (cardinality(deadlines) = seat_count) IS NOT FALSE AND
    ((status IN (2, 3)) = (finished_at IS NOT NULL)) IS NOT FALSE AND
    ((status = 2) = (reason IS NOT NULL)) IS NOT FALSE AND
    (num_nulls(reason, ranks, totals, breakdown) IN (0, 4)) IS NOT FALSE AND
    (num_nonnulls(turn_seconds, bank_seconds) = num_nonnulls(deadlines)) IS NOT FALSE AND
    (clock_policy BETWEEN 0 AND 1) IS NOT FALSE AND
    (decided BETWEEN 0 AND 15) IS NOT FALSE AND
    (length(deck) < 32) IS NOT FALSE AND
    (deck_version BETWEEN 0 AND 65535) IS NOT FALSE AND
    (forfeits BETWEEN 0 AND 15) IS NOT FALSE AND
    (forfeits = 0 OR rated AND status = 3) IS NOT FALSE AND
    (game ~ '^[a-z0-9-]{1,39}$') IS NOT FALSE AND
    (increment_seconds BETWEEN 0 AND 86400) IS NOT FALSE AND
    (jsonb_typeof(option_values) = 'object') IS NOT FALSE AND
    (length(options) < 384) IS NOT FALSE AND
    (outcome BETWEEN 0 AND 2) IS NOT FALSE AND
    (num_nulls(reason, outcome, goals) IN (0, 3)) IS NOT FALSE AND
    (NOT (rated AND sandbox)) IS NOT FALSE AND
    (reason BETWEEN 0 AND 2) IS NOT FALSE AND
    (num_nulls(item_names, item_points, goal_names, goal_points) = 4 OR
     num_nulls(item_names, item_points, goal_names, goal_points, reason) = 0 AND
     cardinality(item_points) = cardinality(item_names) * seat_count AND
     cardinality(goal_points) = cardinality(goal_names) * 2) IS NOT FALSE AND
    (rules_version BETWEEN 0 AND 65535) IS NOT FALSE AND
    (seat_count BETWEEN 1 AND 4) IS NOT FALSE AND
    (octet_length(secret) = 32) IS NOT FALSE AND
    (seq >= 0) IS NOT FALSE AND
    CASE status WHEN 0 THEN started_at IS NULL WHEN 3 THEN true
                ELSE started_at IS NOT NULL END IS NOT FALSE AND
    (octet_length(state) <= 2048) IS NOT FALSE AND
    (status BETWEEN 0 AND 3) IS NOT FALSE AND
    (to_act BETWEEN 0 AND 15) IS NOT FALSE AND
    (took_back BETWEEN 0 AND 15) IS NOT FALSE AND
    (turn_seconds BETWEEN 1 AND 31536000) IS NOT FALSE);

COMMENT ON COLUMN events.to_seq IS 'Of an undo: the seat''s moves after this seq are taken back. They stay in the log. Of a timeout: the seat left together with the seat of this event, and shares its rank.';
