internal import RosterCore

/// The digest of what one revision wrote.
///
/// It is over the texts of the journal's row and then the models: of updated items and inserted
/// ones, of updated sections and inserted ones; then the states that the revision wrote or forgot;
/// and in the end the numbers of the row.
struct RevisionDigest {
  private var digest: Digest

  /// Makes the digest of a row of the journal, to which the models are then added.
  init(change: String, origin: String?, at: String?, userInfo: String?) {
    digest = Digest()
    add(.text(change))
    for text in [origin, at, userInfo] { add(text.map(StoredValue.text) ?? .null) }
  }

  /// Goes on from the digest of a row of an older format, which does not have the numbers.
  init(after value: Int) { digest = Digest(after: value) }

  /// The digest as SQLite keeps it.
  var value: Int { digest.value }

  /// Adds what a row says about undoing, if it says anything; a row that does not has the digest that
  /// it had before there was undoing.
  mutating func add(group: String?, takesBack: Revision?) {
    if let group { digest.add("G", group.utf8) }
    if let takesBack { digest.add("U", takesBack) }
  }

  mutating func add(_ model: StoredValue) { digest.add(model) }

  /// Adds a state, `nil` for one that was forgotten.
  mutating func add(_ state: StoredState?) {
    guard let state else { return digest.add("F", []) }
    digest.add("S", state.typeVersion)
    digest.add(state.value)
  }

  /// Adds the numbers of the row, which end it.
  mutating func add(_ numbers: JournalNumbers) {
    for number in numbers.all { digest.add(number) }
  }
}

/// The numbers in a row of the journal.
struct JournalNumbers {
  /// The key of the row.
  var key: Int
  var nextItem: Int
  var nextSection: Int
  var nextLeaf: Int
  /// When the revision was committed.
  var committed: Int?
  var undo: Revision?
  var redo: Revision?
  /// The digest of the order; `nil` if later revisions were committed together with this one.
  var order: Int?

  init(
    key: Int, nextItem: Int, nextSection: Int, nextLeaf: Int, committed: Int?, undo: Revision?,
    redo: Revision?, order: Int?
  ) {
    self.key = key
    self.nextItem = nextItem
    self.nextSection = nextSection
    self.nextLeaf = nextLeaf
    self.committed = committed
    self.undo = undo
    self.redo = redo
    self.order = order
  }

  /// - Parameter row: A row of `SQLiteList.journalSQL`.
  init(_ row: borrowing PreparedStatement.Row) {
    key = row.integer(0)
    nextItem = row.integer(1)
    nextSection = row.integer(2)
    nextLeaf = row.integer(3)
    undo = row.isNull(11) ? nil : row.integer(11)
    redo = row.isNull(12) ? nil : row.integer(12)
    committed = row.isNull(13) ? nil : row.integer(13)
    order = row.isNull(14) ? nil : row.integer(14)
  }

  fileprivate var all: [Int?] {
    [key, nextItem, nextSection, nextLeaf, committed, undo, redo, order]
  }
}

extension StoredChange {
  /// Visits the models that are written to rows, in the order of the digest: those of what the
  /// change removes as well are not.
  func forEachWrittenModel(_ visit: (StoredValue) -> Void) {
    let identities = entry.record.identities
    let removedItems = Set(identities.removedItems.map(\.id))
    let removedSections = Set(identities.removedSections)
    for (item, model) in zip(identities.updatedItems, updatedItems)
    where !removedItems.contains(item) { visit(model) }
    for model in insertedItems { visit(model) }
    for (section, model) in zip(identities.updatedSections, updatedSections)
    where !removedSections.contains(section) { visit(model) }
    for model in insertedSections { visit(model) }
  }

  /// Visits the states that are written or forgotten by themselves, in the order of the digest:
  /// those of items and sections that the change removes as well go with them.
  func forEachWrittenState(_ visit: (StateAddress, StoredState?) throws -> Void) rethrows {
    if states.isEmpty { return }
    let removal = TreeRemoval(entry.record.identities)
    for (address, state) in zip(entry.states, states) where !removal.takesAlong(address.tree) {
      try visit(address, state)
    }
  }
}
