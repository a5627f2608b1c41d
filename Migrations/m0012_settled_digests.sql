-- The twelfth format: digests of settled changes, which tell apart the changes that two copies of a device's file have
-- made under one name and number.

PRAGMA user_version = 12;

-- The digests of the changes that were settled last, as JSON: for each name its numbers, as runs, and their digests, one
-- behind the other. NULL if there are none.
ALTER TABLE sync_hub ADD COLUMN digests TEXT;
