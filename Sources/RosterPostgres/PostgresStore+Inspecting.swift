#if Postgres
  package import RosterCore
  package import RosterRows

  extension PostgresStore: InspectableStore {
    package func inspectableList(
      named name: String
    ) throws(StorageError) -> (any InspectableStorage)? {
      try list(named: name, create: false)
    }

    package func checkedByteCount() throws(StorageError) -> Int {
      try sizes().tables.reduce(0) { $0 + ($1.isIndex ? 0 : $1.table.byteCount ?? 0) }
    }

    /// The lists are copied into a temporary file first.
    package var checkedByteCountMax: Int { 1 << 30 }

    package func sizeReport(
      rowCountMax: Int, pageCountMax: Int
    ) throws(StorageError) -> SizeReport {
      var (report, tables) = try sizes()
      let counted = tables.indices.filter { !tables[$0].isIndex }
      let batch = PostgresBatch.reading { batch in
        for index in counted {
          let name = Self.identifier(tables[index].table.name)
          batch.add("SELECT count(*) FROM (SELECT 1 FROM \(name) LIMIT $1) AS counted") {
            $0.add(rowCountMax)
          }
        }
      }
      try read(batch) { results in
        for (index, result) in zip(counted, results.dropFirst()) {
          result.forEachRow { tables[index].table.rowCount = $0.integer(0) }
        }
      }
      report.tables = tables.map(\.table)
      return report
    }

    /// Returns the sizes of the tables and indexes of the schema, and what is true of all of them.
    private func sizes() throws(StorageError) -> (
      report: SizeReport, tables: [(table: SizeReport.Table, isIndex: Bool)]
    ) {
      let batch = PostgresBatch.reading { batch in
        batch.add(
          """
          SELECT current_setting('server_version'), current_setting('block_size')::bigint,
            (SELECT count(*) FROM migration)
          """)
        batch.add(
          """
          SELECT relname::text, relkind = 'i',
            CASE relkind WHEN 'i' THEN pg_relation_size(oid) ELSE pg_table_size(oid) END
          FROM pg_class
          WHERE relkind IN ('r', 'i')
            AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
          ORDER BY relname
          """)
      }
      return try read(batch) { results in
        var report = SizeReport(.server(version: ""))
        results[1].forEachRow { row in
          report.system = .server(version: row.text(0))
          report.pageSize = row.integer(1)
          report.format = row.integer(2)
        }
        report.hasTableSizes = true
        var tables: [(table: SizeReport.Table, isIndex: Bool)] = []
        results[2].forEachRow { row in
          let pageCount = row.integer(2) / max(1, report.pageSize)
          report.pageCount += pageCount
          tables.append(
            (
              SizeReport.Table(
                name: row.text(0), pageCount: pageCount, byteCount: row.integer(2)),
              row.integer(1) == 1
            ))
        }
        return (report, tables)
      }
    }
  }
#endif
