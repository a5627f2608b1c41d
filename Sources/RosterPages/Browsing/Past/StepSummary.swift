package import RosterCore
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

  fileprivate static func name(of entries: [JournalEntry]) -> String {
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

/// What an undo or redo would do, for the user who is to decide: the change may have been made by others.
///
///     undo revision 62 by "alice": 1 item removed, 3 items updated
///     redo what revision 63 by "page" has undone
package struct ForeseenStep: Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// The revisions that it takes back.
  package let revisions: [Revision]
  /// Those who made them, as far as they are named.
  package let origins: Set<String>

  /// Tells what the next undo or redo of a list would do; `nil` if there is nothing to take back.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*g* log *n*) for a group of *g* revisions.
  package init?<Model, SectionModel, Output>(
    _ direction: HistoryDirection, of list: ListDataSource<Model, SectionModel, Output>
  ) throws(StorageError) {
    let steps = try list.steps(at: list.snapshot.revision)
    revisions = direction == .undo ? steps.undo : steps.redo
    if revisions.isEmpty { return nil }
    var entries: [JournalEntry] = []
    for revision in revisions {
      if let entry = try list.entry(of: revision) { entries.append(entry) }
    }
    origins = Set(entries.compactMap(\.annotation.origin))
    let change = StepSummary.name(of: entries)
    description =
      switch direction {
      case .undo: "undo \(change): \(ChangeCounts(entries.map(\.record.outline)))"
      case .redo: "redo what \(change) \(entries.count == 1 ? "has" : "have") undone"
      }
  }
}
