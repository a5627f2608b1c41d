import RosterCore
import RosterDerived
import RosterEngine
import RosterTestSupport

/// A derived list, while it is open, and what a renderer shows of it by its batches.
struct RenderedList {
  let derived: DerivedList<String, String, Never>
  private(set) var rows: ListRows<String, String>
  private var batches: BatchSequence<String, String, Never>.AsyncIterator
  private var last: DerivedContents
  private var revision: Revision

  init(_ derived: DerivedList<String, String, Never>) throws {
    self.derived = derived
    let snapshot = derived.list.snapshot
    (revision, last) = (snapshot.revision, try DerivedContents(snapshot))
    rows = last.rows
    batches = try derived.list.batches(after: revision).makeAsyncIterator()
  }

  /// Brings the list up to date, and verifies that it has what it is to have, and that its batches have led there.
  ///
  /// - Parameter expected: Returns what it is to have, once it is up to date.
  /// - Throws: A `BrokenPromise`; why the list cannot be brought up to date.
  mutating func verify(_ expected: () throws -> DerivedContents) async throws {
    try await derived.bringUpToDate()
    let (snapshot, expected) = (derived.list.snapshot, try expected())
    let found = try DerivedContents(snapshot)
    guard found == expected else {
      throw BrokenPromise("it has \(found)\nand is to have \(expected)")
    }
    while revision < snapshot.revision {
      guard let batch = try await batches.next() else {
        throw BrokenPromise("its batches end at revision \(revision)")
      }
      let next = try DerivedContents(batch.target)
      // What was shown before moves, and does not come once more.
      let newCount = Set(next.items).subtracting(last.items).count
      let insertedCount = batch.changes.changeset.outline.insertedItems.count
      guard insertedCount == newCount else {
        throw BrokenPromise(
          "its batch to revision \(batch.target.revision) inserts \(insertedCount) items, of which \(newCount) were not there"
        )
      }
      rows = try rows.applying(batch.changes.operations)
      (last, revision) = (next, batch.target.revision)
    }
    guard rows == expected.rows else {
      throw BrokenPromise("it is rendered as \(rows)\nand is to have \(expected)")
    }
  }
}
