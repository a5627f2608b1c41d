#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// What a group of changes writes that only inserts items, into pages that are there already. One
  /// statement writes it, alone or with those of other lists.
  struct PostgresInsertion: Sendable {
    /// A row of the journal.
    struct Entry {
      var journal: JournalWrite
      var annotation: ChangeAnnotation
    }

    /// The row of an inserted item.
    struct Item {
      var key: Int
      var leaf: Int
      var model: StoredValue
      var revision: Revision
    }

    /// The row of a changed page.
    struct Leaf {
      var key: Int
      var section: Int
      var order: Int
      var count: Int
      var items: String
    }

    /// The list.
    let list: Int
    /// Whether no other process seems to write the list.
    let isAlone: Bool
    /// Where the list is before the group.
    let source: PostgresHead
    /// Where the list is after the group.
    let target: PostgresHead
    var entries: [Entry] = []
    var items: [Item] = []
    var leaves: [Leaf] = []

    /// Writes insertions into different lists, in one transaction.
    ///
    /// - Parameter insertions: In the order of their lists, so that no two processes wait for each
    ///   other.
    /// - Returns: The lists that were where their writers know them; the others are as they were.
    static func write(
      _ insertions: [PostgresInsertion], to connection: PostgresConnection
    ) throws -> Set<Int> {
      var batch = PostgresBatch()
      if insertions.count == 1, let only = insertions.first, only.isAlone, only.isOfOneItem {
        batch.add(PostgresStatements.insertItem) { only.addValues(to: &$0) }
        do {
          _ = try connection.run(batch)
          return [only.list]
        } catch let failure as PostgresFailure
          where failure.column == PostgresStatements.columnOfList
        {
          return []
        }
      }
      add(insertions, to: &batch)
      var written: Set<Int> = []
      for result in try connection.run(batch) {
        result.forEachRow { written.insert($0.integer(0)) }
      }
      return written
    }

    private var isOfOneItem: Bool { entries.count == 1 && items.count == 1 && leaves.count == 1 }

    /// Adds the statement that writes insertions, and returns the lists that are written.
    private static func add(_ insertions: [PostgresInsertion], to batch: inout PostgresBatch) {
      let entries = insertions.flatMap { insertion in
        insertion.entries.map { (list: insertion.list, entry: $0) }
      }
      let items = insertions.flatMap(\.items)
      let leaves = insertions.flatMap(\.leaves)
      let statement =
        insertions.allSatisfy(\.isOfOneItem)
        ? PostgresStatements.insertItemOfEach : PostgresStatements.insert
      batch.add(statement) { parameters in
        parameters.add(insertions.map(\.list))
        parameters.add(insertions.map(\.source.revision))
        parameters.add(insertions.map(\.source.mark))
        parameters.add(insertions.map(\.target.revision))
        parameters.add(insertions.map(\.target.mark))
        parameters.add(entries.map(\.entry.journal.numbers.key))
        parameters.add(entries.map(\.list))
        parameters.add(entries.map(\.entry.journal.numbers.nextItem))
        parameters.add(entries.map(\.entry.journal.numbers.nextSection))
        parameters.add(entries.map(\.entry.journal.numbers.nextLeaf))
        parameters.add(entries.map(\.entry.journal.digest))
        parameters.add(entries.map(\.entry.journal.change))
        parameters.add(entries.map(\.entry.annotation.origin))
        parameters.add(entries.map(\.entry.annotation.at))
        parameters.add(entries.map(\.entry.journal.userInfo))
        parameters.add(entries.map(\.entry.journal.numbers.committed))
        parameters.add(entries.map(\.entry.annotation.group))
        parameters.add(entries.map(\.entry.journal.takesBack))
        parameters.add(entries.map(\.entry.journal.numbers.undo))
        parameters.add(entries.map(\.entry.journal.numbers.redo))
        parameters.add(entries.map(\.entry.journal.numbers.order))
        parameters.add(items.map(\.key))
        parameters.add(items.map(\.leaf))
        parameters.add(items.map(\.model))
        parameters.add(items.map(\.revision))
        parameters.add(leaves.map(\.key))
        parameters.add(leaves.map(\.section))
        parameters.add(leaves.map(\.order))
        parameters.add(leaves.map(\.count))
        parameters.add(leaves.map(\.items))
      }
    }

    /// Adds the values of `PostgresStatements.insertItem`.
    private func addValues(to parameters: inout PostgresParameters) {
      for number in [list, source.revision, source.mark, target.revision, target.mark] {
        parameters.add(number)
      }
      for entry in entries { parameters.add(entry, ofList: list) }
      for item in items {
        parameters.add(item.key)
        parameters.add(item.leaf)
        parameters.add(item.model)
        parameters.add(item.revision)
      }
      for leaf in leaves {
        for number in [leaf.key, leaf.section, leaf.order, leaf.count] { parameters.add(number) }
        parameters.add(leaf.items)
      }
    }
  }

  extension PostgresParameters {
    /// Adds the values of a row of the journal.
    mutating func add(_ entry: PostgresInsertion.Entry, ofList list: Int) {
      let (journal, annotation) = (entry.journal, entry.annotation)
      let numbers = journal.numbers
      for number in [
        numbers.key, list, numbers.nextItem, numbers.nextSection, numbers.nextLeaf, journal.digest,
      ] { add(number) }
      for text in [journal.change, annotation.origin, annotation.at, journal.userInfo] {
        add(text)
      }
      add(numbers.committed)
      add(annotation.group)
      for number in [journal.takesBack, numbers.undo, numbers.redo, numbers.order] { add(number) }
    }
  }
#endif
