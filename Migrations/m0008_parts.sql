-- The eighth format: changes of several lists, which are undone in all of them.

PRAGMA user_version = 8;

-- The other parts of a change of several lists, as JSON: the number of each list and the revision of the
-- part there, in the order of the lists. NULL for a change of one list.
ALTER TABLE journal ADD COLUMN parts TEXT;
