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
        next_item, next_section, next_leaf
      FROM list LEFT JOIN journal ON journal.id = (list.id << 40) + list.revision
      WHERE list.id = $1
      """

    init() {}

    /// Whether the server has lost a revision that it once had, as far as this head tells.
    func lacks(_ other: PostgresHead) -> Bool {
      revision < other.revision || revision == other.revision && digest != other.digest
    }

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
#endif
