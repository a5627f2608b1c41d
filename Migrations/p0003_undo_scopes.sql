-- Undo in scopes: the sixth format of the file, m0006.
ALTER TABLE journal ADD COLUMN step_scope text COLLATE "C";
ALTER TABLE journal ADD COLUMN scope_undo bigint;
ALTER TABLE journal ADD COLUMN scope_redo bigint;
CREATE INDEX journal_of_scope ON journal (step_scope, list, id) WHERE step_scope IS NOT NULL;
