-- An index of words, for lists that are searched: they have texts in place of models. A file has it as parts of its
-- SQLite that are in no format; here it is a part of each server, which every role writes that writes lists.
--
-- A list says up to which revision its texts are in the index, and for which kind of search. What was written without
-- the index is noticed by that, and the index of the list is made anew.
CREATE TABLE indexed_list (
  list bigint PRIMARY KEY,
  revision bigint NOT NULL,
  matching text COLLATE "C" NOT NULL CHECK (matching IN ('prefix', 'substring'))
);

-- The words of a text, or each word also without its first letters: without case and accents, and at most 16 letters
-- of each.
CREATE TABLE item_word (
  item bigint NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (item, word)
);

CREATE INDEX item_word_of_list ON item_word ((item >> 40), word) INCLUDE (item);

-- A role may do to these what it may do to states: lists that are not searched are written and removed as before.
DO $$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT acl.privilege_type AS privilege,
      CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS role
    FROM pg_class, aclexplode(pg_class.relacl) AS acl
    WHERE pg_class.oid = 'state'::regclass AND acl.grantee <> pg_class.relowner
  LOOP
    EXECUTE format('GRANT %s ON indexed_list, item_word TO %s', given.privilege, given.role);
  END LOOP;
END
$$;
