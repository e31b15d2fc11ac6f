-- Matches that are deleted some days after their end: aborted ones that nobody
-- forfeited, and sandboxes. Neither counts for anything.
--
-- The other indexes find the rows of other tables that name a match: deleting a
-- match looks for them. They are built while the service runs; an interrupted
-- attempt leaves an invalid one, so each is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS matches_to_delete;
CREATE INDEX CONCURRENTLY matches_to_delete ON matches (finished_at, id)
    WHERE status = 3 AND forfeits = 0 OR status = 2 AND sandbox;
DROP INDEX CONCURRENTLY IF EXISTS creation_keys_match;
CREATE INDEX CONCURRENTLY creation_keys_match ON creation_keys (match_id);
DROP INDEX CONCURRENTLY IF EXISTS high_scores_match;
CREATE INDEX CONCURRENTLY high_scores_match ON high_scores (match_id);
DROP INDEX CONCURRENTLY IF EXISTS challenges_match;
CREATE INDEX CONCURRENTLY challenges_match ON challenges (match_id) WHERE match_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS queue_tickets_match;
CREATE INDEX CONCURRENTLY queue_tickets_match ON queue_tickets (match_id) WHERE match_id IS NOT NULL;
