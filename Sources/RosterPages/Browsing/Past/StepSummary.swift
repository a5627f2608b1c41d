internal import RosterCore
package import RosterEngine

/// What an undo or redo has done, for the user who asked for it: the change may have been made by others.
///
///     undid revision 62 by "alice": 1 item removed, 3 items updated
///     redid what revision 63 by "page" had undone: 1 item removed, 3 items updated
package struct StepSummary: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Tells what the batches of an undo or redo have done.
  package init<Model, SectionModel, Output>(
    _ direction: HistoryDirection, _ batches: [ListBatch<Model, SectionModel, Output>],
    of list: ListDataSource<Model, SectionModel, Output>
  ) {
    // The step is done, also if what it took back is compacted by now.
    let undone = batches.compactMap { batch in try? list.entry(takenBackBy: batch) }
    let change = Self.name(of: undone)
    description =
      switch direction {
      case .undo:
        "undid \(change): \(ChangeCounts(undone.map(\.record.outline)))"
      case .redo:
        "redid what \(change) had undone: \(ChangeCounts(batches.map(\.changes.changeset.outline)))"
      }
  }

  private static func name(of entries: [JournalEntry]) -> String {
    let revisions = entries.map(\.revision)
    guard let first = revisions.min(), let last = revisions.max() else { return "a change" }
    let origins = Set(entries.compactMap(\.annotation.origin)).sorted()
      .prefix(originCountMax).map { $0.shortened(byteCountMax: originByteCountMax).inQuotes }
    return (first == last ? "revision \(first)" : "revisions \(first) to \(last)")
      + (origins.isEmpty ? "" : " by \(origins.joined(separator: ", "))")
  }

  private static let originCountMax = 3
  /// Longer names are cut. A single character may have any number of bytes.
  private static let originByteCountMax = 48
}
