-- Writes what the row of a list says beside its name and head: where the journal begins, the digests
-- of what lies before it and of the subscribers, and the digest of all that. If the row was written
-- since it was read, the transaction ends with RS001.
CREATE FUNCTION seal_list(
  known_list bigint, known_digest bigint, new_oldest bigint, new_base bigint,
  new_subscribers bigint, new_digest bigint
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list
  SET oldest = new_oldest, base = new_base, subscribers = new_subscribers, digest = new_digest
  WHERE id = known_list AND digest = known_digest;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the row of the list was written since' USING ERRCODE = 'RS001';
  END IF;
END
$$;
