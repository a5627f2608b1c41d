package import RosterCore
package import RosterJSON

/// The rows of a list, as some database keeps them: as they are at each reading, or at one moment.
///
/// How a list is read is written once, in extensions of this protocol. A database says how its statements are
/// run; it keeps its connections, its writer, its compaction and its following to itself.
package protocol StoredRows {
  associatedtype Answers: RowAnswers
  associatedtype Failure: Error

  /// The file or server, which every message names.
  var place: String { get }
  /// The name of the list.
  var name: String { get }
  /// The keys of its rows.
  var keys: RowKey { get }

  /// Reads from one state of the database: on a server, in one round trip.
  ///
  /// - Parameters:
  ///   - fill: Adds the statements.
  ///   - body: Receives their answers.
  func read<Value>(
    _ fill: (ReadingSQL, inout RowQuery) -> Void, _ body: (Answers) throws -> Value
  ) throws(Failure) -> Value

  /// Verifies that pages of the list are known as they are now.
  ///
  /// - Parameter isKnown: Returns whether they are known up to a revision.
  /// - Throws: `stale`.
  func verify(_ answers: Answers, _ isKnown: (Revision) -> Bool) throws
}

/// The answers to a query, and where the list is.
package protocol RowAnswers {
  associatedtype Row: StoredRow

  /// The last revision of the list.
  var revision: Revision { get throws }
  /// The oldest revision that can be read.
  var oldestRevision: Revision { get throws }
  /// The numbers that the list gives next.
  var nextIdentifiers: NextIdentifiers { get throws }
  /// The revision from which on all items have keys; `nil` if they have none.
  var keysRevision: Revision? { get throws }
  /// How many items the pages of the list have.
  ///
  /// - Throws: `DamagedRow` if no list has as many.
  var pageSizes: PageSizes { get throws }

  /// Visits the rows that a statement returns: none if the query does not have it, because the format of the
  /// database lacks what it reads.
  ///
  /// - Parameters:
  ///   - statement: Its place in the query.
  ///   - visit: Receives the place among the keys for which the statement is run, 0 without keys, and a row.
  ///     The row must not be kept.
  func forEachRow(of statement: Int, _ visit: (_ key: Int, _ row: Row) throws -> Void) throws

  /// Visits the rows that a statement without keys returns, which have four integers each.
  ///
  /// For the pages of a list, of which there are thousands: a database reads them here by its own type of rows, where
  /// `forEachRow` asks the runtime for it in each row.
  func forEachPage(of statement: Int, _ visit: (Int, Int, Int, Int) throws -> Void) throws
}

extension RowAnswers {
  package func forEachPage(
    of statement: Int, _ visit: (Int, Int, Int, Int) throws -> Void
  ) throws {
    try forEachRow(of: statement) { _, row in
      try visit(row.integer(0), row.integer(1), row.integer(2), row.integer(3))
    }
  }
}

extension StoredRows {
  package func verify(_ answers: Answers, _ isKnown: (Revision) -> Bool) throws {
    let stored = try answers.revision
    guard isKnown(stored) else { throw isStale(at: stored) }
  }

  // MARK: Errors

  package func isStale(at stored: Revision) -> StorageError {
    StorageError(
      .stale,
      "\(place), list \(name.inQuotes): another writer has taken it to revision \(stored); open it again"
    )
  }

  package func isMissing(_ revision: Revision) -> StorageError {
    StorageError(
      .stale,
      "\(place), list \(name.inQuotes): the journal does not go on from revision \(revision)")
  }

  package func isCompacted(_ revision: Revision, oldest: Revision) -> StorageError {
    .compacted(
      "\(place), list \(name.inQuotes): revision \(revision) is no longer kept; the oldest one that is left "
        + "is \(oldest)", oldest: oldest)
  }

  /// Verifies that a revision is still kept, at which something was not found.
  private func verifyIsKept(_ revision: Revision, _ answers: Answers) throws {
    let oldest = try answers.oldestRevision
    guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
  }

  // MARK: Directory

  /// Reads the sections and leaf pages of the list, no items.
  ///
  /// - Parameter note: Receives the answers as well.
  /// - Complexity: O(*s* + *l*) for *s* sections and *l* leaf pages.
  package func directory(_ note: (Answers) -> Void = { _ in }) throws(Failure) -> ListDirectory {
    try read { sql, query in
      query.add(sql.sections, keys.list)
      query.add(sql.leaves, keys.first, keys.last)
    } _: { answers in
      note(answers)
      var directory = ListDirectory(
        revision: try answers.revision, nextIdentifiers: try answers.nextIdentifiers,
        pageSizes: try answers.pageSizes, sections: [], leaves: [])
      // As many as there can be. What a damaged row says takes no more than two megabytes.
      directory.leaves.reserveCapacity(min(Int(directory.nextIdentifiers.leaf), 1 << 16))
      try answers.forEachRow(of: 0) { _, row in
        guard row.integer(0) >> RowKey.numberBits == keys.list else {
          throw DamagedRow("section", row.integer(0))
        }
        directory.sections.append(
          .init(id: SectionID(rawValue: keys.number(row.integer(0))), order: row.integer(1)))
      }
      try answers.forEachPage(of: 1) { key, section, order, count in
        guard let leaf = keys.leaf(key) else { throw DamagedRow("leaf", key) }
        directory.leaves.append(
          .init(
            id: leaf, section: SectionID(rawValue: keys.number(section)), order: order,
            count: count))
      }
      // The rows come in the order in which the pages were made, which is often their order in the list.
      directory.leaves.sort { ($0.section, $0.order) < ($1.section, $1.order) }
      return directory
    }
  }

  // MARK: Models

  /// Returns the models of items as they were at a revision, also after later commits.
  ///
  /// - Throws: `compacted` if a model is not found and the revision is no longer kept.
  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(Failure) -> [StoredValue?] {
    try models(in: .items, items.map { keys.key($0.rawValue) }, at: revision) { $1 }
  }

  /// Returns the models of sections as they were at a revision, also after later commits.
  ///
  /// - Throws: `compacted` if a model is not found and the revision is no longer kept.
  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(Failure) -> [StoredValue?] {
    try models(in: .sections, sections.map { keys.key($0.rawValue) }, at: revision) { $1 }
  }

  /// Returns models as they were at a revision.
  ///
  /// - Parameters:
  ///   - owners: The keys of the items or sections.
  ///   - make: Receives the revision that wrote a model, and the model.
  package func models<Model>(
    in table: ValueTable, _ owners: [Int], at revision: Revision,
    _ make: (Revision, StoredValue) -> Model
  ) throws(Failure) -> [Model?] {
    if owners.isEmpty { return [] }
    return try read { sql, query in
      query.asksForBoundsOnly = true
      query.isOfOneRevision = true
      query.add(sql.model(in: table), forEach: .rows(owners), revision)
    } _: { answers in
      var models = [Model?](repeating: nil, count: owners.count)
      var foundCount = 0
      try answers.forEachRow(of: 0) { index, row in
        models[index] = make(row.integer(0), row.value(1))
        foundCount += 1
      }
      // A model that is not found may have existed.
      if foundCount < owners.count { try verifyIsKept(revision, answers) }
      return models
    }
  }

  // MARK: Keys

  /// Returns the revision from which on all items have keys.
  package func keysRevision() throws(Failure) -> Revision? {
    try read { _, _ in
    } _: {
      try $0.keysRevision
    }
  }

  /// Returns the items that had some keys at a revision, also after later commits.
  ///
  /// - Throws: `compacted` if an item is not found and the revision is no longer kept.
  /// - Complexity: O(log *n*) for each key.
  package func items(
    withKeys wanted: [ModelKey], at revision: Revision
  ) throws(Failure) -> [KeyedItem?]? {
    try read { sql, query in
      query.isOfOneRevision = true
      guard sql.format.hasKeys else { return }
      query.add(
        sql.itemWithKey, forEach: .models(wanted), revision, keys.first, keys.last, keys.list)
    } _: { answers in
      var items = [KeyedItem?](repeating: nil, count: wanted.count)
      var foundCount = 0
      try answers.forEachRow(of: 0) { index, row in
        guard let first = row.optionalInteger(1), revision >= first else { return }
        items[index] = KeyedItem(
          id: ItemID(rawValue: keys.number(row.integer(0))), model: row.value(2))
        foundCount += 1
      }
      if foundCount > 0, foundCount == wanted.count { return items }
      guard let first = try answers.keysRevision, revision >= first else { return nil }
      // An item that is not found may have existed.
      if foundCount < wanted.count { try verifyIsKept(revision, answers) }
      return items
    }
  }

  /// Returns the keys that items had at a revision, also after later commits.
  ///
  /// - Complexity: O(log *n*) for each item.
  package func keys(
    of items: [ItemID], at revision: Revision
  ) throws(Failure) -> [ModelKey?] {
    try read { sql, query in
      query.isOfOneRevision = true
      guard sql.format.hasKeys else { return }
      query.add(sql.keyOfItem, forEach: .rows(items.map { keys.key($0.rawValue) }), revision)
    } _: { answers in
      var found = [ModelKey?](repeating: nil, count: items.count)
      try answers.forEachRow(of: 0) { index, row in found[index] = row.modelKey(0) }
      return found
    }
  }

  // MARK: Journal

  /// Returns the entries that lead from a revision to the ones after it.
  ///
  /// - Throws: `compacted` if the journal no longer has the entries after the revision, `stale` if
  ///   the list has not yet reached it, `corrupt` if the journal is damaged.
  package func journal(
    after revision: Revision, limit: Int
  ) throws(Failure) -> [JournalEntry] {
    try journal(after: revision, limit: limit, { $0.journal }) { try JournalEntry($0, keys) }
  }

  /// Returns the user infos of these entries, without reading what they have changed.
  ///
  /// - Throws: As ``journal(after:limit:)``.
  package func userInfos(
    after revision: Revision, limit: Int
  ) throws(Failure) -> [JSONObject] {
    try journal(after: revision, limit: limit, { $0.userInfos }) { row in
      guard row.integer(0) >> RowKey.numberBits == keys.list,
        let userInfo = JournalEntry.userInfo(row, 1)
      else { throw DamagedRow("journal", row.integer(0)) }
      return userInfo
    }
  }

  /// Reads rows of the journal.
  ///
  /// - Parameters:
  ///   - statement: Reads them, each with its key first.
  ///   - make: Makes what is read of a row.
  private func journal<Entry>(
    after revision: Revision, limit: Int, _ statement: (ReadingSQL) -> String,
    _ make: (Answers.Row) throws -> Entry
  ) throws(Failure) -> [Entry] {
    try read { sql, query in
      query.add(statement(sql), keys.key(max(0, revision)), keys.last, max(0, limit))
    } _: { answers in
      var entries: [Entry] = []
      try answers.forEachRow(of: 0) { _, row in
        let entry = try make(row)
        guard keys.number(row.integer(0)) == revision + entries.count + 1 else {
          throw try isMissing(revision, answers)
        }
        entries.append(entry)
      }
      let stored = try answers.revision
      guard (0...stored).contains(revision),
        !entries.isEmpty || revision == stored || limit < 1
      else { throw try isMissing(revision, answers) }
      return entries
    }
  }

  private func isMissing(_ revision: Revision, _ answers: Answers) throws -> StorageError {
    let oldest = try answers.oldestRevision
    return revision >= 0 && revision < oldest
      ? isCompacted(revision, oldest: oldest) : isMissing(revision)
  }

  /// Returns the numbers that the list gave next after a revision.
  ///
  /// - Throws: `compacted` or `stale` if the journal does not have the revision.
  package func nextIdentifiers(after revision: Revision) throws(Failure) -> NextIdentifiers {
    try read { sql, query in
      query.add(sql.nextIdentifiers, keys.key(revision))
    } _: { answers in
      var next: NextIdentifiers?
      try answers.forEachRow(of: 0) { _, row in next = NextIdentifiers(row, from: 0) }
      if let next, !next.isPossible { throw DamagedRow("journal", keys.key(revision)) }
      if let next { return next }
      let oldest = try answers.oldestRevision
      if revision <= oldest { throw isCompacted(revision, oldest: oldest) }
      throw isStale(at: try answers.revision)
    }
  }

  /// Returns what the list knows of its hub; `nil` if its device has written nothing to the tables.
  ///
  /// - Complexity: O(*k*) for *k* pending changes.
  package func deviceRows() throws(Failure) -> DeviceRows? {
    try read { sql, query in
      query.asksForBoundsOnly = true
      guard let device = sql.device, let pending = sql.pendingChanges else { return }
      query.add(device, keys.list)
      query.add(pending, keys.list)
    } _: { answers in
      var device: DeviceRows.Device?
      try answers.forEachRow(of: 0) { _, row in
        device = DeviceRows.Device(
          revision: row.integer(0), opening: row.text(1), last: row.optionalInteger(2),
          chain: row.text(3), hub: row.optionalText(4), hubRevision: row.integer(5),
          mark: row.text(6), base: row.text(7))
      }
      var pending: [DeviceRows.Pending] = []
      try answers.forEachRow(of: 1) { _, row in
        pending.append(
          DeviceRows.Pending(
            number: row.integer(0), opening: row.text(1), obstacle: row.optionalText(2),
            change: row.text(3)))
      }
      return device.map { DeviceRows($0, pending: pending) }
    }
  }

  /// Returns what the list knows of devices; `nil` if its hub has written nothing to the tables.
  ///
  /// - Complexity: O(*k*) for *k* rows, of which a hub keeps at most 320.
  package func hubRows() throws(Failure) -> HubRows? {
    try read { sql, query in
      query.asksForBoundsOnly = true
      guard let hub = sql.hub, let settled = sql.settledChanges, let losses = sql.losses
      else { return }
      for sql in [hub, settled, losses] { query.add(sql, keys.list) }
    } _: { answers in
      var hub: HubRows.Hub?
      try answers.forEachRow(of: 0) { _, row in
        hub = HubRows.Hub(
          revision: row.integer(0), name: row.text(1), digests: row.optionalText(2))
      }
      var settled: [HubRows.Settled] = []
      try answers.forEachRow(of: 1) { _, row in
        settled.append(
          HubRows.Settled(
            number: row.integer(0), name: row.text(1), after: row.integer(2),
            through: row.integer(3)))
      }
      var losses: [HubRows.Loss] = []
      try answers.forEachRow(of: 2) { _, row in
        losses.append(
          HubRows.Loss(
            number: row.integer(0), name: row.text(1), change: row.integer(2),
            lostCount: row.integer(3), refusal: row.optionalText(4)))
      }
      return hub.map { HubRows($0, settled: settled, losses: losses) }
    }
  }

  /// Returns the registered subscribers, by name.
  package func registeredSubscribers() throws(Failure) -> [JournalSubscriber] {
    try withSubscribers { _, subscribers in subscribers }
  }

  private func withSubscribers<Value>(
    _ body: (Answers, [JournalSubscriber]) throws -> Value
  ) throws(Failure) -> Value {
    try read { sql, query in
      query.asksForBoundsOnly = true
      if sql.format.hasSteps { query.add(sql.subscribers, keys.list) }
    } _: { answers in
      var subscribers: [JournalSubscriber] = []
      try answers.forEachRow(of: 0) { _, row in
        subscribers.append(JournalSubscriber(name: row.text(0), revision: row.integer(1)))
      }
      // A list that is gone has none, and says so.
      if subscribers.isEmpty { _ = try answers.revision }
      return try body(answers, subscribers)
    }
  }

  // MARK: Pages

  /// Returns the items of pages; a page that is missing or unreadable is left out.
  ///
  /// - Parameter isKnown: See `PageRows`.
  func items(
    inLeaves leaves: [LeafID], _ isKnown: (Revision) -> Bool = { _ in true }
  ) throws(Failure) -> [LeafID: ContiguousArray<ItemID>] {
    if leaves.isEmpty { return [:] }
    return try read { sql, query in
      query.add(sql.items, forEach: .rows(leaves.map { keys.key(Int($0.rawValue)) }))
    } _: { answers in
      try verify(answers, isKnown)
      var items: [LeafID: ContiguousArray<ItemID>] = [:]
      try answers.forEachRow(of: 0) { index, row in
        items[leaves[index]] = LeafItemsCoding.decode(row.bytes(0))
      }
      return items
    }
  }

  /// Returns the pages from which the items of one chunk of ids are found.
  ///
  /// - Parameter isKnown: See `PageRows`.
  func leaves(
    ofItemsIn chunk: Int, _ isKnown: (Revision) -> Bool = { _ in true }
  ) throws(Failure) -> ContiguousArray<LeafID> {
    let first = chunk * pageSourceChunkWidth
    // A damaged row may name any item: the numbers of a chunk differ in their last bits only, so its keys are in
    // order whatever they are.
    let items = keys.key(first)...keys.key(first + pageSourceChunkWidth - 1)
    return try read { sql, query in
      query.add(sql.places, items.lowerBound, items.upperBound)
    } _: { answers in
      try verify(answers, isKnown)
      var leaves = ContiguousArray(repeating: LeafID.none, count: pageSourceChunkWidth)
      try answers.forEachRow(of: 0) { _, row in
        // The rows of a damaged table may come in any order, and lie outside the requested range.
        guard items.contains(row.integer(0)), let leaf = keys.leaf(row.integer(1)) else {
          throw DamagedRow("item", row.integer(0))
        }
        leaves[row.integer(0) - items.lowerBound] = leaf
      }
      return leaves
    }
  }

  /// Visits the items of all pages; a page that is unreadable is left out.
  ///
  /// - Parameter isKnown: See `PageRows`.
  func visitLeaves(
    _ isKnown: (Revision) -> Bool = { _ in true },
    _ visit: (LeafID, ContiguousArray<ItemID>) -> Void
  ) throws(Failure) {
    try read { sql, query in
      query.add(sql.itemsOfAll, keys.first, keys.last)
    } _: { answers in
      try verify(answers, isKnown)
      try answers.forEachRow(of: 0) { _, row in
        guard let leaf = keys.leaf(row.integer(0)), let items = LeafItemsCoding.decode(row.bytes(1))
        else { return }
        visit(leaf, items)
      }
    }
  }

  // MARK: States

  /// Returns the states of all scopes of items, headers and footers as they were at a revision, also
  /// after later commits.
  ///
  /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
  ///   longer kept.
  /// - Complexity: O(log *n*) for each tree and for each of its states. For a revision before the
  ///   last one, also for each scope that the tree ever had; the number of times that a state was
  ///   written does not matter. On a server also for each before-image that a later revision made.
  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(Failure) -> [[ScopePath: StoredState]] {
    if trees.isEmpty { return [] }
    var parts: [(table: StateTable, trees: [Int])] = []
    return try read { sql, query in
      parts = []
      for table in StateTable.allCases {
        let own = trees.indices.filter { StateTable(trees[$0]) == table }
        guard !own.isEmpty, let states = sql.states(in: table),
          let earlier = sql.earlierStates(in: table)
        else { continue }
        parts.append((table, own))
        let owners = RowKeys.rows(own.map { keys.key(trees[$0].number) })
        query.add(states, forEach: owners, revision)
        query.add(earlier, forEach: owners, revision)
      }
    } _: { answers in
      let isNewest = try revision >= answers.revision
      if !isNewest { try verifyIsKept(revision, answers) }
      var states = [[ScopePath: StoredState]](repeating: [:], count: trees.count)
      for (index, part) in parts.enumerated() {
        for statement in isNewest ? [2 * index] : [2 * index, 2 * index + 1] {
          try answers.forEachRow(of: statement) { key, row in
            let tree = part.trees[key]
            guard let scope = StateScope.decode(row.bytes(0)) else {
              throw StorageError(
                .corrupt,
                "\(place), list \(name.inQuotes): the scope of a state of \(trees[tree]) is unreadable"
              )
            }
            states[tree][scope] = StoredState(typeVersion: row.integer(1), value: row.value(2))
          }
        }
      }
      return states
    }
  }

  // MARK: Inspecting

  /// Returns the present and the oldest revision, and the subscribers.
  package func head() throws(Failure) -> JournalHead {
    try withSubscribers { answers, subscribers in
      JournalHead(
        present: try answers.revision, oldest: try answers.oldestRevision, subscribers: subscribers)
    }
  }

  package func journalRows(
    _ revisions: ClosedRange<Revision>, limit: Int
  ) throws(Failure) -> [JournalRow] {
    try read { sql, query in
      query.asksForBoundsOnly = true
      query.add(
        sql.journal, keys.key(max(1, revisions.lowerBound) - 1),
        keys.key(min(revisions.upperBound, keys.number(keys.last))), max(0, limit))
    } _: { answers in
      var rows: [JournalRow] = []
      try answers.forEachRow(of: 0) { _, row in rows.append(JournalRow(row, keys)) }
      return rows
    }
  }

  package func takenBack(
    _ revisions: ClosedRange<Revision>, upTo last: Revision
  ) throws(Failure) -> [Revision: Revision] {
    try read { sql, query in
      query.asksForBoundsOnly = true
      guard sql.format.hasSteps else { return }
      query.add(
        InspectionSQL.takenBack, keys.key(max(0, revisions.lowerBound)), keys.key(max(0, last)),
        revisions.lowerBound, revisions.upperBound)
    } _: { answers in
      var found: [Revision: Revision] = [:]
      try answers.forEachRow(of: 0) { _, row in
        found[row.integer(1)] = keys.number(row.integer(0))
      }
      return found
    }
  }

  package func modelSpans(
    of tree: TreeID, before revision: Revision, limit: Int
  ) throws(Failure) -> [ValueSpan] {
    try spans(of: tree, before: revision, limit) { _ in InspectionSQL.modelSpans(of: tree) }
  }

  package func stateSpans(
    of tree: TreeID, before revision: Revision, limit: Int
  ) throws(Failure) -> [ValueSpan] {
    try spans(of: tree, before: revision, limit) { format in
      format.has(StateTable(tree)) ? InspectionSQL.stateSpans(of: tree) : nil
    }
  }

  private func spans(
    of tree: TreeID, before revision: Revision, _ limit: Int,
    _ statement: (ListFormat) -> String?
  ) throws(Failure) -> [ValueSpan] {
    try read { sql, query in
      query.asksForBoundsOnly = true
      guard let statement = statement(sql.format) else { return }
      query.add(statement, keys.key(tree.number), revision, max(0, limit))
    } _: { answers in
      var spans: [ValueSpan] = []
      try answers.forEachRow(of: 0) { _, row in spans.append(ValueSpan(row)) }
      return spans
    }
  }

  package func largestItems(
    among numbers: ClosedRange<Int>, limit: Int
  ) throws(Failure) -> [(item: ItemID, byteCount: Int)] {
    let last = keys.number(keys.last)
    guard numbers.lowerBound <= last, numbers.upperBound > 0 else { return [] }
    return try read { sql, query in
      query.asksForBoundsOnly = true
      query.add(
        sql.largestItems, keys.key(max(1, numbers.lowerBound)),
        keys.key(min(numbers.upperBound, last)), max(0, limit))
    } _: { answers in
      var items: [(item: ItemID, byteCount: Int)] = []
      try answers.forEachRow(of: 0) { _, row in
        items.append((ItemID(rawValue: keys.number(row.integer(0))), row.integer(1)))
      }
      return items
    }
  }

  package func moves(
    of item: ItemID, in revisions: ClosedRange<Revision>
  ) throws(Failure) -> [(revision: Revision, move: ItemMove)] {
    try read { _, query in
      query.asksForBoundsOnly = true
      query.add(
        InspectionSQL.moves, keys.key(max(0, revisions.lowerBound)),
        keys.key(max(0, revisions.upperBound)))
    } _: { answers in
      var moves: [(revision: Revision, move: ItemMove)] = []
      try answers.forEachRow(of: 0) { _, row in
        guard let move = ItemMove(of: item, change: row.bytes(1)) else { return }
        moves.append((keys.number(row.integer(0)), move))
      }
      return moves
    }
  }
}

extension StoredRows where Failure == StorageError {
  package func items(
    inLeaf leaf: LeafID, _ isKnown: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<ItemID>? {
    try items(inLeaves: [leaf], isKnown)[leaf]
  }

  package func leaves(
    ofItemsInChunk chunk: Int, _ isKnown: (Revision) -> Bool
  ) throws(StorageError) -> ContiguousArray<LeafID> {
    try leaves(ofItemsIn: chunk, isKnown)
  }

  package func forEachLeaf(
    _ isKnown: (Revision) -> Bool, _ visit: (LeafID, ContiguousArray<ItemID>) -> Void
  ) throws(StorageError) {
    try visitLeaves(isKnown, visit)
  }
}

/// A stored list at one moment, as its rows say.
package struct StoredRowsView<Rows: StoredRows>: PageRowsView {
  private let rows: Rows
  private let storageError: (Rows.Failure) -> StorageError
  package let revision: Revision

  /// - Parameter storageError: Makes the error that a user of the list gets.
  package init(
    _ rows: Rows, at revision: Revision, _ storageError: @escaping (Rows.Failure) -> StorageError
  ) {
    self.rows = rows
    self.revision = revision
    self.storageError = storageError
  }

  package func records(after revision: Revision) throws(StorageError) -> [ChangeRecord] {
    try read { () throws(Rows.Failure) in
      try rows.journal(after: revision, limit: 256).map(\.record)
    }
  }

  package func items(
    inLeaves leaves: [LeafID]
  ) throws(StorageError) -> [LeafID: ContiguousArray<ItemID>] {
    try read { () throws(Rows.Failure) in try rows.items(inLeaves: leaves) }
  }

  package func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
    try read { () throws(Rows.Failure) in try rows.leaves(ofItemsIn: chunk) }
  }

  package func forEachLeaf(
    _ visit: (LeafID, ContiguousArray<ItemID>) -> Void
  ) throws(StorageError) {
    try read { () throws(Rows.Failure) in try rows.visitLeaves { visit($0, $1) } }
  }

  private func read<Value>(
    _ body: () throws(Rows.Failure) -> Value
  ) throws(StorageError) -> Value {
    do throws(Rows.Failure) {
      return try body()
    } catch {
      throw storageError(error)
    }
  }
}
