internal import RosterCore
internal import RosterEngine
internal import RosterJSON

extension SyncDevice {
  /// The key of the user info of a change that takes back another one, by its revision.
  private static var undoKey: String { "undoes" }

  /// Takes back the last change of the device that it has not taken back yet, as a new change.
  ///
  /// - Returns: Whether there was one.
  package mutating func undo() throws -> Bool {
    for _ in 0..<attemptCountMax {
      let head = list.snapshot
      guard let change = try lastOwnChange(upTo: head.revision) else { return false }
      let inverse = try inverse(of: change).rebased(from: change.target, onto: head.state)
      let annotation = ChangeAnnotation(
        userInfo: [Self.undoKey: .number(Double(change.targetRevision))])
      if try apply(inverse.changeset, annotation, on: head) != nil { return true }
    }
    throw SyncError.busy
  }

  private func lastOwnChange(
    upTo head: Revision
  ) throws -> ChangeBatch<Model, SectionModel>? {
    var takenBack = Set<Revision>()
    var found: ChangeBatch<Model, SectionModel>?
    try list.forEachAnnotation(upTo: head) { revision, annotation in
      if let undone = annotation.userInfo[Self.undoKey]?.intValue {
        takenBack.insert(undone)
        return true
      }
      guard !takenBack.contains(revision), try DeviceNote(annotation) == nil,
        let change = try list.changes(after: list.snapshot(at: revision - 1), limit: 1).first,
        !change.changeset.isEmpty
      else { return true }
      found = change
      return false
    }
    return found
  }

  private func inverse(of change: ChangeBatch<Model, SectionModel>) throws -> SyncChangeset {
    let (source, target) = (
      try list.snapshot(at: change.sourceRevision), try list.snapshot(at: change.targetRevision)
    )
    var touched = TouchedIdentities()
    var next = target.state.nextIdentifiers
    var walk = ModelledList(source.state, stored(source))
    let keyed = try keyed(change, ChangeKey(name: "", number: 0))
    try walk.apply(
      keyed.changeset, items: keyed.items, sections: keyed.sections, next: &next,
      touching: &touched)
    return try ModelledList(target.state, stored(target)).changeset(
      to: ModelledList(source.state, stored(source)), touching: touched
    ).changeset
  }
}
