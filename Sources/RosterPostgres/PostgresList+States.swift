#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList {
    /// Returns the states of all scopes of items, headers and footers as they were at a revision, also
    /// after later commits.
    ///
    /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
    ///   longer kept.
    /// - Complexity: O(log *n*) for each tree, for each of its states, and for each before-image of
    ///   them that a later revision made.
    package func states(
      of trees: [TreeID], at revision: Revision
    ) throws(StorageError) -> [[ScopePath: StoredState]] {
      if trees.isEmpty { return [] }
      let tables = StateTable.allCases.filter { table in
        trees.contains { StateTable($0) == table }
      }
      return try read { batch in
        for table in tables {
          batch.add(Self.statesSQL(table)) {
            $0.add(trees.filter { StateTable($0) == table }.map { keys.key($0.number) })
            $0.add(revision)
          }
        }
      } _: { head, results in
        guard revision >= head.oldest else {
          throw isCompacted(revision, oldest: head.oldest)
        }
        var states: [TreeID: [ScopePath: StoredState]] = [:]
        for (table, result) in zip(tables, results) {
          try result.forEachRow { row in
            let tree = table.tree(keys.number(row.integer(0)))
            guard let scope = StateScope.decode(row.bytes(1)) else {
              throw StorageError(
                .corrupt, "list \"\(name)\": the scope of a state of \(tree) is unreadable")
            }
            states[tree, default: [:]][scope] = StoredState(
              typeVersion: row.integer(2), value: row.value(3))
          }
        }
        return trees.map { states[$0] ?? [:] }
      }
    }

    /// Reads the states that were written by then, and of each scope that was written later the
    /// before-image that was valid then.
    private static func statesSQL(_ table: StateTable) -> String {
      let (name, owner) = (table.name, table.owner)
      let kind = table.kind.map { " AND kind = '\($0)'" } ?? ""
      return """
        SELECT \(owner), scope, type_version, value, value_bytes FROM \(name)
        WHERE \(owner) = ANY ($1::bigint[])\(kind) AND version <= $2
        UNION ALL
        SELECT \(owner), scope, type_version, value, value_bytes FROM (
          SELECT DISTINCT ON (\(owner), scope)
            \(owner), scope, version, type_version, value, value_bytes
          FROM \(name)_history WHERE \(owner) = ANY ($1::bigint[])\(kind) AND until > $2
          ORDER BY \(owner), scope, until
        ) AS earlier WHERE version <= $2
        """
    }
  }
#endif
