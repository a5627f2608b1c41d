internal import GRDB
internal import RosterCore
internal import RosterJSON

/// Writes a group of changes; the statements are those of the connection that it is given.
struct ListWriter {
  let keys: RowKey

  func write(_ group: CommitGroup, _ pages: PageWrites, to database: Database) throws {
    for change in group.changes { try write(change, in: group, to: database) }
    try write(pages, in: group, to: database)
    let deleteSection = try database.cachedPrepared("DELETE FROM section WHERE id = ?")
    for change in group.changes {
      for section in change.entry.record.identities.removedSections
      where group.target.storedOrder(of: section) == nil {
        try deleteSection.run(.integer(keys.key(section.rawValue)))
      }
    }
  }

  // MARK: Changes

  private func write(
    _ change: StoredChange, in group: CommitGroup, to database: Database
  ) throws {
    try writeJournal(change, to: database)
    try writeSections(change, in: group, to: database)
    try updateItems(change, to: database)
    try removeItems(change, to: database)
    try insertItems(change, in: group, to: database)
  }

  private func writeJournal(_ change: StoredChange, to database: Database) throws {
    let annotation = change.entry.annotation
    let userInfo: PreparedStatement.Value =
      annotation.userInfo.isEmpty
      ? .null : .text(JSONValue.object(annotation.userInfo).canonicalText)
    try database.cachedPrepared(
      """
      INSERT INTO journal
        (id, list, next_item, next_section, next_leaf, change, origin, at, user_info)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      .integer(keys.key(change.entry.revision)), .integer(keys.list),
      .integer(change.nextIdentifiers.item), .integer(change.nextIdentifiers.section),
      .integer(Int(change.nextIdentifiers.leaf)), .text(JournalCoding.encode(change.entry.record)),
      annotation.origin.map(PreparedStatement.Value.text) ?? .null,
      annotation.at.map(PreparedStatement.Value.text) ?? .null, userInfo)
  }

  private func updateItems(_ change: StoredChange, to database: Database) throws {
    let identities = change.entry.record.identities
    guard !identities.updatedItems.isEmpty else { return }
    let keep = try database.cachedPrepared(Self.keepItem)
    let update = try database.cachedPrepared(
      "UPDATE item SET version = ?, model = ? WHERE id = ?")
    let removed = Set(identities.removedItems.map(\.id))
    for (item, model) in zip(identities.updatedItems, change.updatedItems)
    where !removed.contains(item) {
      let key = PreparedStatement.Value.integer(keys.key(item.rawValue))
      try keep.run(.integer(change.entry.revision), key)
      try update.run(.integer(change.entry.revision), model.binding, key)
    }
  }

  private func removeItems(_ change: StoredChange, to database: Database) throws {
    let removed = change.entry.record.identities.removedItems
    guard !removed.isEmpty else { return }
    let keep = try database.cachedPrepared(Self.keepItem)
    let delete = try database.cachedPrepared("DELETE FROM item WHERE id = ?")
    for item in removed {
      let key = PreparedStatement.Value.integer(keys.key(item.id.rawValue))
      try keep.run(.integer(change.entry.revision), key)
      try delete.run(key)
    }
  }

  private func insertItems(
    _ change: StoredChange, in group: CommitGroup, to database: Database
  ) throws {
    let inserted = change.entry.record.identities.insertedItems
    guard !inserted.isEmpty else { return }
    let insert = try database.cachedPrepared(
      "INSERT INTO item (id, leaf, version, model) VALUES (?, ?, ?, ?)")
    for (item, model) in zip(inserted, change.insertedItems) {
      // An item that a later change of the group removes again is in no leaf; its row goes as well.
      let leaf = try group.target.leaf(of: item)
      try insert.run(
        .integer(keys.key(item.rawValue)), .integer(keys.key(Int(leaf.rawValue))),
        .integer(change.entry.revision), model.binding)
    }
  }

  private func writeSections(
    _ change: StoredChange, in group: CommitGroup, to database: Database
  ) throws {
    let identities = change.entry.record.identities
    let revision = change.entry.revision
    let keep = try database.cachedPrepared(Self.keepSection)
    let update = try database.cachedPrepared(
      "UPDATE section SET version = ?, model = ? WHERE id = ?")
    let insert = try database.cachedPrepared(
      "INSERT INTO section (id, list, ord, version, model) VALUES (?, ?, ?, ?, ?)")
    let removed = Set(identities.removedSections)
    for (section, model) in zip(identities.updatedSections, change.updatedSections)
    where !removed.contains(section) {
      let key = PreparedStatement.Value.integer(keys.key(section.rawValue))
      try keep.run(.integer(revision), key)
      try update.run(.integer(revision), model.binding, key)
    }
    for section in identities.removedSections {
      try keep.run(.integer(revision), .integer(keys.key(section.rawValue)))
    }
    for (section, model) in zip(identities.insertedSections, change.insertedSections) {
      try insert.run(
        .integer(keys.key(section.rawValue)), .integer(keys.list),
        .integer(group.target.storedOrder(of: section) ?? 0), .integer(revision), model.binding)
    }
  }

  /// Keeps the row as a before-image of the revision that replaces it.
  private static let keepItem =
    "INSERT INTO item_history SELECT id, ?, version, model FROM item WHERE id = ?"
  private static let keepSection =
    "INSERT INTO section_history SELECT id, ?, version, model FROM section WHERE id = ?"

  // MARK: Order

  private func write(
    _ pages: PageWrites, in group: CommitGroup, to database: Database
  ) throws {
    if !pages.sectionOrders.isEmpty {
      let order = try database.cachedPrepared(
        "UPDATE section SET ord = ?1 WHERE id = ?2 AND ord <> ?1")
      for entry in pages.sectionOrders {
        try order.run(.integer(entry.order), .integer(keys.key(entry.section.rawValue)))
      }
    }
    if !pages.removedLeaves.isEmpty {
      let delete = try database.cachedPrepared("DELETE FROM leaf WHERE id = ?")
      for leaf in pages.removedLeaves { try delete.run(leafKey(leaf)) }
    }
    try writeLeaves(pages, in: group, to: database)
    if !pages.relocatedItems.isEmpty {
      let relocate = try database.cachedPrepared("UPDATE item SET leaf = ? WHERE id = ?")
      for entry in pages.relocatedItems {
        try relocate.run(leafKey(entry.leaf), .integer(keys.key(entry.item.rawValue)))
      }
    }
  }

  private func writeLeaves(
    _ pages: PageWrites, in group: CommitGroup, to database: Database
  ) throws {
    let insert = try database.cachedPrepared(
      "INSERT INTO leaf (section, ord, count, items, id) VALUES (?, ?, ?, ?, ?)")
    let update = try database.cachedPrepared(
      "UPDATE leaf SET section = ?, ord = ?, count = ?, items = ? WHERE id = ?")
    for leaf in pages.leaves {
      let isNew = leaf.entry.id.rawValue >= group.source.nextIdentifiers.leaf
      try (isNew ? insert : update).run(
        .integer(keys.key(leaf.entry.section.rawValue)), .integer(leaf.entry.order),
        .integer(leaf.entry.count), .text(leaf.items), leafKey(leaf.entry.id))
    }
  }

  private func leafKey(_ leaf: LeafID) -> PreparedStatement.Value {
    .integer(keys.key(Int(leaf.rawValue)))
  }
}
