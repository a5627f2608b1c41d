package import RosterCore
package import RosterEngine
package import RosterJSON
internal import RosterLog

/// The journal of a list as a changeset log, which a replay takes back.
package enum JournalLog {
  /// Writes the log of a list.
  ///
  /// If the oldest revisions were removed, the log begins with one changeset that makes the list as it was
  /// at the oldest that is left, and "firstRevision" in its header is that one.
  ///
  /// - Parameters:
  ///   - source: The list.
  ///   - name: Its name, which stands in the header.
  ///   - storage: Its storage.
  ///   - write: Called for each line with what appends it.
  /// - Throws: `StorageError`, and what `write` throws.
  package static func write(
    _ source: ListDataSource<JSONValue, JSONValue, Never>, named name: String,
    of storage: any ListStorage, _ write: ((inout [UInt8]) -> Void) throws -> Void
  ) async throws {
    let last = source.snapshot
    let oldest = try source.oldestRevision
    var header = ChangesetLogHeader(name: name)
    if oldest > 0 { header.others["firstRevision"] = .number(Double(oldest)) }
    try write { ChangesetLogWriter.append(header, to: &$0) }
    if oldest > 0 {
      let beginning = try source.snapshot(at: oldest).creation(of: storage)
      try write { ChangesetLogWriter.append(.changeset(beginning), to: &$0) }
    }
    if last.revision > oldest {
      for try await batch in try source.batches(after: oldest) {
        let logged = LoggedChangeset(
          batch.changes.changeset, states: try batch.loggedStates, batch.changes.annotation)
        try write { ChangesetLogWriter.append(.changeset(logged), to: &$0) }
        if batch.target.revision == last.revision { break }
      }
    }
    var expectation = Expectation()
    // The beginning is one revision, however many revisions it replaces.
    expectation.revision = last.revision - max(0, oldest - 1)
    expectation.counts = last.state.itemCounts
    expectation.fingerprint = try last.fingerprint()
    try write { ChangesetLogWriter.append(.expect(expectation), to: &$0) }
  }
}

extension ListSnapshot<JSONValue, JSONValue> {
  /// Returns the changeset, with states, that turns the empty list into this one.
  fileprivate func creation(of storage: any ListStorage) throws -> LoggedChangeset {
    var states: [LoggedState] = []
    let changeset = try Changeset<JSONValue, JSONValue> { builder in
      for section in 0..<state.sectionCount {
        let items = 0..<state.itemCount(inSection: section)
        builder.insertSection(at: section, try sectionModel(at: section))
        builder.insertItems(
          try models(inSection: section, items), at: ItemPath(section: section, item: 0))
        states += try loggedSupplementStates(ofSection: section).flatMap(\.states)
        states += try loggedStates(inSection: section, items, of: storage).joined()
      }
    }
    return LoggedChangeset(changeset, states: states.ascending())
  }
}
