-- The sixth format: undo in scopes.

PRAGMA user_version = 6;

-- The scope in which undo takes the revision back; NULL for the standard one.
ALTER TABLE journal ADD COLUMN step_scope TEXT;

-- What an undo and what a redo in that scope takes back at this revision, as `undo` and `redo` say it of
-- the standard scope, also in rows of other scopes. What comes next stands in the last row of the scope
-- before the one that is named. NULL in rows of the standard scope.
ALTER TABLE journal ADD COLUMN scope_undo INTEGER;
ALTER TABLE journal ADD COLUMN scope_redo INTEGER;

-- Finds the last row of a scope. A list without scopes has nothing in it.
CREATE INDEX journal_of_scope ON journal (step_scope, list) WHERE step_scope IS NOT NULL;
