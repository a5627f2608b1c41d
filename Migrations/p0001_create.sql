-- The first format on a PostgreSQL server: the fifth one of the file, m0001 to m0005, table by table
-- and column by column. What a column means is said there. These are the differences:
--
-- - `list` has the head of the list: `revision`, and `mark`, which every commit changes. A commit
--   changes this row first, so that the others wait for it, and only if it finds both as it knows them.
-- - A model or state is text in `model` or `value`, and a blob in `model_bytes` or `value_bytes`;
--   both are NULL where there is none.
-- - PostgreSQL's text has no zero byte. Roster writes it as U+001A and `0`, and U+001A as U+001A and
--   `1`, in every text.
-- - Texts that are keys are compared byte by byte.
-- - Nothing refers to `list`: to look for its row would cost every commit more than it finds.
-- - There is no count of lists.

CREATE TABLE list (
  id bigint PRIMARY KEY CHECK (id BETWEEN 1 AND 8388607),
  name text COLLATE "C" NOT NULL UNIQUE,
  oldest bigint NOT NULL DEFAULT 0,
  base bigint NOT NULL DEFAULT 0,
  subscribers bigint NOT NULL DEFAULT 0,
  digest bigint NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0,
  mark bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE section (
  id bigint PRIMARY KEY,
  list bigint NOT NULL,
  ord bigint NOT NULL,
  version bigint NOT NULL,
  model text,
  model_bytes bytea,
  CHECK (model IS NULL OR model_bytes IS NULL)
);

CREATE INDEX section_of_list ON section (list, ord);

CREATE TABLE leaf (
  id bigint PRIMARY KEY,
  section bigint NOT NULL REFERENCES section (id),
  ord bigint NOT NULL,
  count bigint NOT NULL CHECK (count BETWEEN 1 AND 256),
  items text NOT NULL
) WITH (fillfactor = 50);

-- A page is rewritten by every commit that changes it: packing it would cost more than its room.
ALTER TABLE leaf ALTER items SET STORAGE PLAIN;

CREATE INDEX leaf_directory ON leaf (section, ord) INCLUDE (count, id);

CREATE TABLE item (
  id bigint PRIMARY KEY,
  leaf bigint NOT NULL,
  version bigint NOT NULL,
  model text,
  model_bytes bytea,
  CHECK (model IS NULL OR model_bytes IS NULL)
);

CREATE TABLE item_history (
  item bigint NOT NULL,
  until bigint NOT NULL,
  version bigint NOT NULL,
  model text,
  model_bytes bytea,
  PRIMARY KEY (item, until)
);

CREATE TABLE section_history (
  section bigint NOT NULL,
  until bigint NOT NULL,
  version bigint NOT NULL,
  model text,
  model_bytes bytea,
  PRIMARY KEY (section, until)
);

CREATE TABLE journal (
  id bigint PRIMARY KEY,
  list bigint NOT NULL,
  next_item bigint NOT NULL,
  next_section bigint NOT NULL,
  next_leaf bigint NOT NULL,
  digest bigint NOT NULL,
  change text NOT NULL,
  origin text,
  at text,
  user_info text,
  committed bigint,
  step_group text,
  takes_back bigint,
  undo bigint,
  redo bigint,
  pages bigint
);

CREATE TABLE state (
  item bigint NOT NULL,
  scope text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  type_version bigint NOT NULL,
  value text,
  value_bytes bytea,
  PRIMARY KEY (item, scope),
  CHECK (value IS NULL OR value_bytes IS NULL)
);

CREATE TABLE state_history (
  item bigint NOT NULL,
  scope text COLLATE "C" NOT NULL,
  until bigint NOT NULL,
  version bigint NOT NULL,
  type_version bigint NOT NULL,
  value text,
  value_bytes bytea,
  PRIMARY KEY (item, scope, until)
);

CREATE TABLE supplement_state (
  section bigint NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('header', 'footer')),
  scope text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  type_version bigint NOT NULL,
  value text,
  value_bytes bytea,
  PRIMARY KEY (section, kind, scope),
  CHECK (value IS NULL OR value_bytes IS NULL)
);

CREATE TABLE supplement_state_history (
  section bigint NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('header', 'footer')),
  scope text COLLATE "C" NOT NULL,
  until bigint NOT NULL,
  version bigint NOT NULL,
  type_version bigint NOT NULL,
  value text,
  value_bytes bytea,
  PRIMARY KEY (section, kind, scope, until)
);

CREATE TABLE subscriber (
  list bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (list, name)
);

-- Takes a list from one revision to the next, and locks its row until the transaction ends. If the
-- row is not as the writer knows it, the transaction ends with RS001.
CREATE FUNCTION advance_list(
  known_list bigint, known_revision bigint, known_mark bigint, new_revision bigint,
  new_mark bigint
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list SET revision = new_revision, mark = new_mark
  WHERE id = known_list AND revision = known_revision AND mark = known_mark;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the list is not at revision %', known_revision USING ERRCODE = 'RS001';
  END IF;
END
$$;

-- Ends the transaction with RS002 unless a statement has found all rows that it was to change.
CREATE FUNCTION require_rows(name text, changed bigint, wanted bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changed <> wanted THEN
    RAISE EXCEPTION 'rows of table % are missing', name USING ERRCODE = 'RS002';
  END IF;
END
$$;

-- For people with a SQL shell: the items of every list in order.
CREATE VIEW list_items (list, section, position, model) AS
WITH section_index AS (
  SELECT id, list, row_number() OVER (PARTITION BY list ORDER BY ord) - 1 AS position
  FROM section
)
SELECT
  list.name,
  section_index.position,
  row_number() OVER (PARTITION BY section_index.id ORDER BY leaf.ord, element.place) - 1,
  coalesce(item.model, encode(item.model_bytes, 'hex'))
FROM list
JOIN section_index ON section_index.list = list.id
JOIN leaf ON leaf.section = section_index.id
CROSS JOIN LATERAL json_array_elements_text(leaf.items::json)
  WITH ORDINALITY AS element (number, place)
JOIN item ON item.id = (list.id << 40) + element.number::bigint
ORDER BY list.id, section_index.position, leaf.ord, element.place;

-- For people with a SQL shell: what happened to every list.
CREATE VIEW list_journal (list, revision, change, origin, at, user_info) AS
SELECT list.name, journal.id & 1099511627775, change, origin, at, user_info
FROM journal JOIN list ON list.id = journal.list
ORDER BY journal.id;

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
  leaf_start.position::bigint + element.place - 1,
  state.scope,
  coalesce(state.value, encode(state.value_bytes, 'hex'))
FROM list
JOIN section_index ON section_index.list = list.id
JOIN leaf_start ON leaf_start.section = section_index.id
CROSS JOIN LATERAL json_array_elements_text(leaf_start.items::json)
  WITH ORDINALITY AS element (number, place)
JOIN state ON state.item = (list.id << 40) + element.number::bigint
ORDER BY
  list.id, section_index.position, leaf_start.position + element.place, state.scope;

-- For people with a SQL shell: the states of the headers and footers of every list, in order.
CREATE VIEW list_supplement_states (list, section, kind, scope, value) AS
WITH section_index AS (
  SELECT id, list, row_number() OVER (PARTITION BY list ORDER BY ord) - 1 AS position
  FROM section
)
SELECT
  list.name, section_index.position, supplement_state.kind, supplement_state.scope,
  coalesce(supplement_state.value, encode(supplement_state.value_bytes, 'hex'))
FROM list
JOIN section_index ON section_index.list = list.id
JOIN supplement_state ON supplement_state.section = section_index.id
ORDER BY
  list.id, section_index.position, supplement_state.kind DESC, supplement_state.scope;
