-- The response to a move is no longer stored with its key: it follows from the
-- match's record, and is rendered again for a repeated request.  Nodes of the
-- version before need it: it is still kept for a day.
COMMENT ON COLUMN idempotency_keys.reply IS 'The reply to repeat; null: it follows from the record (a move or an undo that did not end the match).';

-- Every move paid for looking up the match that it had just changed.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_match_id_fkey;
COMMENT ON COLUMN idempotency_keys.match_id IS 'The match that was acted in. Refers to no row: keys are forgotten within a day.';
