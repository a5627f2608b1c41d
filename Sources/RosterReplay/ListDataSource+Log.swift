package import RosterCore
package import RosterEngine
internal import RosterJSON
internal import RosterLog

extension ListDataSource<JSONValue, JSONValue, Never> {
  /// Writes the journal of the list as a changeset log, which a replay takes back.
  ///
  /// If the oldest revisions were removed, the log begins with one changeset that makes the list as it was
  /// at the oldest that is left, and "firstRevision" in its header is that one.
  ///
  /// - Parameters:
  ///   - name: Its name, which stands in the header.
  ///   - storage: Its storage.
  ///   - hasFingerprint: Whether the last line has the fingerprint of the models. What stands in their place may change
  ///     while it is read.
  ///   - write: Called for each line with what appends it.
  /// - Throws: `StorageError`, and what `write` throws.
  package func writeLog(
    named name: String, of storage: any ListStorage, hasFingerprint: Bool = true,
    _ write: ((inout [UInt8]) -> Void) throws -> Void
  ) async throws {
    let last = snapshot
    let oldest = try oldestRevision
    let frame = JournalLogFrame(name: name, oldestRevision: oldest)
    try write { ChangesetLogWriter.append(frame.header, to: &$0) }
    if frame.hasBeginning {
      let first = try snapshot(at: oldest)
      let beginning = frame.beginning(
        try first.contents(), states: try first.loggedStates(of: storage))
      try write { ChangesetLogWriter.append(beginning, to: &$0) }
    }
    if last.revision > oldest {
      for try await batch in try batches(after: oldest) {
        let logged = LoggedChangeset(
          batch.changes.changeset, states: try batch.loggedStates, batch.changes.annotation)
        try write { ChangesetLogWriter.append(.changeset(logged), to: &$0) }
        if batch.target.revision == last.revision { break }
      }
    }
    let end = frame.end(
      at: last.revision, counts: last.state.itemCounts,
      fingerprint: hasFingerprint ? try last.fingerprint() : nil)
    try write { ChangesetLogWriter.append(end, to: &$0) }
  }
}

extension ListSnapshot<JSONValue, JSONValue> {
  /// Returns the states of the list.
  fileprivate func loggedStates(of storage: any ListStorage) throws -> [LoggedState] {
    var states: [LoggedState] = []
    for section in 0..<state.sectionCount {
      let items = 0..<state.itemCount(inSection: section)
      states += try loggedSupplementStates(ofSection: section).flatMap(\.states)
      states += try loggedStates(inSection: section, items, of: storage).joined()
    }
    return states
  }
}
