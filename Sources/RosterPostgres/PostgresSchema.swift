#if Postgres
  internal import Migrations
  internal import RosterCore
  internal import RosterRows

  /// What the catalogue of a server says of a schema, and of the rights that the role of a connection
  /// has there.
  ///
  /// Every role may read the catalogue. A search by name would say of what the role may not use that it
  /// is not there.
  struct PostgresSchema {
    /// What a statement does to a table.
    private enum Right: String, CaseIterable {
      case select = "SELECT"
      case insert = "INSERT"
      case update = "UPDATE"
      case delete = "DELETE"
    }

    /// The tables of Roster.
    static let tables =
      ["migration", "list"] + CopiedTable.all.map(\.name) + PostgresWordIndex.tables

    /// The name of the schema, as a part of SQL; that of the role and the database as well.
    let name: String
    private var role = ""
    private var database = ""
    /// Whether there is such a schema.
    private(set) var isThere = false
    /// Whether the role may use what is in the schema.
    private var isUsable = false
    /// Whether the role may create the schema or, if it is there, something in it.
    private var isExtensible = false
    /// Whether the schema has a table that may hold the names of steps.
    private(set) var hasSteps = false
    /// The rights of the role on each table and view, except for those of extensions.
    private var rights: [String: Set<Right>] = [:]

    /// Reads the catalogue.
    init(_ connection: PostgresConnection, _ schema: String) throws {
      name = PostgresStore.identifier(schema)
      // Each statement sees what is committed when it begins. The tables come first: of a schema that
      // another process creates meanwhile, no tables may be seen without their steps.
      var batch = PostgresBatch()
      batch.add(Self.rightsSQL) { $0.add(schema) }
      batch.add(Self.schemaSQL) { $0.add(schema) }
      let results = try connection.run(batch)
      results[1].forEachRow { row in
        role = PostgresStore.identifier(row.text(0))
        database = PostgresStore.identifier(row.text(1))
        isThere = row.integer(2) == 1
        isUsable = row.integer(3) == 1
        isExtensible = row.integer(4) == 1
        hasSteps = row.integer(5) == 1
      }
      results[0].forEachRow { row in
        rights[row.text(0)] = Set(
          zip(Right.allCases, Int32(1)...).filter { row.integer($1) == 1 }.map(\.0))
      }
    }

    /// The schema with the name `$1`. PostgreSQL cuts a name that is too long.
    static let named = "(SELECT oid FROM pg_namespace WHERE nspname = $1::text::name)"

    private static let schemaSQL = """
      SELECT current_user::text, current_database()::text, schema IS NOT NULL,
        coalesce(has_schema_privilege(schema, 'USAGE'), false),
        coalesce(
          has_schema_privilege(schema, 'CREATE'),
          has_database_privilege(current_database(), 'CREATE')),
        EXISTS (
          SELECT 1 FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
          WHERE relnamespace = schema AND relname = 'migration' AND relkind = 'r'
            AND attname = 'name' AND atttypid = 'text'::regtype
        )
      FROM (SELECT \(named) AS schema) AS wanted
      """

    private static let rightsSQL = """
      SELECT relname::text,
        \(Right.allCases.map { "has_table_privilege(oid, '\($0.rawValue)')" }.joined(separator: ", "))
      FROM pg_class
      WHERE relnamespace = \(named) AND relkind IN ('r', 'p', 'f', 'v', 'm')
        AND NOT EXISTS (
          SELECT 1 FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
        )
      """

    // MARK: Steps

    /// Returns the steps that the schema has not taken.
    ///
    /// - Throws: `notADatabase` if the schema belongs to another application, `newerFormat`,
    ///   `unreadable` if the role may not read which steps it has taken.
    func missingSteps(_ connection: PostgresConnection) throws -> [Migration] {
      guard hasSteps else {
        guard rights.isEmpty else { throw isForeign }
        return Migration.postgres
      }
      try requireUse()
      try requireRights([.select], on: "migration")
      var batch = PostgresBatch()
      batch.add("SELECT name FROM \(name).migration")
      var taken: Set<String> = []
      for result in try connection.run(batch) {
        result.forEachRow { taken.insert($0.text(0)) }
      }
      let steps = Set(Migration.postgres.map(\.name))
      guard !taken.isDisjoint(with: steps) else { throw isForeign }
      guard taken.isSubset(of: steps) else {
        throw StorageError(.newerFormat, "written by a newer Roster; nothing was changed")
      }
      return Migration.postgres.filter { !taken.contains($0.name) }
    }

    private var isForeign: StorageError {
      StorageError(
        .notADatabase,
        "the schema \(name) is not one of Roster's: it has tables of another application, and "
          + "nothing was changed; name another schema for the lists")
    }

    // MARK: Rights

    /// Requires the rights to read the lists and, unless they are only read, to commit.
    ///
    /// - Throws: `unreadable` if the role may not read, `readOnly` if it may not write.
    func requireRights(isReadOnly: Bool) throws(StorageError) {
      try requireUse()
      for table in Self.tables {
        try requireRights(isReadOnly ? [.select] : Self.rights(toCommitTo: table), on: table)
      }
    }

    /// Requires the right to create the schema, or what is missing in it.
    ///
    /// - Throws: `unreadable` if the role may not use the schema, `readOnly` if it may not create.
    func requireCreation() throws(StorageError) {
      try requireUse()
      guard !isExtensible else { return }
      let object = isThere ? "SCHEMA \(name)" : "DATABASE \(database)"
      throw lacks("CREATE", on: object, .readOnly, granting: "CREATE ON \(object)")
    }

    /// The rights that a commit needs. Others create lists, register subscribers, write what devices and hubs know,
    /// have texts searched, and compact.
    private static func rights(toCommitTo table: String) -> [Right] {
      switch table {
      case "migration", "subscriber", "sync_device", "sync_pending", "sync_hub", "sync_settled",
        "sync_loss",
        "indexed_list", "item_word":
        [.select]
      case "list": [.select, .update]
      case "journal": [.select, .insert]
      default: table.hasSuffix("_history") ? [.select, .insert] : Right.allCases
      }
    }

    private func requireUse() throws(StorageError) {
      guard isThere, !isUsable else { return }
      let object = "SCHEMA \(name)"
      throw lacks("USAGE", on: object, .unreadable, granting: "USAGE ON \(object)")
    }

    /// A table that is missing is damage, which its reader finds.
    private func requireRights(
      _ required: [Right], on table: String
    ) throws(StorageError) {
      guard let rights = rights[table],
        let right = required.first(where: { !rights.contains($0) })
      else { return }
      throw lacks(
        right.rawValue, on: "TABLE \(name).\(PostgresStore.identifier(table))",
        right == .select ? .unreadable : .readOnly,
        granting: grant(right == .select ? [.select] : Right.allCases))
    }

    private func grant(_ rights: [Right]) -> String {
      "\(rights.map(\.rawValue).joined(separator: ", ")) ON ALL TABLES IN SCHEMA \(name)"
    }

    private func lacks(
      _ right: String, on object: String, _ code: StorageError.Code, granting grant: String
    ) -> StorageError {
      StorageError(
        code,
        "the role \(role) lacks the right \(right) on \(object); an owner can give it: "
          + "GRANT \(grant) TO \(role)")
    }

    // MARK: Refused statements

    /// Returns why the server has refused a statement for a list that is open; `nil` if the catalogue
    /// does not tell.
    func reason(for failure: PostgresFailure, isReadOnly: Bool) -> StorageError? {
      // Where a list is stands in these two.
      guard isThere, rights["list"] != nil, rights["journal"] != nil else {
        return StorageError(
          .replaced,
          "the schema \(name), or the tables of lists in it, were removed or replaced while a list "
            + "was open, so that nothing more is written; open the list again, or restore the "
            + "database from a copy", cause: failure)
      }
      do throws(StorageError) {
        try requireRights(isReadOnly: isReadOnly)
      } catch {
        return error
      }
      guard failure.state == "42501" else { return nil }
      return StorageError(
        isReadOnly ? .unreadable : .readOnly,
        "the role \(role) lacks a right in the schema \(name) (\(failure)); an owner can give it: "
          + "GRANT \(grant(isReadOnly ? [.select] : Right.allCases)) TO \(role)",
        cause: failure)
    }
  }
#endif
