#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// What a group of changes writes that only inserts items, into pages that are there already. One
  /// statement writes it, alone or with those of other lists.
  ///
  /// Its values are encoded as soon as it is made, by the thread that waits for it.
  struct PostgresInsertion: Sendable {
    /// The list.
    let list: Int
    /// Whether no other process seems to write the list.
    let isAlone: Bool
    /// The values of `PostgresStatements.insertItem`, in its order. All entries of the journal come
    /// first, then all items, then all pages.
    private var values = PostgresParameters()
    private let entryCount: Int
    let itemCount: Int
    private let leafCount: Int

    /// - Parameters:
    ///   - source: Where the list is before the group.
    ///   - target: Where the list is after the group.
    ///   - entries: Each change, and its row of the journal.
    ///   - items: The inserted items, and their leaves.
    ///   - leaves: The changed pages.
    init(
      _ keys: RowKey, isAlone: Bool, from source: PostgresHead, to target: PostgresHead,
      entries: [(StoredChange, JournalWrite)], items: [Item],
      leaves: [PageWrites.Leaf]
    ) {
      list = keys.list
      self.isAlone = isAlone
      entryCount = entries.count
      itemCount = items.count
      leafCount = leaves.count
      for number in [list, source.revision, source.mark, target.revision, target.mark] {
        values.add(number)
      }
      for (change, journal) in entries {
        values.add(journal, change.entry.annotation, ofList: list)
      }
      for item in items {
        values.add(keys.key(item.id.rawValue))
        values.add(keys.key(Int(item.leaf.rawValue)))
        values.add(item.model)
        values.add(item.revision)
      }
      for leaf in leaves {
        values.add(keys.key(Int(leaf.entry.id.rawValue)))
        values.add(keys.key(leaf.entry.section.rawValue))
        values.add(leaf.entry.order)
        values.add(leaf.entry.count)
        values.add(leaf.items)
      }
    }

    /// An inserted item.
    typealias Item = (id: ItemID, leaf: LeafID, model: StoredValue, revision: Revision)

    /// Whether it is what `PostgresStatements.insertItem` writes.
    private var isOfOneItem: Bool { entryCount == 1 && itemCount == 1 && leafCount == 1 }

    // MARK: Writing

    /// Writes insertions into different lists, in one transaction.
    ///
    /// - Parameter insertions: In the order of their lists, so that no two processes wait for each
    ///   other.
    /// - Returns: The lists that were where their writers know them; the others are as they were.
    static func write(
      _ insertions: [PostgresInsertion], to connection: PostgresConnection
    ) throws -> Set<Int> {
      if insertions.count == 1, insertions[0].isAlone, insertions[0].isOfOneItem {
        do {
          _ = try connection.run(
            PostgresBatch(PostgresStatements.insertItem, insertions[0].values), looking: true)
          return [insertions[0].list]
        } catch let failure as PostgresFailure
          where failure.column == PostgresStatements.columnOfList
        {
          return []
        }
      }
      let statement =
        insertions.allSatisfy(\.isOfOneItem)
        ? PostgresStatements.insertItemOfEach : PostgresStatements.insert
      var written: Set<Int> = []
      for result in try connection.run(PostgresBatch(statement, arrays(of: insertions))) {
        result.forEachRow { written.insert($0.integer(0)) }
      }
      return written
    }

    /// Returns the values of insertions, column by column.
    private static func arrays(of insertions: [PostgresInsertion]) -> PostgresParameters {
      var arrays = PostgresParameters()
      // The header of an array and the length of an element have some bytes, too.
      arrays.reserveCapacity(insertions.reduce(4_096) { $0 + 2 * $1.values.byteCount })
      func add(
        _ columns: [PostgresType], _ rows: (PostgresInsertion) -> (first: Int, count: Int)
      ) {
        arrays.add(
          columns,
          of: insertions.map { insertion in
            let (first, count) = rows(insertion)
            return PostgresParameters.Rows(values: insertion.values, first: first, count: count)
          })
      }
      add(headColumns) { _ in (0, 1) }
      add(entryColumns) { ($0.firstEntry, $0.entryCount) }
      add(itemColumns) { ($0.firstItem, $0.itemCount) }
      add(leafColumns) { ($0.firstLeaf, $0.leafCount) }
      return arrays
    }

    private static let headColumns = Array(repeating: PostgresType.bigint, count: 5)
    private static let entryColumns: [PostgresType] =
      Array(repeating: .bigint, count: 6) + Array(repeating: .text, count: 4)
      + [.bigint, .text, .bigint, .bigint, .bigint, .bigint, .bigint]
    private static let itemColumns: [PostgresType] = [.bigint, .bigint, .text, .bytea, .bigint]
    private static let leafColumns: [PostgresType] = [.bigint, .bigint, .bigint, .bigint, .text]

    // Where the first of each is among the values.
    private var firstEntry: Int { Self.headColumns.count }
    private var firstItem: Int { firstEntry + entryCount * Self.entryColumns.count }
    private var firstLeaf: Int { firstItem + itemCount * Self.itemColumns.count }
  }

  extension PostgresParameters {
    /// Adds the values of a row of the journal.
    mutating func add(
      _ journal: JournalWrite, _ annotation: ChangeAnnotation, ofList list: Int
    ) {
      let numbers = journal.numbers
      add(numbers.key)
      add(list)
      add(numbers.nextItem)
      add(numbers.nextSection)
      add(numbers.nextLeaf)
      add(journal.digest)
      add(journal.change)
      add(annotation.origin)
      add(annotation.at)
      add(journal.userInfo)
      add(numbers.committed)
      add(annotation.group)
      add(journal.takesBack)
      add(numbers.undo)
      add(numbers.redo)
      add(numbers.order)
      add(numbers.written)
    }
  }
#endif
