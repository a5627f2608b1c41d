-- The fifth format: digests of all that is neither a text of the journal nor a model that a revision
-- of the journal wrote. What they are over stands in Sources/FORMATS.md; Roster fills them in for the
-- lists that are there.

PRAGMA user_version = 5;

-- The digest of the order of the list after the revision: of its leaf pages and the order keys of its
-- sections. NULL if later revisions were committed together with this one.
ALTER TABLE journal ADD COLUMN pages INTEGER;

-- The revision up to which the journal was compacted, the digest of the models and states that were
-- written up to it and are still there, that of the subscribers, and that of this row.
ALTER TABLE list ADD COLUMN oldest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list ADD COLUMN subscribers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;

-- What the file holds, in one row: an empty list that is gone is missed nowhere else.
CREATE TABLE file (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  list_count INTEGER NOT NULL
) STRICT;

INSERT INTO file (id, list_count) SELECT 1, count(*) FROM list;
