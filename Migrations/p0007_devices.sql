-- What the list of a device knows of its hub, as m0010 of the file has it.
CREATE TABLE sync_device (
  list bigint PRIMARY KEY,
  revision bigint NOT NULL,
  opening text NOT NULL,
  last bigint,
  chain text NOT NULL,
  hub text,
  hub_revision bigint NOT NULL,
  mark text NOT NULL,
  base text NOT NULL
);

CREATE TABLE sync_pending (
  list bigint NOT NULL,
  number bigint NOT NULL,
  opening text NOT NULL,
  obstacle text,
  change text NOT NULL,
  PRIMARY KEY (list, number)
);

-- A role may do to these what it may do to states: lists without a device are written and removed as before.
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
    EXECUTE format('GRANT %s ON sync_device, sync_pending TO %s', given.privilege, given.role);
  END LOOP;
END
$$;
