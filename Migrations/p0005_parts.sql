-- The other parts of a change of several lists, as m0008 of the file has them.
ALTER TABLE journal ADD COLUMN parts text COLLATE "C";
