#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList: RewritableStorage {
    package func rewriteModels(
      _ kind: RewrittenModels.Kind, after number: Int, limit: Int, _ isOld: (StoredValue) -> Bool,
      _ rewrite: (StoredValue) throws(StorageError) -> StoredValue
    ) throws(StorageError) -> RewrittenModels {
      let table = ValueTable(kind)
      var models = RewrittenModels()
      try store.perform { connection in
        models = RewrittenModels()
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
          let known = try PostgresSeal(results[1], of: self)
          var (seal, old) = (known.seal, [(key: Int, model: StoredValue)]())
          results[2].forEachRow { row in
            models.last = keys.number(row.integer(0))
            guard isOld(row.value(6)) else { return }
            if row.integer(3) > seal.oldest {
              models.remainingCount += 1
            } else {
              // If the row was altered, the digest of all does not become that of the new rows.
              seal.base.remove(row, of: table)
              old.append((key: row.integer(0), model: row.value(6)))
            }
          }
          if results[2].count < limit { models.last = nil }
          models.rewrittenCount = old.count
          if !old.isEmpty {
            try write(old, of: table, rewrite, &seal.base, connection)
            var sealing = PostgresBatch()
            sealing.add("UPDATE list SET base = $2, digest = $3 WHERE id = $1") {
              $0.add(keys.list)
              $0.add(seal.base.value)
              $0.add(seal.digest(ofList: keys.list, named: name))
            }
            _ = try connection.run(sealing)
          }
          try connection.run("COMMIT")
        } catch {
          try? connection.run("ROLLBACK")
          throw error
        }
      }
      return models
    }

    private func write(
      _ old: [(key: Int, model: StoredValue)], of table: ValueTable,
      _ rewrite: (StoredValue) throws(StorageError) -> StoredValue, _ base: inout BaseDigest,
      _ connection: PostgresConnection
    ) throws {
      var batch = PostgresBatch()
      for (key, model) in old {
        let new = try rewrite(model)
        batch.add(
          """
          UPDATE \(table.name) SET \(table.value) = $2, \(table.value)_bytes = $3 WHERE \(table.key) = $1
          RETURNING \(table.columns()), \(table.value)_bytes
          """
        ) {
          $0.add(key)
          $0.add(new)
        }
      }
      for result in try connection.run(batch) { result.forEachRow { base.add($0, of: table) } }
    }
  }
#endif
