package import RosterCore

/// Which items of a list have changed since a user last looked, and how.
///
///     A B C D      B is updated, X inserted behind it, and D moved to the start
///     →D A ~B +X C
package struct ChangeMarks: Sendable {
  /// What has become of an item.
  package enum Mark: String, Hashable, Sendable {
    case inserted, updated, moved
  }

  private var marks: [ItemID: Mark] = [:]

  /// More are not marked: of a list that was filled anew, all is new.
  private static let countMax = 1_000

  /// Makes the marks of a list of which nothing has changed.
  package init() {}

  package var isEmpty: Bool { marks.isEmpty }

  /// The items that have changed, in no order.
  var items: some Collection<ItemID> { marks.keys }

  /// Returns what has become of an item; `nil` for nothing.
  package func mark(of item: ItemID) -> Mark? { marks[item] }

  /// Returns the offsets of the marked items that a list still has, in order.
  ///
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* marks.
  package func offsets(in state: ListState) throws(StorageError) -> [Int] {
    var offsets: [Int] = []
    for item in marks.keys {
      if let path = try state.path(of: item), let offset = state.offset(of: path) {
        offsets.append(offset)
      }
    }
    return offsets.sorted()
  }

  /// Takes what a batch has changed. An item that was inserted stays new when it is updated.
  ///
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  package mutating func take<Model, SectionModel>(
    _ batch: ChangeBatch<Model, SectionModel>
  ) throws(StorageError) {
    try add(batch)
    guard marks.count > Self.countMax else { return }
    // Which marks are the oldest is not known: those of the last batch tell more than none.
    marks = [:]
    try add(batch)
    if marks.count > Self.countMax { marks = [:] }
  }

  /// Takes what a change of the journal has changed, as it was replayed.
  ///
  /// - Complexity: O(*k*) for *k* changes, none of which is marked if they are too many.
  package mutating func take(_ change: ListChange) {
    let identities = change.identities
    let parts: [(Mark, [ItemID])] = [
      (.moved, identities.movedItems), (.updated, identities.updatedItems),
      (.inserted, identities.insertedItems),
    ]
    guard parts.reduce(marks.count, { $0 + $1.1.count }) <= Self.countMax else { return }
    for (mark, items) in parts {
      for item in items where marks[item] != .inserted { marks[item] = mark }
    }
  }

  private mutating func add<Model, SectionModel>(
    _ batch: ChangeBatch<Model, SectionModel>
  ) throws(StorageError) {
    let outline = batch.changeset.outline
    try take(outline.movedItems.map(\.target), as: .moved, in: batch.target)
    try take(batch.updatedPaths.map(\.target), as: .updated, in: batch.target)
    try take(outline.insertedItems, as: .inserted, in: batch.target)
  }

  private mutating func take(
    _ targetPaths: [ItemPath], as mark: Mark, in target: ListState
  ) throws(StorageError) {
    guard targetPaths.count <= Self.countMax else { return }
    for path in targetPaths {
      guard let item = try target.itemID(at: path), marks[item] != .inserted else { continue }
      marks[item] = mark
    }
  }

  /// Takes all marks away: the user has seen them.
  package mutating func removeAll() { marks = [:] }
}
