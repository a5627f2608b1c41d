-- What the list of a hub knows of devices, as m0011 of the file has it.
CREATE TABLE sync_hub (
  list bigint PRIMARY KEY,
  revision bigint NOT NULL,
  name text NOT NULL
);

CREATE TABLE sync_settled (
  list bigint NOT NULL,
  number bigint NOT NULL,
  name text NOT NULL,
  after bigint NOT NULL,
  through bigint NOT NULL,
  PRIMARY KEY (list, number)
);

CREATE TABLE sync_loss (
  list bigint NOT NULL,
  number bigint NOT NULL,
  name text NOT NULL,
  change bigint NOT NULL,
  lost bigint NOT NULL,
  refusal text,
  PRIMARY KEY (list, number)
);

-- A role may do to these what it may do to states: a hub needs no other rights than before.
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
    EXECUTE format('GRANT %s ON sync_hub, sync_settled, sync_loss TO %s', given.privilege, given.role);
  END LOOP;
END
$$;
