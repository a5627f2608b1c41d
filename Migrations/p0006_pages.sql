-- Smaller pages without an index, items that name a page from which they are found, and how much the journal has
-- written, as m0009 of the file has them.
ALTER TABLE list ADD COLUMN page_capacity bigint NOT NULL DEFAULT 256
CHECK (page_capacity BETWEEN 4 AND 256);
ALTER TABLE journal ADD COLUMN written bigint;
ALTER TABLE leaf DROP CONSTRAINT leaf_section_fkey;
DROP INDEX leaf_directory;
