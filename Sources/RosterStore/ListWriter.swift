internal import RosterCore
internal import RosterRows

/// Writes a group of changes to the rows of one list, within a transaction.
struct ListWriter {
  let keys: RowKey
  let statements: WritingStatements
  /// When the group is committed, in milliseconds since 1970.
  let time: Int

  /// - Parameter source: What is known of the list at the source of the group.
  /// - Returns: What is known of it at the target.
  /// - Throws: `keyRequired` if the items of the list have keys, and the group does not say those of all
  ///   models.
  func write(
    _ group: CommitGroup, _ pages: PageWrites, on source: WrittenHeads.Known
  ) throws -> WrittenHeads.Known {
    var known = source
    let head = source.head
    guard let order = head.order else { throw DamagedRow("journal", keys.key(head.revision)) }
    if !known.lacksKeys, group.changes.contains(where: \.writesItemsWithoutKeys) {
      try statements.keysFrom.forEachRow(keys.list) { row in
        if !row.isNull(0) { throw StorageError.keyRequired }
      }
      known.lacksKeys = true
    }
    for leaf in pages.removedLeaves { try statements.deleteLeaf.run(key(leaf)) }
    var states = StateWriter(keys: keys, statements: statements)
    var steps = StepWriter(keys: keys, statements: statements, tops: head.tops)
    var written = head.written
    for change in group.changes {
      let isLast = change.entry.revision == group.target.revision
      written = try writeJournal(
        change, tops: steps.advance(change.entry), order: isLast ? order &+ pages.order.value : nil,
        after: written)
      try write(change, in: group)
      try states.write(change)
      if let device = change.device { try write(device) }
      if let hub = change.hub { try write(hub) }
    }
    try write(pages, in: group)
    if !group.changes.isEmpty {
      known.head = ListHead(
        revision: group.target.revision, tops: steps.standardTops,
        order: order &+ pages.order.value, written: written)
    }
    return known
  }

  // MARK: Changes

  private func write(_ change: StoredChange, in group: CommitGroup) throws {
    try writeSections(change, in: group)
    try updateItems(change)
    try removeItems(change)
    try insertItems(change, in: group)
  }

  /// - Parameters:
  ///   - order: The digest of the order, if the change is the last of its group.
  ///   - written: The number of bytes that the revisions before it have written.
  /// - Returns: The number with those of the change.
  private func writeJournal(
    _ change: StoredChange, tops: RowTops, order: Int?, after written: Int
  ) throws -> Int {
    let write = try JournalWrite(
      change, keys: keys, time: time, tops: tops, order: order, after: written)
    try self.write(write, change.entry.annotation)
    return write.numbers.written ?? written
  }

  /// Writes a row of the journal.
  func write(_ write: JournalWrite, _ annotation: ChangeAnnotation) throws {
    let numbers = write.numbers
    try statements.insertJournal.run { row in
      row.bind(numbers.key)
      row.bind(keys.list)
      row.bind(numbers.nextItem)
      row.bind(numbers.nextSection)
      row.bind(numbers.nextLeaf)
      row.bind(write.digest)
      row.bind(write.change)
      row.bind(annotation.origin)
      row.bind(annotation.at)
      row.bind(write.userInfo)
      row.bind(numbers.committed)
      row.bind(annotation.group)
      row.bind(write.takesBack)
      row.bind(numbers.undo)
      row.bind(numbers.redo)
      row.bind(numbers.order)
      row.bind(write.scoped?.name)
      row.bind(write.scoped?.tops.undo)
      row.bind(write.scoped?.tops.redo)
      row.bind(write.parts)
      row.bind(numbers.written)
    }
  }

  private func writeSections(_ change: StoredChange, in group: CommitGroup) throws {
    let identities = change.entry.record.identities
    let revision = change.entry.revision
    let removed = Set(identities.removedSections)
    for (section, model) in zip(identities.updatedSections, change.updatedSections)
    where !removed.contains(section) {
      try statements.keepSection.runOnRow(revision, key(section))
      try statements.updateSection.runOnRow(revision, model, key(section))
    }
    for section in identities.removedSections {
      try statements.keepSection.runOnRow(revision, key(section))
      try statements.deleteSection.runOnRow(key(section))
    }
    for (section, model) in zip(identities.insertedSections, change.insertedSections) {
      // A section that a later change of the group removes has no order. That change deletes its
      // row too.
      try statements.insertSection.run(
        key(section), keys.list, group.target.storedOrder(of: section) ?? 0, revision, model)
    }
  }

  private func updateItems(_ change: StoredChange) throws {
    let identities = change.entry.record.identities
    let revision = change.entry.revision
    let removed = Set(identities.removedItems.map(\.id))
    let updated = identities.updatedItems
    try inRowOrder(updated.count, { updated[$0] }) { index in
      let item = updated[index]
      if removed.contains(item) { return }
      try statements.keepItem.runOnRow(revision, key(item))
      try statements.updateItem.runOnRow(
        revision, change.updatedItems[index], change.keys?.updatedItems[index], key(item))
    }
  }

  private func removeItems(_ change: StoredChange) throws {
    let removed = change.entry.record.identities.removedItems
    try inRowOrder(removed.count, { removed[$0].id }) { index in
      let item = removed[index]
      try statements.keepItem.runOnRow(change.entry.revision, key(item.id))
      try statements.deleteItem.runOnRow(key(item.id))
    }
  }

  private func insertItems(_ change: StoredChange, in group: CommitGroup) throws {
    let inserted = change.entry.record.identities.insertedItems
    try inRowOrder(inserted.count, { inserted[$0] }) { index in
      let item = inserted[index]
      // An item that a later change of the group removes is in no leaf. That change deletes its row
      // too.
      let leaf = try group.target.leafHint(of: item)
      try statements.insertItem.run(
        key(item), key(leaf), change.entry.revision, change.insertedItems[index],
        change.keys?.insertedItems[index])
    }
  }

  /// Writes the rows of items in the order in which they lie in the file, which is that of their numbers.
  ///
  /// The items of a derived list have the numbers of its source, in any order. A million of them in the order of the list
  /// are as many pages: SQLite keeps some of these in memory, and writes and reads each of the others again for each row.
  ///
  /// - Parameters:
  ///   - item: Returns the item at an index.
  ///   - write: Writes the row of the item at an index.
  private func inRowOrder(
    _ count: Int, _ item: (_ index: Int) -> ItemID, _ write: (_ index: Int) throws -> Void
  ) rethrows {
    if (0..<count).dropFirst().allSatisfy({ item($0 - 1) < item($0) }) {
      for index in 0..<count { try write(index) }
    } else {
      for index in (0..<count).sorted(by: { item($0) < item($1) }) { try write(index) }
    }
  }

  /// Writes what the list knows of its hub.
  private func write(_ write: DeviceWrite) throws {
    let device = write.device
    let database = statements.database
    try database.cachedPrepared(
      """
      INSERT OR REPLACE INTO sync_device
        (list, revision, opening, last, chain, hub, hub_revision, mark, base)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      keys.list, device.revision, device.opening, device.last, device.chain, device.hub,
      device.hubRevision, device.mark, device.base)
    let removal = try database.cachedPrepared(
      "DELETE FROM sync_pending WHERE list = ? AND number = ?")
    for number in write.removed { try removal.run(keys.list, number) }
    let insertion = try database.cachedPrepared(
      """
      INSERT OR REPLACE INTO sync_pending (list, number, opening, obstacle, change)
      VALUES (?, ?, ?, ?, ?)
      """)
    for change in write.pending {
      try insertion.run(
        keys.list, change.number, change.opening, change.obstacle, change.change)
    }
  }

  /// Writes what the list knows of devices.
  private func write(_ write: HubWrite) throws {
    let database = statements.database
    try database.cachedPrepared(
      "INSERT OR REPLACE INTO sync_hub (list, revision, name, digests) VALUES (?, ?, ?, ?)"
    )
    .run(keys.list, write.hub.revision, write.hub.name, write.hub.digests)
    for (table, numbers) in [
      ("sync_settled", write.removedSettled), ("sync_loss", write.removedLosses),
    ] where !numbers.isEmpty {
      let removal = try database.cachedPrepared(
        "DELETE FROM \(table) WHERE list = ? AND number = ?")
      for number in numbers { try removal.run(keys.list, number) }
    }
    let settled = try database.cachedPrepared(
      """
      INSERT OR REPLACE INTO sync_settled (list, number, name, after, through)
      VALUES (?, ?, ?, ?, ?)
      """)
    for row in write.settled {
      try settled.run(keys.list, row.number, row.name, row.after, row.through)
    }
    let loss = try database.cachedPrepared(
      """
      INSERT OR REPLACE INTO sync_loss (list, number, name, change, lost, refusal)
      VALUES (?, ?, ?, ?, ?, ?)
      """)
    for row in write.losses {
      try loss.run(keys.list, row.number, row.name, row.change, row.lostCount, row.refusal)
    }
  }

  // MARK: Order

  /// Writes pages, and where sections and items are that existed before.
  func write(_ pages: PageWrites, in group: CommitGroup) throws {
    for entry in pages.sectionOrders {
      try statements.orderSection.run(entry.order, key(entry.section))
    }
    for leaf in pages.leaves {
      let isNew = leaf.entry.id.rawValue >= group.source.nextIdentifiers.leaf
      try (isNew ? statements.insertLeaf : statements.updateLeaf).runOnRow(
        leaf.entry.order, leaf.entry.count, leaf.items, key(leaf.entry.id), key(leaf.entry.section))
    }
    for entry in pages.relocatedItems {
      try statements.relocateItem.runOnRow(key(entry.leaf), key(entry.item))
    }
  }

  // MARK: Keys

  private func key(_ item: ItemID) -> Int { keys.key(item.rawValue) }
  private func key(_ section: SectionID) -> Int { keys.key(section.rawValue) }
  private func key(_ leaf: LeafID) -> Int { keys.key(Int(leaf.rawValue)) }
}
