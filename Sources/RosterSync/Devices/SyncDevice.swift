package import RosterCore
package import RosterEngine
package import RosterJSON

/// The list of a device and what it knows of the hub. All of it is in the list: what this value
/// keeps in memory is read again when the device is opened.
package struct SyncDevice<Model: Sendable, SectionModel: Sendable, Output: Sendable> {
  package typealias List = ListDataSource<Model, SectionModel, Output>

  /// The name under which the device is registered in the journal of its list, so that a compaction
  /// keeps what the device needs.
  package static var subscriberName: String { "sync" }

  package let list: List
  private let coding: SyncCoding<Model, SectionModel>
  private let limits: SyncLimits
  /// The name of this opening in keys.
  private let name: String
  /// The newest note, and the list at its revision.
  private(set) var note: DeviceNote
  private(set) var noted: List.Snapshot
  /// Whether an answer did not fit the list, so that the device needs the list whole.
  private var needsWhole = false
  /// What became of changes, in order, until it is taken.
  package private(set) var outcomes: [SyncOutcome] = []

  /// Opens a device. It notes its name in the list before anything can be changed under it, so that
  /// a copy of the file that is opened elsewhere goes on under another name.
  ///
  /// - Parameters:
  ///   - name: A name that no other opening of any device has: random.
  package init(
    _ list: List, name: String, coding: SyncCoding<Model, SectionModel>, limits: SyncLimits
  ) throws {
    self.list = list
    self.name = name
    self.coding = coding
    self.limits = limits
    try list.acknowledge(by: Self.subscriberName)
    var found: (revision: Revision, note: DeviceNote)?
    try list.forEachAnnotation(upTo: list.snapshot.revision) { revision, annotation in
      found = try DeviceNote(annotation).map { (revision, $0) }
      return found == nil
    }
    note = found?.note ?? DeviceNote(opening: name)
    noted = try list.snapshot(at: found?.revision ?? 0)
    try integrate(nil)
  }

  /// Takes what became of changes since the last call.
  package mutating func takeOutcomes() -> [SyncOutcome] {
    defer { outcomes = [] }
    return outcomes
  }

  /// Whether the hub has not settled everything that the device has changed.
  package var hasPendingChanges: Bool {
    get throws { try !note.pending.isEmpty || !ownChanges(upTo: list.snapshot).isEmpty }
  }

  /// Returns the next request.
  ///
  /// - Parameter sendsChanges: Whether it holds pending changes. If so, they are first noted in the
  ///   list with their keys.
  package mutating func request(sendsChanges: Bool) throws -> JSONValue {
    var changes: [KeyedChange] = []
    if sendsChanges {
      if try !ownChanges(upTo: list.snapshot).isEmpty { try integrate(nil) }
      var byteCount = 0
      for change in note.pending.prefix(limits.messageCountMax) {
        byteCount += change.changeset.json.byteCount
        if !changes.isEmpty, byteCount > limits.messageByteCountMax { break }
        changes.append(change)
      }
    }
    return SyncRequest(
      hub: note.hub, after: note.hubRevision, mark: needsWhole ? Self.noMark : note.mark,
      changes: needsWhole ? [] : changes
    ).json
  }

  /// A mark that no revision has.
  private static var noMark: String { "none" }

  /// Takes what the hub has answered.
  ///
  /// An answer that does not fit the device's list changes nothing, and the next request asks for
  /// the list whole.
  ///
  /// - Returns: Whether the device now has everything that the hub had.
  package mutating func integrate(answer: JSONValue) throws -> Bool {
    let answer = try SyncAnswer(json: answer)
    if case .refused(let reason) = answer.contents { throw SyncError.refused(reason) }
    if let hub = note.hub, hub != answer.hub { throw SyncError.otherHub(hub) }
    do {
      try integrate(answer)
    } catch let error as ChangesetError {
      needsWhole = true
      throw SyncError.malformed("the answer does not fit the list: \(error)")
    }
    if case .page(_, let isLast) = answer.contents { return isLast }
    needsWhole = false
    return true
  }

  /// The hub's list as the device has it: at ``hubRevision``, without pending changes.
  ///
  /// - Complexity: O(*n*), and one row for each model.
  package func hubContents() throws -> ListContents<JSONValue, JSONValue> {
    let integration = try Integration(note, noted: stored(noted), noted.state, noted.state)
    return ListContents(
      try integration.hubContents().map { .init(model: $0.model, items: $0.items) })
  }

  /// The hub's revision that the device has.
  package var hubRevision: Revision { note.hubRevision }

  /// What differs after each answer that brings the device further.
  struct Progress: Equatable {
    private let hubRevision: Revision
    private let next: ChangeKey?

    fileprivate init(_ note: DeviceNote) {
      hubRevision = note.hubRevision
      next = note.pending.first?.key
    }
  }

  /// How far the device is.
  var progress: Progress { Progress(note) }

  /// Returns what is wrong with the note of the device, `nil` if the hub's list and the pending
  /// changes give the list.
  package func damage() throws -> String? {
    var integration = try Integration(note, noted: stored(noted), noted.state, noted.state)
    let result = try integration.finish(stored(noted))
    return result.changeset.isEmpty
      ? nil : "the pending changes do not lead to the list: \(result.changeset)"
  }

  /// The changes that the device's user has made after the note.
  private func ownChanges(
    upTo head: List.Snapshot
  ) throws -> [ChangeBatch<Model, SectionModel>] {
    try list.changes(after: noted, limit: head.revision - noted.revision)
      .filter { !$0.changeset.isEmpty }
  }

  private mutating func integrate(_ answer: SyncAnswer?) throws {
    for _ in 0..<attemptCountMax {
      let head = list.snapshot
      var integration = try Integration(note, noted: stored(noted), noted.state, head.state)
      for change in try ownChanges(upTo: head) {
        try integration.add(
          keyed(change, ChangeKey(name: note.opening, number: change.targetRevision)),
          byteCountMax: limits.changeByteCountMax)
      }
      if let answer {
        try integration.take(answer) {
          WholeList($0, itemKey: coding.itemKey, sectionKey: coding.sectionKey)
        }
      }
      var result = try integration.finish(stored(head))
      if result.changeset.isEmpty, !integration.hasNews(answer), isNoted { return }
      result.note.opening = name
      if try commit(result, integration.outcomes, on: head) { return }
    }
    throw SyncError.busy
  }

  /// Whether the list has a note with the name of this opening.
  private var isNoted: Bool { noted.revision > 0 && note.opening == name }

  /// How often a change is computed again because the user changed the list meanwhile.
  var attemptCountMax: Int { 64 }

  func keyed(
    _ change: ChangeBatch<Model, SectionModel>, _ key: ChangeKey
  ) throws -> KeyedChange {
    let outline = change.changeset.outline
    return KeyedChange(
      key: key, changeset: try coding.json(change.changeset),
      items: try outline.insertedItems.compactMap { try change.target.itemID(at: $0) },
      sections: outline.insertedSections.compactMap { change.target.sectionID(at: $0) })
  }

  private mutating func commit(
    _ result: (changeset: SyncChangeset, note: DeviceNote), _ outcomes: [SyncOutcome],
    on head: List.Snapshot
  ) throws -> Bool {
    let annotation = ChangeAnnotation(
      origin: Self.subscriberName,
      userInfo: [DeviceNote.userInfoKey: result.note.json(outcomes)])
    guard let target = try apply(result.changeset, annotation, on: head) else { return false }
    noted = target
    note = result.note
    self.outcomes += outcomes
    // Up to here, only the newest note is needed, which leads to the revision after.
    try list.acknowledge(noted.revision - 1, by: Self.subscriberName)
    return true
  }

  /// Applies a changeset to the list that it was made for.
  ///
  /// - Returns: The list after it, `nil` if other changes came first.
  func apply(
    _ changeset: SyncChangeset, _ annotation: ChangeAnnotation, on head: List.Snapshot
  ) throws -> List.Snapshot? {
    let changeset = try coding.changeset(changeset)
    do throws(DataSourceError) {
      let change = try list.precompute(changeset, on: head, annotation)
      return try list.applySynchronously(change).target
    } catch .notCurrent, .conflict {
      return nil
    }
  }

  func stored(_ snapshot: List.Snapshot) -> StoredModels {
    let coding = coding
    return StoredModels(
      item: { item in
        try snapshot.path(of: item).flatMap { try snapshot.model(at: $0) }.map(coding.encode)
      },
      section: { section in
        try snapshot.state.index(of: section).flatMap { try snapshot.sectionModel(at: $0) }
          .flatMap(coding.sectionJSON)
      })
  }
}
