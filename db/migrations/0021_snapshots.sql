-- Snapshots of earlier states of matches, so that reading the past replays a few
-- events instead of all.
--
-- Nodes write them in the background. Nodes of an earlier version neither read
-- nor write the table.

CREATE TABLE snapshots (
    match_id   uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    seq        integer NOT NULL CHECK (seq > 0),
    build      text NOT NULL CHECK (length(build) BETWEEN 1 AND 47),
    state_hash bigint NOT NULL,
    body       bytea NOT NULL,
    PRIMARY KEY (match_id, seq)
);
-- A state has many zeros. Compress it even where the row would fit as it is.
ALTER TABLE snapshots SET (toast_tuple_target = 256);
ALTER TABLE snapshots ALTER COLUMN body SET STORAGE MAIN;
COMMENT ON TABLE snapshots IS 'Earlier states of matches, a cache of the events: one for every 64 events, and one for the start of a sandbox. Deleted when the match is packed.';
COMMENT ON COLUMN snapshots.match_id IS 'The match.';
COMMENT ON COLUMN snapshots.seq IS 'The state is the one after the event with this seq.';
COMMENT ON COLUMN snapshots.build IS 'The build that wrote it. Other builds ignore it.';
COMMENT ON COLUMN snapshots.state_hash IS 'The state_hash of the event. If the event has another one, or is gone, the snapshot is ignored.';
COMMENT ON COLUMN snapshots.body IS 'The state, and the moves that can still be taken back. Contains hidden information.';
