-- The third format: what undo and redo take back, when a revision was committed, and subscribers by
-- name, up to which the journal is kept.

PRAGMA user_version = 3;

-- When the revision was committed, in milliseconds since 1970; NULL for those of older formats.
ALTER TABLE journal ADD COLUMN committed INTEGER;

-- Revisions with the same group that stand on each other are undone and redone together.
ALTER TABLE journal ADD COLUMN step_group TEXT;

-- The revision that this one takes back: an undo takes back a change or a redo, a redo an undo.
ALTER TABLE journal ADD COLUMN takes_back INTEGER;

-- What an undo and what a redo takes back at this revision; 0 if there is nothing. What comes next
-- stands in the row before the one that is named. NULL in rows of older formats, of which each is
-- taken back by itself unless it changes states only.
ALTER TABLE journal ADD COLUMN undo INTEGER;
ALTER TABLE journal ADD COLUMN redo INTEGER;

-- Who reads the journal, and up to which revision; no compaction goes beyond.
CREATE TABLE subscriber (
  list INTEGER NOT NULL REFERENCES list (id),
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (list, name)
) STRICT, WITHOUT ROWID;
