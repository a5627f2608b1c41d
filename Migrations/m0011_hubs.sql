-- The eleventh format: what the list of a hub knows of devices. Before, that was in the user info of revisions, which
-- repeated all of it now and then.

PRAGMA user_version = 11;

-- The list of a hub: the revision that has written the rows of the other two tables, and the name under which the hub
-- served the list then.
CREATE TABLE sync_hub (
  list INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  name TEXT NOT NULL
) STRICT;

-- The changes of one name that are settled: those with the numbers after `after`, up to `through`. A name has one row,
-- unless the hub was restored and has lost changes in between. The numbers of rows ascend with their last use.
CREATE TABLE sync_settled (
  list INTEGER NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  after INTEGER NOT NULL,
  through INTEGER NOT NULL,
  PRIMARY KEY (list, number)
) STRICT, WITHOUT ROWID;

-- A change that was not taken as it was, of which `name` and `change` are the key: how many of its parts are lost, and why
-- nothing of it was taken, if that is so.
CREATE TABLE sync_loss (
  list INTEGER NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  change INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  refusal TEXT,
  PRIMARY KEY (list, number)
) STRICT, WITHOUT ROWID;

-- The row of the journal with the number `revision` has a digest of these rows in its user info. There are no foreign
-- keys, as for pages.
