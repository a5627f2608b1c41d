#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList: RewritableStorage {
    package func rewriteModels(
      _ kind: RewrittenModels.Kind, after number: Int, limit: Int, _ isOld: (StoredValue) -> Bool,
      _ rewrite: (Int, StoredValue) throws(StorageError) -> StoredValue?
    ) throws(StorageError) -> RewrittenModels {
      let table = ValueTable(kind)
      return try store.perform { connection in
        try connection.run("BEGIN")
        do {
          // Other writers wait from here on.
          var reading = PostgresBatch()
          reading.add("SELECT 1 FROM list WHERE id = $1 FOR UPDATE") { $0.add(keys.list) }
          reading.add(PostgresSeal.sql) { $0.add(keys.list) }
          reading.add(
            """
            SELECT \(table.columns()), \(table.value)_bytes FROM \(table.name)
            WHERE \(table.key) > $1 AND \(table.key) <= $2 ORDER BY \(table.key) LIMIT $3
            """
          ) {
            $0.add(keys.key(number))
            $0.add(keys.last)
            $0.add(limit)
          }
          let results = try connection.run(reading)
          var rewriting = ModelRewriting(
            table, keys, try PostgresSeal(results[1], of: self).seal, limit: limit)
          try results[2].forEachRow { try rewriting.look(at: $0, isOld, rewrite) }
          if rewriting.isAtEnd { try countBeforeImages(&rewriting, of: table, isOld, connection) }
          if !rewriting.new.isEmpty { try write(&rewriting, to: table, connection) }
          try connection.run("COMMIT")
          return rewriting.models
        } catch {
          try? connection.run("ROLLBACK")
          throw error
        }
      }
    }

    private func countBeforeImages(
      _ rewriting: inout ModelRewriting, of table: ValueTable, _ isOld: (StoredValue) -> Bool,
      _ connection: PostgresConnection
    ) throws {
      var batch = PostgresBatch()
      batch.add(
        """
        SELECT \(table.value), \(table.value)_bytes FROM \(table.history)
        WHERE \(table.owner) BETWEEN $1 AND $2
        """
      ) {
        $0.add(keys.first)
        $0.add(keys.last)
      }
      try connection.run(batch)[0].forEachRow { rewriting.count(beforeImage: $0.value(0), isOld) }
    }

    private func write(
      _ rewriting: inout ModelRewriting, to table: ValueTable, _ connection: PostgresConnection
    ) throws {
      var batch = PostgresBatch()
      for (key, model) in rewriting.new {
        batch.add(
          """
          UPDATE \(table.name) SET \(table.value) = $2, \(table.value)_bytes = $3 WHERE \(table.key) = $1
          RETURNING \(table.columns()), \(table.value)_bytes
          """
        ) {
          $0.add(key)
          $0.add(model)
        }
      }
      for result in try connection.run(batch) { result.forEachRow { rewriting.take($0) } }
      let seal = rewriting.seal
      var sealing = PostgresBatch()
      sealing.add("UPDATE list SET base = $2, digest = $3 WHERE id = $1") {
        $0.add(keys.list)
        $0.add(seal.base.value)
        $0.add(seal.digest(ofList: keys.list, named: name))
      }
      _ = try connection.run(sealing)
    }
  }
#endif
