-- The first format: lists, their order in counted leaf pages, models, and the journal.
--
-- Sections, leaves, items and revisions are numbered within their list. The key of a row is
-- (list << 40) + number, so the rows of one list lie together, lists need no common counter, and
-- every key is an INTEGER PRIMARY KEY.

PRAGMA application_id = 1381192786; -- "RSTR"
PRAGMA user_version = 1;

CREATE TABLE list (
  id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 8388607),
  name TEXT NOT NULL UNIQUE
) STRICT;

-- `ord` grows along the list, with gaps. `version` is the revision that wrote `model`.
CREATE TABLE section (
  id INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES list (id),
  ord INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY
) STRICT;

CREATE INDEX section_of_list ON section (list, ord);

-- A leaf page: up to 256 items that stand in a row in one section, as a JSON array of numbers, so
-- that a plain SQL shell can read it. `ord` grows along the section, with gaps.
CREATE TABLE leaf (
  id INTEGER PRIMARY KEY,
  section INTEGER NOT NULL REFERENCES section (id),
  ord INTEGER NOT NULL,
  count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 256),
  items TEXT NOT NULL
) STRICT;

-- Covering: opening a list reads this and no leaf.
CREATE INDEX leaf_directory ON leaf (section, ord, count);

-- `leaf` is the key of the leaf page that holds the item. There is no foreign key: it would cost an
-- index that every insertion has to write. The check of the file compares both directions.
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  leaf INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY
) STRICT;

-- Before-images: the model that the change to revision `until` replaced or removed.
CREATE TABLE item_history (
  item INTEGER NOT NULL,
  until INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY,
  PRIMARY KEY (item, until)
) STRICT, WITHOUT ROWID;

CREATE TABLE section_history (
  section INTEGER NOT NULL,
  until INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY,
  PRIMARY KEY (section, until)
) STRICT, WITHOUT ROWID;

-- One row a revision: which paths and items changed (their models are in the tables above), and the
-- numbers that the list gives next. The last row of a list says where the list is. `digest` is over
-- the texts of the row and the models that the revision wrote, so that a check finds what was
-- altered since.
CREATE TABLE journal (
  id INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES list (id),
  next_item INTEGER NOT NULL,
  next_section INTEGER NOT NULL,
  next_leaf INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  change TEXT NOT NULL,
  origin TEXT,
  at TEXT,
  user_info TEXT
) STRICT;

-- For people with a SQL shell: the items of every list in order.
CREATE VIEW list_items (list, section, position, model) AS
WITH section_index AS (
  SELECT id, list, row_number() OVER (PARTITION BY list ORDER BY ord) - 1 AS position
  FROM section
)
SELECT
  list.name,
  section_index.position,
  row_number() OVER (PARTITION BY section_index.id ORDER BY leaf.ord, element.key) - 1 AS position,
  item.model
FROM list
JOIN section_index ON section_index.list = list.id
JOIN leaf ON leaf.section = section_index.id
JOIN json_each(leaf.items) AS element
JOIN item ON item.id = (list.id << 40) + element.value
ORDER BY list.id, section_index.position, leaf.ord, element.key;

-- For people with a SQL shell: what happened to every list.
CREATE VIEW list_journal (list, revision, change, origin, at, user_info) AS
SELECT list.name, journal.id & 1099511627775, change, origin, at, user_info
FROM journal JOIN list ON list.id = journal.list
ORDER BY journal.id;
