-- The ninth format: smaller pages without an index, items that name a page from which they are found, how much the
-- journal has written, and the steps to the format in a table of Roster's own.

PRAGMA user_version = 9;

-- The steps that the file has taken. Before, they were in `grdb_migrations`, among those of an application that has
-- tables in the file; Roster moves them.
CREATE TABLE grdb_roster_step (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- How many bytes of texts, models and states the list has written with this revision and before it, since it began or
-- came to this format: by it a journal is kept up to a size. NULL in rows of earlier formats.
ALTER TABLE journal ADD COLUMN written INTEGER;

-- The maximum number of items of a leaf page. A list keeps it, since a journal that is replayed must give the
-- pages that its writer made. Those of earlier formats keep theirs.
ALTER TABLE list ADD COLUMN page_capacity INTEGER NOT NULL DEFAULT 256
CHECK (page_capacity BETWEEN 4 AND 256);

-- A table that is renamed makes SQLite read all views of the file, which an application may have made for its own
-- functions.
CREATE TABLE grdb_roster_former_leaf AS SELECT id, section, ord, count, items FROM leaf;
DROP TABLE leaf;

-- As before, without the index of the directory, which every insertion had to write: opening a list reads this
-- table. There is no foreign key, since that would need an index. The check of the file finds pages without a
-- section.
CREATE TABLE leaf (
  id INTEGER PRIMARY KEY,
  section INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 256),
  items TEXT NOT NULL
) STRICT;

INSERT INTO leaf (id, section, ord, count, items)
SELECT id, section, ord, count, items FROM grdb_roster_former_leaf;

DROP TABLE grdb_roster_former_leaf;

-- From this format on, `item.leaf` is the key of a leaf page that holds the item, or held it and has since given
-- items to pages behind it in the section. Such a page leaves the rows of these items as they are, which have
-- their models in them.
