-- Keys, by which the items of a list are found, as m0007 of the file has them. A key is a text: "#" and the
-- digits of an integer, or "'" and a text.

ALTER TABLE list ADD COLUMN keys_from bigint;
ALTER TABLE item ADD COLUMN model_key text COLLATE "C";
ALTER TABLE item_history ADD COLUMN model_key text COLLATE "C";

CREATE INDEX item_key ON item (model_key, id) WHERE model_key IS NOT NULL;
CREATE INDEX item_history_key ON item_history ((item >> 40), model_key, until)
WHERE model_key IS NOT NULL;
