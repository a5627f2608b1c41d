PRAGMA application_id = 1381192786;
PRAGMA user_version = 9;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE list (
  id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 8388607),
  name TEXT NOT NULL UNIQUE
, oldest INTEGER NOT NULL DEFAULT 0, base INTEGER NOT NULL DEFAULT 0, subscribers INTEGER NOT NULL DEFAULT 0, digest INTEGER NOT NULL DEFAULT 0, keys_from INTEGER, page_capacity INTEGER NOT NULL DEFAULT 256
CHECK (page_capacity BETWEEN 4 AND 256)) STRICT;
INSERT INTO list VALUES(1,'hub',0,0,-2964947689828753644,-8748993333671942745,NULL,64);
INSERT INTO list VALUES(2,'device',0,0,-3898181025829388938,5713697771093650003,NULL,64);
CREATE TABLE section (
  id INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES list (id),
  ord INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY
) STRICT;
INSERT INTO section VALUES(1099511627777,1,0,1,NULL);
INSERT INTO section VALUES(2199023255553,2,0,2,NULL);
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  leaf INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY
, model_key ANY) STRICT;
INSERT INTO item VALUES(1099511627777,1099511627777,1,'a',NULL);
INSERT INTO item VALUES(1099511627778,1099511627777,1,'b',NULL);
INSERT INTO item VALUES(1099511627779,1099511627777,1,'c',NULL);
INSERT INTO item VALUES(1099511627780,1099511627777,2,'h',NULL);
INSERT INTO item VALUES(1099511627781,1099511627777,3,'x',NULL);
INSERT INTO item VALUES(2199023255553,2199023255553,7,'A',NULL);
INSERT INTO item VALUES(2199023255554,2199023255553,2,'b',NULL);
INSERT INTO item VALUES(2199023255555,2199023255553,2,'c',NULL);
INSERT INTO item VALUES(2199023255556,2199023255553,5,'x',NULL);
CREATE TABLE item_history (
  item INTEGER NOT NULL,
  until INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY, model_key ANY,
  PRIMARY KEY (item, until)
) STRICT, WITHOUT ROWID;
INSERT INTO item_history VALUES(2199023255553,7,2,'a',NULL);
CREATE TABLE section_history (
  section INTEGER NOT NULL,
  until INTEGER NOT NULL,
  version INTEGER NOT NULL,
  model ANY,
  PRIMARY KEY (section, until)
) STRICT, WITHOUT ROWID;
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
, committed INTEGER, step_group TEXT, takes_back INTEGER, undo INTEGER, redo INTEGER, pages INTEGER, step_scope TEXT, scope_undo INTEGER, scope_redo INTEGER, parts TEXT, written INTEGER) STRICT;
INSERT INTO journal VALUES(1099511627777,1,4,2,2,-8358551317112385550,'{"insertedItems":[[0,0,3,1]],"insertedSections":[[0,1]]}','ann 1',NULL,'{"sync":{"digest":"c54a3646","format":1,"former":"","items":[[1,3]],"key":["ann 1",2],"sections":[[1,1]],"settled":[["ann 1",1,2]]}}',1795850000001,NULL,NULL,1,0,4995386689542798796,NULL,NULL,NULL,NULL,196);
INSERT INTO journal VALUES(1099511627778,1,5,2,2,8258122936917928392,'{"insertedItems":[[0,0,1,4]]}','admin',NULL,NULL,1795850000002,NULL,NULL,2,0,2782715995591932379,NULL,NULL,NULL,NULL,231);
INSERT INTO journal VALUES(1099511627779,1,6,2,2,1393536484919323954,'{"insertedItems":[[0,2,1,5]]}','ann 1',NULL,'{"sync":{"after":2,"digest":"b5d10dba","format":1,"former":"a549a4679bfee2b9","items":[[4,1]],"key":["ann 1",5],"settled":[["ann 1",1,5]]}}',1795850000003,NULL,NULL,3,0,-6885275681405626013,NULL,NULL,NULL,NULL,405);
INSERT INTO journal VALUES(2199023255553,2,1,1,1,5935747216996809193,'{}','sync',NULL,'{"sync":{"back":{},"format":1,"items":[],"mark":"","opening":"ann 1","pending":[],"revision":0,"sections":[]}}',1795850000001,NULL,NULL,0,0,0,NULL,NULL,NULL,NULL,116);
INSERT INTO journal VALUES(2199023255554,2,4,2,2,-3794869818938135761,'{"insertedItems":[[0,0,3,1]],"insertedSections":[[0,1]]}',NULL,NULL,NULL,1795850000002,NULL,NULL,2,0,4995386689542798796,NULL,NULL,NULL,NULL,175);
INSERT INTO journal VALUES(2199023255555,2,4,2,2,4048703376181301206,'{}','sync',NULL,'{"sync":{"back":{"removedSections":[0]},"chain":"588e6da2c54a3646","format":1,"hub":"hub","items":[],"last":2,"mark":"","opening":"ann 1","pending":[{"changeset":{"insertedItems":[[[0,0],"a"],[[0,1],"b"],[[0,2],"c"]],"insertedSections":[0]},"digest":"c54a3646","items":[[1,3]],"key":["ann 1",2],"sections":[[1,1]]}],"revision":0,"sections":[]}}',1795850000003,NULL,NULL,2,0,4995386689542798796,NULL,NULL,NULL,NULL,525);
INSERT INTO journal VALUES(2199023255556,2,4,2,2,-3347988671879506276,'{}','sync',NULL,'{"sync":{"back":{},"chain":"588e6da2c54a3646","format":1,"hub":"hub","items":[],"last":2,"mark":"38ac4d987f63a2dc","opening":"ann 1","outcomes":[[2,"confirmed"]],"pending":[],"revision":1,"sections":[]}}',1795850000004,NULL,NULL,2,0,4995386689542798796,NULL,NULL,NULL,NULL,734);
INSERT INTO journal VALUES(2199023255557,2,5,2,2,6344952763698318425,'{"insertedItems":[[0,1,1,4]]}',NULL,NULL,NULL,1795850000005,NULL,NULL,5,0,-1725415596313316537,NULL,NULL,NULL,NULL,764);
INSERT INTO journal VALUES(2199023255558,2,5,2,2,-5709430065028495613,'{}','sync',NULL,'{"sync":{"back":{"removedItems":[[0,1]]},"chain":"3de05127b5d10dba","format":1,"hub":"hub","items":[],"last":5,"mark":"38ac4d987f63a2dc","opening":"ann 1","pending":[{"after":2,"changeset":{"insertedItems":[[[0,1],"x"]]},"digest":"b5d10dba","items":[[4,1]],"key":["ann 1",5]}],"revision":1,"sections":[]}}',1795850000006,NULL,NULL,5,0,-1725415596313316537,NULL,NULL,NULL,NULL,1075);
INSERT INTO journal VALUES(2199023255559,2,5,2,2,-8031653847978716268,'{"updatedItems":[[0,0,1,1]]}',NULL,NULL,NULL,1795850000007,NULL,NULL,7,0,-1725415596313316537,NULL,NULL,NULL,NULL,1104);
CREATE TABLE state (
  item INTEGER NOT NULL,
  scope TEXT NOT NULL,
  version INTEGER NOT NULL,
  type_version INTEGER NOT NULL,
  value ANY,
  PRIMARY KEY (item, scope)
) STRICT, WITHOUT ROWID;
CREATE TABLE state_history (
  item INTEGER NOT NULL,
  scope TEXT NOT NULL,
  until INTEGER NOT NULL,
  version INTEGER NOT NULL,
  type_version INTEGER NOT NULL,
  value ANY,
  PRIMARY KEY (item, scope, until)
) STRICT, WITHOUT ROWID;
CREATE TABLE subscriber (
  list INTEGER NOT NULL REFERENCES list (id),
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (list, name)
) STRICT, WITHOUT ROWID;
INSERT INTO subscriber VALUES(1,'sync hub',2);
INSERT INTO subscriber VALUES(2,'sync',5);
CREATE TABLE supplement_state (
  section INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('header', 'footer')),
  scope TEXT NOT NULL,
  version INTEGER NOT NULL,
  type_version INTEGER NOT NULL,
  value ANY,
  PRIMARY KEY (section, kind, scope)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE file (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  list_count INTEGER NOT NULL
) STRICT;
INSERT INTO file VALUES(1,2);
CREATE TABLE grdb_roster_step (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO grdb_roster_step VALUES('m0001_create');
INSERT INTO grdb_roster_step VALUES('m0002_states');
INSERT INTO grdb_roster_step VALUES('m0003_journal');
INSERT INTO grdb_roster_step VALUES('m0004_supplement_states');
INSERT INTO grdb_roster_step VALUES('m0005_digests');
INSERT INTO grdb_roster_step VALUES('m0006_undo_scopes');
INSERT INTO grdb_roster_step VALUES('m0007_keys');
INSERT INTO grdb_roster_step VALUES('m0008_parts');
INSERT INTO grdb_roster_step VALUES('m0009_pages');
CREATE TABLE leaf (
  id INTEGER PRIMARY KEY,
  section INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 256),
  items TEXT NOT NULL
) STRICT;
INSERT INTO leaf VALUES(1099511627777,1099511627777,0,5,'[4,1,5,2,3]');
INSERT INTO leaf VALUES(2199023255553,2199023255553,0,4,'[1,4,2,3]');
CREATE INDEX section_of_list ON section (list, ord);
CREATE INDEX journal_of_scope ON journal (step_scope, list) WHERE step_scope IS NOT NULL;
CREATE INDEX item_key ON item (model_key) WHERE model_key IS NOT NULL;
CREATE INDEX item_history_key ON item_history (item >> 40, model_key, until)
WHERE model_key IS NOT NULL;
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
CREATE VIEW list_journal (list, revision, change, origin, at, user_info) AS
SELECT list.name, journal.id & 1099511627775, change, origin, at, user_info
FROM journal JOIN list ON list.id = journal.list
ORDER BY journal.id;
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
COMMIT;
