#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresStore {
    /// Checks what a list on a server has beside the rows of one in a file: its revision, which is the
    /// last one of its journal, and its mark.
    ///
    /// - Returns: The lists whose rows were altered, by name, and what is wrong with each.
    package func alteredHeads() throws(StorageError) -> [(list: String, message: String)] {
      let batch = PostgresBatch.reading { batch in
        batch.add(
          """
          SELECT list.id, list.name, list.revision, list.mark, last.id, last.digest
          FROM list LEFT JOIN LATERAL (
            SELECT id, digest FROM journal
            WHERE id BETWEEN list.id << \(RowKey.numberBits)
              AND (list.id + 1 << \(RowKey.numberBits)) - 1
            ORDER BY id DESC LIMIT 1
          ) AS last ON true
          ORDER BY list.name
          """)
      }
      return try read(batch) { results in
        var altered: [(list: String, message: String)] = []
        results[1].forEachRow { row in
          let keys = RowKey(list: row.integer(0))
          let last = row.isNull(4) ? 0 : keys.number(row.integer(4))
          let digest = row.isNull(5) ? 0 : row.integer(5)
          if row.integer(2) != last {
            altered.append(
              (
                row.text(1),
                "the row of the list was altered: its revision is not the last one of its journal; "
                  + "list \(keys.list)"
              ))
          } else if !PostgresMark.isPossible(row.integer(3), after: digest) {
            altered.append(
              (
                row.text(1),
                "the row of the list was altered: its mark is none of its last revision; "
                  + "list \(keys.list)"
              ))
          }
        }
        return altered
      }
    }
  }
#endif
