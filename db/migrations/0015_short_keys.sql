-- The reply to a move is not kept with its key any more: it follows from the
-- match's record, and is written again for the few who ask again.  Nodes of a
-- version before need it: it is still kept for a day.
COMMENT ON COLUMN idempotency_keys.reply IS 'The reply to repeat; null: it follows from the record (a move or an undo that did not end the match).';

-- Every move paid for looking the match up that it had just changed.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_match_id_fkey;
COMMENT ON COLUMN idempotency_keys.match_id IS 'The match that was acted in. Refers to no row: keys are forgotten within a day.';
