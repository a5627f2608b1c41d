public import CRoster
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

/// See `roster_list_export` in `roster.h`.
@c @implementation
public func roster_list_export(
  _ list: roster_list, _ log: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(log, "log")
    let opened = try Handles.find(list, as: OpenedList.self)
    let written = Guarded<[UInt8]>([])
    try waiting {
      let bytes = try await opened.list.log(named: opened.name)
      written.withLock { $0 = bytes }
    }
    try give(written.withLock { $0 }, to: target)
  }
}

extension JSONList {
  /// Returns the journal of the list as a changeset log.
  ///
  /// - Parameter name: The name of the list, which stands in the header.
  fileprivate func log(named name: String) async throws -> [UInt8] {
    let last = snapshot
    let oldest = try oldestRevision
    let frame = JournalLogFrame(name: name, oldestRevision: oldest)
    var bytes: [UInt8] = []
    ChangesetLogWriter.append(frame.header, to: &bytes)
    if frame.hasBeginning {
      let first = try snapshot(at: oldest)
      ChangesetLogWriter.append(
        frame.beginning(try first.contents(), states: try first.loggedStates()), to: &bytes)
    }
    if last.revision > oldest {
      let batches = try batches(after: oldest)
      while let batch = try await batches.next() {
        let logged = LoggedChangeset(
          batch.changes.changeset, states: try batch.loggedStates, batch.changes.annotation)
        ChangesetLogWriter.append(.changeset(logged), to: &bytes)
        if batch.changes.targetRevision == last.revision { break }
      }
    }
    ChangesetLogWriter.append(
      frame.end(
        at: last.revision, counts: last.state.itemCounts, fingerprint: try last.fingerprint()),
      to: &bytes)
    return bytes
  }
}

extension JSONList.Batch {
  /// The states that the batch set and removed, in the form of a log.
  var loggedStates: [LoggedState] {
    get throws(StorageError) {
      var logged: [LoggedState] = []
      for state in states {
        logged.append(try LoggedState(state.targetPlace, scope: state.scope, stored: state.state))
      }
      return logged
    }
  }
}

extension JSONList.Snapshot {
  /// The states of all items, headers and footers, in the form of a log.
  fileprivate func loggedStates() throws(StorageError) -> [LoggedState] {
    var places: [TreeID: TreePlace] = [:]
    try state.forEachItem { path, id in
      places[.item(id)] = .item(path)
      return true
    }
    for (section, id) in state.sectionIDs.enumerated() {
      for kind in SupplementKind.allCases {
        places[.supplement(SupplementID(kind, of: id))] = .supplement(kind, ofSection: section)
      }
    }
    var logged: [LoggedState] = []
    for (tree, states) in try states(of: places.keys) {
      guard let place = places[tree] else { continue }
      for (scope, state) in states {
        logged.append(try LoggedState(place, scope: scope, stored: state))
      }
    }
    return logged
  }
}
