-- The fourth format: states of components in headers and footers, kept by section, kind and scope.

PRAGMA user_version = 4;

-- `section` is the key of the section's row, `kind` says which of the two it is, and all else is as in
-- `state`. There is no foreign key, as there.
CREATE TABLE supplement_state (
  section INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('header', 'footer')),
  scope TEXT NOT NULL,
  version INTEGER NOT NULL,
  type_version INTEGER NOT NULL,
  value ANY,
  PRIMARY KEY (section, kind, scope)
) STRICT, WITHOUT ROWID;

-- Before-images: the state that revision `until` replaced, forgot, or removed with its section.
CREATE TABLE supplement_state_history (
  section INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('header', 'footer')),
  scope TEXT NOT NULL,
  until INTEGER NOT NULL,
  version INTEGER NOT NULL,
  type_version INTEGER NOT NULL,
  value ANY,
  PRIMARY KEY (section, kind, scope, until)
) STRICT, WITHOUT ROWID;

-- For people with a SQL shell: the states of the headers and footers of every list, in order.
CREATE VIEW list_supplement_states (list, section, kind, scope, value) AS
WITH section_index AS (
  SELECT id, list, row_number() OVER (PARTITION BY list ORDER BY ord) - 1 AS position
  FROM section
)
SELECT
  list.name, section_index.position, supplement_state.kind, supplement_state.scope,
  supplement_state.value
FROM list
JOIN section_index ON section_index.list = list.id
JOIN supplement_state ON supplement_state.section = section_index.id
ORDER BY
  list.id, section_index.position, supplement_state.kind DESC, supplement_state.scope;
