import Roster
import RosterDerived
import RosterTestSupport
import Testing

/// What a renderer shows of a derived list by its batches, and the last revision that it has seen.
final class RenderedNotes {
  private let list: ListDataSource<Note, String?, Never>
  private var batches: BatchSequence<Note, String?, Never>.AsyncIterator
  private var revision: Revision
  private(set) var rows: ListRows<Note, String?>

  init(_ list: ListDataSource<Note, String?, Never>) throws {
    self.list = list
    let snapshot = list.snapshot
    revision = snapshot.revision
    rows = try snapshot.rows().notes
    batches = try list.batches(after: revision).makeAsyncIterator()
  }

  /// Applies the operations of all batches up to the list as it is.
  func render() async throws {
    while revision < list.snapshot.revision {
      let batch = try #require(try await batches.next())
      rows = try rows.applying(batch.changes.operations)
      revision = batch.target.revision
    }
  }
}
