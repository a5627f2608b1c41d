package import RosterCore

/// The digest of everything that one revision wrote.
///
/// It covers the texts of the journal's row; then the models of updated items, inserted items,
/// updated sections and inserted sections, that of an item with its key if it has one; then the states that the revision wrote or removed; and
/// finally the numbers of the row.
package struct RevisionDigest {
  private var digest: Digest
  /// The number of bytes of the texts, models and states.
  private(set) var byteCount = 0

  /// Makes the digest of a row of the journal. The caller then adds the models.
  package init(change: String, origin: String?, at: String?, userInfo: String?) {
    digest = Digest()
    add(.text(change))
    for text in [origin, at, userInfo] { add(text.map(StoredValue.text) ?? .null) }
  }

  /// Makes the digest of a row of the journal.
  ///
  /// - Parameter row: A row of `JournalEntry.columns`.
  package init(_ entry: JournalEntry, _ row: some StoredRow) {
    self.init(
      change: row.text(5), origin: entry.annotation.origin, at: entry.annotation.at,
      userInfo: row.optionalText(8))
    add(
      group: entry.annotation.group, takesBack: row.optionalInteger(10), ScopedTops(row),
      parts: row.optionalText(18))
  }

  /// Continues the digest of a row of an older format, which does not cover the numbers.
  package init(after value: Int) { digest = Digest(after: value) }

  /// The digest as an SQLite integer.
  package var value: Int { digest.value }

  /// Adds the row's columns for undo, if they are set. A row without them has the same digest as
  /// before the format had undo, scopes, or parts in other lists.
  package mutating func add(
    group: String?, takesBack: Revision?, _ scoped: ScopedTops?, parts: String?
  ) {
    if let group { digest.add("G", group.utf8) }
    if let takesBack { digest.add("U", takesBack) }
    if let scoped {
      digest.add("C", scoped.name.utf8)
      digest.add("D", scoped.tops.undo)
      digest.add("R", scoped.tops.redo)
    }
    if let parts { digest.add("P", parts.utf8) }
  }

  /// Adds a model, with its key if it has one. Without one it has the same digest as before the format had
  /// keys.
  package mutating func add(_ model: StoredValue, _ key: ModelKey? = nil) {
    digest.add(model)
    byteCount += model.byteCount
    if let key { digest.add(key: key) }
  }

  /// Adds a state; `nil` stands for a removed one.
  package mutating func add(_ state: StoredState?) {
    guard let state else { return digest.add("F", []) }
    digest.add("S", state.typeVersion)
    digest.add(state.value)
    byteCount += state.value.byteCount
  }

  /// Adds the numbers of the row, which come last.
  package mutating func add(_ numbers: JournalNumbers) {
    digest.add(numbers.key)
    digest.add(numbers.nextItem)
    digest.add(numbers.nextSection)
    digest.add(numbers.nextLeaf)
    digest.add(numbers.committed)
    digest.add(numbers.undo)
    digest.add(numbers.redo)
    digest.add(numbers.order)
    // A row of an earlier format has the digest that it had.
    if let written = numbers.written { digest.add("W", written) }
  }
}

/// The numbers in a row of the journal.
package struct JournalNumbers {
  /// The key of the row.
  package var key: Int
  package var nextItem: Int
  package var nextSection: Int
  package var nextLeaf: Int
  /// When the revision was committed.
  package var committed: Int?
  package var undo: Revision?
  package var redo: Revision?
  /// The digest of the order; `nil` if later revisions were committed together with this one.
  package var order: Int?
  /// The number of bytes that this revision and those before it have written; `nil` in rows of earlier formats.
  package var written: Int?

  package init(
    key: Int, nextItem: Int, nextSection: Int, nextLeaf: Int, committed: Int?, undo: Revision?,
    redo: Revision?, order: Int?, written: Int?
  ) {
    self.key = key
    self.nextItem = nextItem
    self.nextSection = nextSection
    self.nextLeaf = nextLeaf
    self.committed = committed
    self.undo = undo
    self.redo = redo
    self.order = order
    self.written = written
  }
}

extension StoredChange {
  /// Visits the models that are written to rows, and the keys of items, in the order of the digest. Models
  /// of items and sections that the change also removes are not written.
  package func forEachWrittenModel(_ visit: (StoredValue, ModelKey?) -> Void) {
    let identities = entry.record.identities
    let removedItems = Set(identities.removedItems.map(\.id))
    let removedSections = Set(identities.removedSections)
    for (index, item) in identities.updatedItems.enumerated() where !removedItems.contains(item) {
      visit(updatedItems[index], keys?.updatedItems[index])
    }
    for (index, model) in insertedItems.enumerated() { visit(model, keys?.insertedItems[index]) }
    for (section, model) in zip(identities.updatedSections, updatedSections)
    where !removedSections.contains(section) { visit(model, nil) }
    for model in insertedSections { visit(model, nil) }
  }

  /// Visits the states that are written or removed individually, in the order of the digest. States
  /// of items and sections that the change also removes are removed with them and not visited.
  package func forEachWrittenState(_ visit: (StateAddress, StoredState?) throws -> Void) rethrows {
    if states.isEmpty { return }
    let removal = TreeRemoval(entry.record.identities)
    for (address, state) in zip(entry.states, states) where !removal.takesAlong(address.tree) {
      try visit(address, state)
    }
  }
}

extension StoredValue {
  /// The number of bytes of the text or blob.
  var byteCount: Int {
    switch self {
    case .null: 0
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }
}
