-- The seventh format: keys, by which the items of a list are found.

PRAGMA user_version = 7;

-- The revision from which on all items of the list have keys; NULL if they have none.
ALTER TABLE list ADD COLUMN keys_from INTEGER;

-- What names the item by its model, a text or an integer. No other item of the list has it at the same
-- revision.
ALTER TABLE item ADD COLUMN model_key ANY;
ALTER TABLE item_history ADD COLUMN model_key ANY;

-- They are not unique: the rows of a revision are written one after the other, and two of them may
-- exchange their keys. A writer of the list looks for a key before it gives it to an item, and the check
-- of the file finds a key that two items have. With the list in the second index, the first row behind a
-- revision is the only one that can have had the key then.
CREATE INDEX item_key ON item (model_key) WHERE model_key IS NOT NULL;
CREATE INDEX item_history_key ON item_history (item >> 40, model_key, until)
WHERE model_key IS NOT NULL;
