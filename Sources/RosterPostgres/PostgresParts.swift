#if Postgres
  internal import Migrations

  /// What a schema has beside the rows of its tables: the parts that the steps make, and what changes
  /// the meaning of statements.
  enum PostgresParts {
    /// The parts that the steps make, as `sql` returns them.
    static let own = Set(made.map { "\($0.kind) \($0.name)" } + constraints)

    /// The names of the tables and views of Roster.
    static let relations = made.filter { ["table", "view"].contains($0.kind) }.map(\.name)

    /// The kinds and names of what the steps create, without what a later one removes.
    private static let made = Migration.postgres.reduce(into: [(kind: "table", name: "migration")])
    {
      made, step in
      for removed in step.sql.matches(of: /DROP (TABLE|INDEX|VIEW|FUNCTION) (\w+)/) {
        made.removeAll { $0.kind == removed.output.1.lowercased() && $0.name == removed.output.2 }
      }
      made += step.sql.matches(of: /CREATE (TABLE|INDEX|VIEW|FUNCTION) (\w+)/)
        .map { (kind: $0.output.1.lowercased(), name: String($0.output.2)) }
    }

    /// The constraints of the tables. PostgreSQL names them.
    private static let constraints =
      made.filter { $0.kind == "table" }.map { "constraint \($0.name)_pkey on table \($0.name)" }
      + [
        "constraint indexed_list_matching_check on table indexed_list",
        "constraint list_id_check on table list",
        "constraint list_name_key on table list",
        "constraint list_page_capacity_check on table list",
        "constraint section_check on table section",
        "constraint leaf_count_check on table leaf",
        "constraint item_check on table item",
        "constraint state_check on table state",
        "constraint supplement_state_check on table supplement_state",
        "constraint supplement_state_kind_check on table supplement_state",
        "constraint supplement_state_history_kind_check on table supplement_state_history",
      ]

    /// Reads the parts of the schema `$1` whose relations are `$2`: the name of each, whether others may
    /// add one of its kind, and the body of a function. What others add to a table of Roster may refuse
    /// or change rows, or hide them; their own tables and indexes do not.
    static let sql = """
      WITH relation AS (
        SELECT oid, relrowsecurity, relname::text = ANY ($2::text[]) AS is_own,
          CASE relkind WHEN 'r' THEN 'table ' WHEN 'i' THEN 'index ' ELSE 'view ' END || relname
            AS title
        FROM pg_class WHERE relkind IN ('r', 'i', 'v') AND relnamespace = \(PostgresSchema.named)
      ),
      own AS (SELECT * FROM relation WHERE is_own)
      SELECT title, true, NULL::text FROM relation
      UNION ALL
      SELECT 'function ' || proname, true, prosrc FROM pg_proc
      WHERE pronamespace = \(PostgresSchema.named)
      UNION ALL
      SELECT 'constraint ' || conname || ' on ' || title, false, NULL
      FROM pg_constraint JOIN own ON own.oid = conrelid WHERE contype IN ('c', 'f', 'p', 'u', 'x')
      UNION ALL
      SELECT 'trigger ' || tgname || ' on ' || title, false, NULL
      FROM pg_trigger JOIN own ON own.oid = tgrelid WHERE NOT tgisinternal
      UNION ALL
      SELECT 'rule ' || rulename || ' on ' || title, false, NULL
      FROM pg_rewrite JOIN own ON own.oid = ev_class WHERE rulename <> '_RETURN'
      UNION ALL
      SELECT 'row security on ' || title, false, NULL FROM own WHERE relrowsecurity
      UNION ALL
      SELECT 'table ' || inhrelid::regclass || ', which inherits from ' || title || ',', false, NULL
      FROM pg_inherits JOIN own ON own.oid = inhparent
      """

    /// Returns whether a step makes a function with a body.
    static func make(_ body: String) -> Bool {
      Migration.postgres.contains { $0.sql.contains("$$\(body)$$") }
    }
  }
#endif
