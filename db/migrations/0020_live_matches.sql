-- Indexes for queries about unfinished matches, and for frequent lists.
--
-- They are built while the service runs: each statement by itself.  An interrupted
-- one leaves an invalid index, so each is dropped first.
-- The indexes matches_newest and matches_by_game stay for nodes of the version
-- before; a later migration drops them.

-- Public lists of matches, without private ones.
DROP INDEX CONCURRENTLY IF EXISTS matches_public;
CREATE INDEX CONCURRENTLY matches_public ON matches (status, created_at DESC, id DESC) WHERE NOT is_private;
DROP INDEX CONCURRENTLY IF EXISTS matches_public_by_game;
CREATE INDEX CONCURRENTLY matches_public_by_game ON matches (game, status, created_at DESC, id DESC) WHERE NOT is_private;

-- Matches that an account created: unfinished ones are counted, private ones are
-- listed for it.
DROP INDEX CONCURRENTLY IF EXISTS matches_made;
CREATE INDEX CONCURRENTLY matches_made ON matches (creator_id) WHERE status < 2;
DROP INDEX CONCURRENTLY IF EXISTS matches_made_private;
CREATE INDEX CONCURRENTLY matches_made_private ON matches (creator_id, created_at DESC, id DESC) WHERE is_private;

-- Unfinished matches, oldest first, to find those that nobody plays.
DROP INDEX CONCURRENTLY IF EXISTS matches_live;
CREATE INDEX CONCURRENTLY matches_live ON matches (status, created_at, id) WHERE status < 2;

-- Running matches without a player.
DROP INDEX CONCURRENTLY IF EXISTS matches_of_bots;
CREATE INDEX CONCURRENTLY matches_of_bots ON matches (created_at, id) WHERE status = 1 AND bot_seats = (1 << seat_count) - 1;

-- The first page of an account's events.
DROP INDEX CONCURRENTLY IF EXISTS account_matches_current;
CREATE INDEX CONCURRENTLY account_matches_current ON account_matches (account_id, match_id) WHERE ended_xid IS NULL;

-- Challenges of one account, to count those of a day.
DROP INDEX CONCURRENTLY IF EXISTS challenges_made;
CREATE INDEX CONCURRENTLY challenges_made ON challenges (creator_id, created_at);
