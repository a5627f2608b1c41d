-- The second format: states of components, kept by item and scope.

PRAGMA user_version = 2;

-- `item` is the key of the item's row, `scope` the path of the scope within the item's components as
-- text, `version` the revision that wrote the state, and `type_version` the version of the state's
-- type. There is no foreign key: it would cost a search for every item that is removed. The check of
-- the file finds states of items that are not there.
CREATE TABLE state (
  item INTEGER NOT NULL,
  scope TEXT NOT NULL,
  version INTEGER NOT NULL,
  type_version INTEGER NOT NULL,
  value ANY,
  PRIMARY KEY (item, scope)
) STRICT, WITHOUT ROWID;

-- Before-images: the state that revision `until` replaced, forgot, or removed with its item.
CREATE TABLE state_history (
  item INTEGER NOT NULL,
  scope TEXT NOT NULL,
  until INTEGER NOT NULL,
  version INTEGER NOT NULL,
  type_version INTEGER NOT NULL,
  value ANY,
  PRIMARY KEY (item, scope, until)
) STRICT, WITHOUT ROWID;

-- For people with a SQL shell: the states of every list in the order of its items.
CREATE VIEW list_states (list, section, position, scope, value) AS
WITH section_index AS (
  SELECT id, list, row_number() OVER (PARTITION BY list ORDER BY ord) - 1 AS position
  FROM section
),
leaf_start AS (
  SELECT
    section, items,
    sum(count) OVER (PARTITION BY section ORDER BY ord) - count AS position
  FROM leaf
)
SELECT
  list.name,
  section_index.position,
  leaf_start.position + element.key AS position,
  state.scope,
  state.value
FROM list
JOIN section_index ON section_index.list = list.id
JOIN leaf_start ON leaf_start.section = section_index.id
JOIN json_each(leaf_start.items) AS element
JOIN state ON state.item = (list.id << 40) + element.value
ORDER BY list.id, section_index.position, leaf_start.position + element.key, state.scope;
