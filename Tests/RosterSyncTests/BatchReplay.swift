import RosterCore
import RosterEngine
import RosterTestSupport
import Testing

/// What a subscriber has that applies the operations of each batch to its arrays.
struct BatchReplay {
  private(set) var revision: Revision
  private(set) var rows: ListRows<String, String>
  /// The batches that it got.
  private(set) var batches: [TextList.Batch] = []

  /// Begins with a list as it is.
  init(_ snapshot: TextList.Snapshot) throws {
    revision = snapshot.revision
    rows = try Self.rows(of: snapshot)
  }

  /// Applies everything that a subscriber gets until its list is closed. Each batch must follow the one
  /// before it, and lead from the arrays to the list that it names.
  mutating func follow(_ batches: BatchSequence<String, String, Never>) async throws {
    for try await batch in batches {
      try #require(batch.changes.sourceRevision == revision)
      try #require(batch.changes.targetRevision == revision + 1)
      revision += 1
      rows = try rows.applying(batch.changes.operations)
      try #require(try rows == Self.rows(of: batch.target))
      self.batches.append(batch)
    }
  }

  /// Whether the arrays are those of a list.
  func hasReached(_ snapshot: TextList.Snapshot) throws -> Bool {
    try revision == snapshot.revision && rows == Self.rows(of: snapshot)
  }

  private static func rows(of snapshot: TextList.Snapshot) throws -> ListRows<String, String> {
    ListRows(
      try snapshot.contents().sections.map { section in
        ListRows.Section(model: section.model, items: section.items)
      })
  }
}
