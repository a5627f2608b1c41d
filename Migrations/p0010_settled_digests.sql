-- Digests of settled changes, as m0012 of the file has them.
ALTER TABLE sync_hub ADD COLUMN digests text;
