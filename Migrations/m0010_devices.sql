-- The tenth format: what the list of a device knows of the hub with which it synchronizes. Before, that was in the user
-- info of a revision, which named all that was pending again and again.

PRAGMA user_version = 10;

-- The list of a device. At `revision` it is the base with the rows of `sync_pending` on it, by ascending numbers; what was
-- changed later has no row there yet. The base is the list of the hub at `hub_revision`, and `base` leads to it from the
-- list, as JSON. `opening` is the name under which the device makes changes now, `last` the number of the last one, and
-- `chain` a hash of them. `hub` is NULL before the first answer.
CREATE TABLE sync_device (
  list INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  opening TEXT NOT NULL,
  last INTEGER,
  chain TEXT NOT NULL,
  hub TEXT,
  hub_revision INTEGER NOT NULL,
  mark TEXT NOT NULL,
  base TEXT NOT NULL
) STRICT;

-- A change of a device that its hub has not settled: the name of the opening that made it, the revision that it was made
-- as, why it cannot be sent, and as JSON what it does to the list that the base and the rows before it give.
CREATE TABLE sync_pending (
  list INTEGER NOT NULL,
  number INTEGER NOT NULL,
  opening TEXT NOT NULL,
  obstacle TEXT,
  change TEXT NOT NULL,
  PRIMARY KEY (list, number)
) STRICT, WITHOUT ROWID;

-- The row of the journal with the number `revision` has a digest of these rows in its user info. There are no foreign
-- keys, as for pages.
