#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// Where a list is on the server, as its row and the last row of its journal say.
  struct PostgresHead {
    /// The last revision; 0 if the list was never changed.
    var revision: Revision = 0
    /// Changes with every commit. A commit on another mark changes nothing.
    var mark = 0
    /// The oldest revision that can be read.
    var oldest: Revision = 0
    /// The digest of the last revision, by which it is told from another one with its number.
    var digest = 0
    /// The digest of the order.
    var order = 0
    /// What undo and redo revert next.
    var tops = StepTops()
    /// The numbers that the list gives next.
    var next = NextIdentifiers()

    static let sql = """
      SELECT revision, mark, oldest, journal.digest, pages, undo, redo,
        next_item, next_section, next_leaf, (SELECT digest FROM journal WHERE id = $2)
      FROM list LEFT JOIN journal ON journal.id = (list.id << 40) + list.revision
      WHERE list.id = $1
      """

    init() {}

    /// - Parameter row: A row of `sql`.
    init(_ row: borrowing PostgresResult.Row, _ keys: RowKey) throws {
      revision = row.integer(0)
      mark = row.integer(1)
      oldest = row.integer(2)
      guard revision > 0 else { return }
      next = NextIdentifiers(row, from: 7)
      guard !row.isNull(4), next.isPossible, (0...revision).contains(row.integer(5)),
        (0...revision).contains(row.integer(6))
      else { throw DamagedRow("journal", keys.key(revision)) }
      digest = row.integer(3)
      order = row.integer(4)
      tops = StepTops(undo: row.integer(5), redo: row.integer(6))
    }
  }

  /// Asks where a list is, and whether the server still has the revision that was seen there last.
  struct PostgresHeadQuestion {
    let list: PostgresList
    /// The last revision that is known to have been on the server; `nil` if none is.
    let seen: PostgresHead?

    func add(to batch: inout PostgresBatch) {
      batch.add(PostgresHead.sql) {
        $0.add(list.keys.list)
        $0.add(list.keys.key(seen?.revision ?? 0))
      }
    }

    /// - Throws: `replaced` if the list is gone, or the revision that was seen.
    func answer(_ result: PostgresResult) throws -> PostgresHead {
      var answer: PostgresHead?
      var digest: Int?
      try result.forEachRow { row in
        answer = try PostgresHead(row, list.keys)
        digest = row.optionalInteger(10)
      }
      guard let head = answer else {
        throw StorageError(.replaced, "the list \"\(list.name)\" is no longer there")
      }
      if let seen, seen.revision > head.oldest, digest != seen.digest {
        throw StorageError(
          .replaced,
          "\(list.store.place), list \"\(list.name)\": revision \(seen.revision) is no longer "
            + "there; the server has lost commits, or was replaced by a copy. Open the list again")
      }
      return head
    }
  }
#endif
