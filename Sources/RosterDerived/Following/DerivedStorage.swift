internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterRows

/// The storage of a derived list: its own list, which has keys in place of models, and the sources, which have the models.
///
/// An item of the list has the identity that it has in the source, or one that says which one of several sources has it. A
/// revision shows each source as it was at one revision of that, its basis, which stands in the note of the revision.
final class DerivedStorage: JournalForwarding {
  /// A note, and the revision in which it stands.
  typealias Noted = (note: DerivedNote, revision: Revision)

  /// What a change is to write, as long as it is not committed.
  private struct Expected {
    /// The keys of the items that it updates or inserts.
    var keys: [ItemID: [UInt8]]
    var note: DerivedNote
    /// What has the note in the file.
    var userInfo: JSONObject
  }

  private struct Known {
    /// The notes that hold for revisions.
    var notes: [Revision: Noted] = [:]
    /// The last revision that was committed with the keys that were expected.
    var committed: Revision?
    /// What the changes to revisions are to write.
    var expected: [Revision: Expected] = [:]
    /// The newest revisions of the list that also show the sources at later revisions than their notes say, with these.
    var advanced: [Revision: [Revision?]] = [:]
  }

  /// A list that has models of the derived list.
  struct Source {
    let storage: any ListStorage
    /// The list as notes name it. Those of an earlier definition may name another one.
    let list: NotedList
    /// By what its items are told from those of other sources; `nil` if there is none.
    var slot: Int?
  }

  let storage: any ListStorage
  private let sources: [Source]
  private let known = Guarded(Known())

  init(_ storage: any ListStorage, of sources: [Source]) {
    self.storage = storage
    self.sources = sources
  }

  // MARK: Basis

  /// The number of notes in memory at most.
  private static var noteCountMax: Int { 4_096 }

  /// For how many revisions it is in memory at most that they show later revisions of the sources.
  private static var advancedCountMax: Int { 64 }

  /// Returns what a revision shows; `nil` if the journal does not say so any more, or the list was never made.
  ///
  /// - Complexity: O(1) for revisions that were written or asked for lately; otherwise a row for each revision before it
  ///   that only wrote states.
  func noted(at revision: Revision) throws(StorageError) -> Noted? {
    if let note = known.withLock({ $0.notes[revision] }) { return note }
    // Almost all revisions have a note.
    let found = try storage.newestUserInfo(upTo: revision) {
      DerivedNote(ChangeAnnotation(userInfo: $0)) != nil
    }
    guard let found, let note = DerivedNote(ChangeAnnotation(userInfo: found.userInfo)) else {
      return nil
    }
    keep((note, found.revision), of: revision)
    return (note, found.revision)
  }

  private func keep(_ note: Noted, of revision: Revision) {
    known.withLock { known in
      if known.notes.count >= Self.noteCountMax { known.notes = [:] }
      known.notes[revision] = note
    }
  }

  /// Returns the revision of each source that a revision shows; `nil` as ``noted(at:)``, and for one that it does not
  /// show.
  func bases(at revision: Revision) throws(StorageError) -> [Revision?] {
    guard let noted = try noted(at: revision) else { return sources.map { _ in nil } }
    // A later note is of another definition, or of a process that has not followed as far.
    let advanced = known.withLock { known in
      known.advanced.keys.filter { noted.revision <= $0 && $0 <= revision }.max()
        .flatMap { known.advanced[$0] }
    }
    return bases(in: noted.note).enumerated().map { index, basis in
      basis.map { max($0, advanced?[index] ?? $0) }
    }
  }

  /// Returns the revision of each source that a note says; `nil` for one that it does not show.
  func bases(in note: DerivedNote) -> [Revision?] {
    sources.map { note.basis(of: $0.list, slot: $0.slot) }
  }

  /// Where the models are.
  var sourceStorages: [any ListStorage] { sources.map { $0.storage } }

  /// Returns the newest revision up to one that shows no source at a later revision than given, and the revisions that it
  /// shows.
  ///
  /// A revision shows its sources as its note says, and as they were when the list last had nothing to do. In between they may
  /// have been otherwise.
  ///
  /// - Throws: `compacted` if the journal does not have it.
  /// - Complexity: As for ``noted(at:)``, for each revision that is passed.
  func newestRevision(
    upTo revision: Revision, showing latest: [Revision]
  ) throws(StorageError) -> (revision: Revision, bases: [Revision]) {
    var revision = revision
    while let noted = try noted(at: revision) {
      let bases = try bases(at: revision).known
      let first = sources.compactMap { noted.note.basis(of: $0.list, slot: $0.slot) }
      for shown in [bases, first] {
        if let shown, shown.count == latest.count, zip(shown, latest).allSatisfy({ $0 <= $1 }) {
          return (revision, shown)
        }
      }
      revision = noted.revision - 1
    }
    throw StorageError(
      .compacted,
      "\(place)the journals do not have the revision any more that all lists show; bring the lists up to date, and ask again"
    )
  }

  /// The oldest revision whose note the journal has, which says what the revision shows. The oldest kept revision is not it:
  /// its note was in the row that led to it, and that row is gone.
  ///
  /// - Complexity: As for ``noted(at:)``.
  func oldestNotedRevision() throws(StorageError) -> Revision {
    let oldest = try oldestRevision()
    if oldest > 0, try noted(at: oldest) != nil { return oldest }
    var revision = oldest
    while true {
      let entries = try storage.journal(after: revision, limit: 256)
      if let entry = entries.first(where: { DerivedNote($0.annotation) != nil }) {
        // The list was empty before its first revision.
        return entry.revision == 1 ? 0 : entry.revision
      }
      guard let last = entries.last else { return revision }
      revision = last.revision
    }
  }

  /// Notes that a revision of the list also shows later revisions of the sources, as far as they are given.
  func advance(_ revision: Revision, to bases: [Revision?]) {
    known.withLock { known in
      known.advanced[revision] = bases
      if known.advanced.count > Self.advancedCountMax, let oldest = known.advanced.keys.min() {
        known.advanced[oldest] = nil
      }
    }
  }

  /// Returns the revision of a source that this was told to keep its journal after, for a derived list.
  static func told(
    _ source: any ListStorage, by name: String
  ) throws(StorageError) -> Revision? {
    let subscribers = try (source as? any JournalStorage)?.subscribers() ?? []
    return subscribers.first { $0.name == JournalSubscriber.derived(name) }?.revision
  }

  // MARK: Keys

  /// Says which keys a change has that is about to be committed, and its note.
  ///
  /// - Parameter annotation: What the change says, with the note.
  func expect(
    _ keys: [ItemID: [UInt8]], _ note: DerivedNote, _ annotation: ChangeAnnotation,
    at revision: Revision
  ) {
    let expected = Expected(keys: keys, note: note, userInfo: annotation.userInfo)
    known.withLock { $0.expected[revision] = expected }
  }

  /// Whether this storage has committed a revision, with the keys that were expected last.
  func hasCommitted(_ revision: Revision) -> Bool { known.withLock { $0.committed == revision } }

  /// Returns the keys of items of the list at a revision.
  func keys(ofItems items: [ItemID], at revision: Revision) throws(StorageError) -> [[UInt8]] {
    try storage.models(of: items, at: revision).map(key)
  }

  private func key(_ value: StoredValue?) throws(StorageError) -> [UInt8] {
    guard case .blob(let bytes) = value else {
      throw StorageError(.corrupt, "\(place)an item of the derived list has no key")
    }
    return bytes
  }

  // MARK: Storing

  func commit(_ group: CommitGroup) throws(StorageError) {
    let prepared = try withKeys(group)
    do throws(StorageError) {
      try storage.commit(prepared)
    } catch {
      // The error may have come after the changes were safe. Only here it is known what is stored of them.
      guard error.code != .stale, (try? storage.holds(prepared)) ?? false else { throw error }
    }
    keepNotes(of: group)
  }

  func prepared(_ group: CommitGroup) throws(StorageError) -> CommitGroup? {
    let group = try withKeys(group)
    return try storage.prepared(group) ?? group
  }

  func didCommit(_ group: CommitGroup) {
    storage.didCommit(group)
    keepNotes(of: group)
  }

  /// Returns a group with keys in place of the models of items.
  private func withKeys(_ group: CommitGroup) throws(StorageError) -> CommitGroup {
    for change in group.changes
    where note(of: change.entry) == nil && !change.entry.record.outline.isEmpty {
      // It would show something else than its sources, for ever: what it follows has not changed.
      throw StorageError(
        .failed,
        "\(place)the list is derived from \(sources.map(\.list.name.inQuotes).joined(separator: ", ")); change what it "
          + "shows there")
    }
    let expected = known.withLock { $0.expected }
    var prepared = group
    prepared.changes = try group.changes.map { (change) throws(StorageError) in
      try change.withKeys(expected[change.entry.revision]?.keys ?? [:])
    }
    return prepared
  }

  /// Returns the note of a change that is about to be committed, or was just; `nil` if it has none.
  private func note(of entry: JournalEntry) -> DerivedNote? {
    let expected = known.withLock { $0.expected[entry.revision] }
    // A change that was expected and has failed is followed by any other one. What is the same object is not compared.
    if let expected, expected.userInfo == entry.annotation.userInfo { return expected.note }
    return DerivedNote(entry.annotation)
  }

  /// Keeps what committed revisions show.
  private func keepNotes(of group: CommitGroup) {
    for change in group.changes {
      let revision = change.entry.revision
      guard let note = note(of: change.entry) else {
        // It shows what the one before shows.
        if let noted = known.withLock({ $0.notes[revision - 1] }) { keep(noted, of: revision) }
        continue
      }
      keep((note, revision), of: revision)
      known.withLock { $0.committed = revision }
    }
    known.withLock { known in
      known.expected = known.expected.filter { $0.key > group.target.revision }
    }
  }

  func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    let bases = try bases(at: revision)
    var models = [StoredValue?](repeating: nil, count: items.count)
    var foundCount = 0
    for (source, basis) in zip(sources, bases) {
      guard let slot = source.slot else {
        return try source.storage.models(of: items, at: shown(basis, at: revision))
      }
      let found = items.map(SourceSlot.split)
      let indices = found.indices.filter { found[$0].slot == slot }
      if indices.isEmpty { continue }
      let stored = try source.storage.models(
        of: indices.map { found[$0].item }, at: shown(basis, at: revision))
      for (index, model) in zip(indices, stored) { models[index] = model }
      foundCount += indices.count
    }
    // The list had other sources then.
    if foundCount < items.count { _ = try shown(nil, at: revision) }
    return models
  }

  private func shown(
    _ basis: Revision?, at revision: Revision
  ) throws(StorageError) -> Revision {
    guard let basis else { throw saysNotWhatIsShown(at: revision) }
    return basis
  }

  private var place: String { storage.placeInMessages }

  /// Returns what is thrown where the note of a revision is gone.
  func saysNotWhatIsShown(at revision: Revision) -> StorageError {
    StorageError(
      .compacted, "\(place)the journal does not say any more what revision \(revision) shows")
  }

  func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    guard let note = try noted(at: revision)?.note, note.hasSourceSections,
      let source = sources.first
    else { return try storage.models(of: sections, at: revision) }
    let basis = try bases(at: revision)[0]
    return try source.storage.models(of: sections, at: shown(basis, at: revision))
  }
}

extension ListStorage {
  /// Where the list lies and its name, at the beginning of a message; nothing if that is not known.
  var placeInMessages: String {
    guard let address, let store = address.store as? any CopiedStore,
      let name = (try? address.store.name(ofList: address.number)) ?? nil
    else { return "" }
    return "\(store.place), list \(name.inQuotes): "
  }

  /// The list as one that is searched, with texts in place of models; `nil` if its store has no index of words.
  var searchable: (any SearchableStorage)? {
    (self as? any StorageForwarding)?.storage.searchable ?? self as? any SearchableStorage
  }
}

extension StoredChange {
  /// Returns the change with keys in place of the models of items.
  fileprivate func withKeys(_ keys: [ItemID: [UInt8]]) throws(StorageError) -> StoredChange {
    if updatedItems.isEmpty, insertedItems.isEmpty { return self }
    let identities = entry.record.identities
    return StoredChange(
      entry: entry, nextIdentifiers: nextIdentifiers,
      updatedItems: try Self.keys(of: identities.updatedItems, keys),
      insertedItems: try Self.keys(of: identities.insertedItems, keys),
      updatedSections: updatedSections, insertedSections: insertedSections, states: states)
  }

  private static func keys(
    of items: [ItemID], _ keys: [ItemID: [UInt8]]
  ) throws(StorageError) -> [StoredValue] {
    try items.map { (item) throws(StorageError) in
      guard let key = keys[item] else {
        throw StorageError(.failed, "\(item) of a derived list is written without a key")
      }
      return .blob(key)
    }
  }
}

/// A derived list in its store, as a data source opens it.
struct DerivedStoredList: StoredList {
  let access: StoredListAccess
}

/// Reads the models of the source. What is stored in their place is for the storage to say.
struct DerivedModelCodec<Model: Sendable>: ModelCodec {
  private let decoding: @Sendable (StoredValue) throws -> Model

  init(decoding: @escaping @Sendable (StoredValue) throws -> Model) { self.decoding = decoding }

  func encode(_ model: Model) throws -> StoredValue { .null }

  func decode(_ value: StoredValue) throws -> Model { try decoding(value) }
}
