-- Names that look alike are found, when an account gets one. Those that accounts
-- have already stay.
--
-- The index is built while the service runs; an interrupted attempt leaves an
-- invalid one, so it is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS accounts_looks;
CREATE INDEX CONCURRENTLY accounts_looks ON accounts (translate(name, '01_', 'ol-'));
