internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Keeps a derived list up with its source.
final class DerivedFollowing<Model: Sendable, Section: Sendable, Output: Sendable>:
  Sendable
{
  private struct Progress {
    var definition: DerivedDefinition<Model, Section>
    /// The revision of the source after which the list needs the journal of that.
    var basis: Revision = 0
    /// Whether the list follows no more.
    var isClosed = false
    /// What the source and the list were last told to keep their journals for.
    var acknowledged: (basis: Revision, revision: Revision) = (-1, -1)
    /// The items that stay where they are.
    var held: Set<ItemID> = []
    /// The items that were held, and are to be put to their places.
    var released: Set<ItemID> = []
    /// What revisions of the source have touched that were published lately, one behind the other.
    var published: [(revision: Revision, identities: ChangeIdentities?, movesSections: Bool)] = []
    /// The revision of the index of words, if the source has not published it yet.
    var awaited: Revision?
    /// Taken out while a change is made.
    var keys = DerivedKeys()
  }

  /// How many published revisions are in memory at most, and how many items a revision may touch for that.
  private static var publishedCountMax: Int { 256 }

  /// How many revisions the journals are kept longer than needed, so that not every change is two.
  private static var acknowledgementInterval: Int { 64 }

  /// The list keeps this.
  private weak let list: ListDataSource<Model, Section, Output>?
  private let storage: DerivedStorage
  private let source: DerivedSource<Model>
  private let sourceName: String
  private let progress: Guarded<Progress>
  private let upkeep = Upkeep()

  init(
    _ definition: DerivedDefinition<Model, Section>,
    _ list: ListDataSource<Model, Section, Output>, _ storage: DerivedStorage, sourceName: String
  ) {
    self.list = list
    self.storage = storage
    self.sourceName = sourceName
    source = definition.source
    progress = Guarded(Progress(definition: definition))
  }

  var failure: (any Error)? { upkeep.failure }

  var definition: DerivedDefinition<Model, Section> { progress.withLock { $0.definition } }

  // MARK: Following

  func bringUpToDate() async throws {
    try source.catchUp()
    repeat {
      try await upkeep.bringUpToDate {
        _ = try await openList().enqueueUpkeep { [self] draft in try follow(&draft) }.value
      }
    } while try waitsForSource()
  }

  func bringUpToDateNow() throws {
    repeat {
      try upkeep.bringUpToDateNow {
        try openList().keepUpSynchronously { [self] draft in try follow(&draft) }
      }
    } while try waitsForSource()
  }

  private func openList() throws(DataSourceError) -> ListDataSource<Model, Section, Output> {
    guard let list else { throw .closed }
    return list
  }

  /// Waits for the source if its index of words is that of a later revision than it had published.
  ///
  /// - Returns: Whether the list is to be brought up to date again.
  /// - Throws: `stale` if the source does not get there, as if another process writes it although it is not shared.
  private func waitsForSource() throws(StorageError) -> Bool {
    guard let awaited = progress.withLock({ $0.awaited }) else { return false }
    try source.settle()
    let revision = source.snapshot().state.revision
    guard revision >= awaited else {
      throw StorageError(
        .stale,
        "\(sourceName) is searched at revision \(awaited), and is known here up to \(revision); if several processes "
          + "write it, open it as shared")
    }
    return true
  }

  /// Has the next change show the source by another definition.
  func define(_ definition: DerivedDefinition<Model, Section>) {
    progress.withLock { $0.definition = definition }
  }

  func hold(_ item: ItemID) {
    progress.withLock { progress in
      progress.held.insert(item)
      progress.released.remove(item)
    }
  }

  /// Has the next change put an item to its place.
  func release(_ item: ItemID) {
    progress.withLock { progress in
      if progress.held.remove(item) != nil { progress.released.insert(item) }
    }
  }

  /// Is called when a change has succeeded that was made after a release.
  func isPlaced(_ item: ItemID) { progress.withLock { _ = $0.released.remove(item) } }

  /// Where the list stands before a change.
  private struct Standing {
    /// The note of the newest revision; `nil` if it is lost, or the list was never made.
    var note: DerivedNote?
    /// The revision of the source that the list shows; `nil` if it is not known.
    var basis: Revision?
    var isAsDefined = false
    /// The items that were held, and are to be put to their places.
    var released: Set<ItemID>
  }

  /// One change of the list; on its work queue.
  private func follow(_ draft: inout ListDraft<Model, Section>) throws {
    upkeep.begins()
    progress.withLock { $0.awaited = nil }
    let head = draft.source.revision
    let (definition, held, asked) = progress.withLock {
      ($0.definition, $0.held, $0.released)
    }
    let target = source.snapshot()
    let standing = try standing(at: head, target.state.revision, definition, held, asked)
    let change = try change(from: standing, to: target, definition, held, draft.state)
    var keys = progress.withLock { progress in
      defer { progress.keys = DerivedKeys() }
      return progress.keys
    }
    keys.begin(at: head, isNext: storage.hasCommitted(head))
    var arrangement = Arrangement(definition, change, target, storage, keys)
    defer {
      // Texts are too long to be kept in memory.
      if definition.texts == nil, !arrangement.keys.isTooLarge {
        progress.withLock { [keys = arrangement.keys] in $0.keys = keys }
      }
    }
    try arrangement.bringUpToDate(&draft)
    let heldBefore = standing.note?.held ?? []
    let isNew = try arrangement.isStep && !(arrangement.onlyMoves && draft.changesNothing())
    guard
      isNew || !standing.isAsDefined || standing.basis == nil
        || !arrangement.skipped.isSubset(of: heldBefore)
    else {
      storage.advance(head, to: target.state.revision)
      throw Upkeep.NothingNew()
    }
    storage.expect(arrangement.keys.written, at: head + 1)
    draft.annotation =
      DerivedNote(
        source: sourceName, basis: target.state.revision, definition: definition.text.description,
        held: heldBefore.intersection(held).union(arrangement.skipped)
      ).annotation
  }

  /// Returns where the list stands.
  ///
  /// - Parameters:
  ///   - head: Its revision.
  ///   - target: The revision of the source.
  ///   - held: The items that stay where they are.
  ///   - asked: Those that are to be put to their places.
  /// - Throws: `NothingNew` if it has followed the source that far.
  private func standing(
    at head: Revision, _ target: Revision, _ definition: DerivedDefinition<Model, Section>,
    _ held: Set<ItemID>, _ asked: Set<ItemID>
  ) throws -> Standing {
    var standing = Standing(released: asked.subtracting(held))
    guard let note = try storage.noted(at: head)?.note, note.source == sourceName,
      let basis = try storage.basis(at: head)
    else { return standing }
    standing.note = note
    standing.isAsDefined = note.definition == definition.text.description
    standing.released.formUnion(note.held.subtracting(held))
    if basis > target {
      // Another process has followed further; this one goes on when its source has. A source that has lost revisions is
      // compared anew.
      guard try source.storedRevision() < basis else { throw Upkeep.NothingNew() }
      return standing
    }
    if standing.isAsDefined, basis == target, standing.released.isEmpty {
      throw Upkeep.NothingNew()
    }
    standing.basis = basis
    acknowledgeIfDue(basis, head)
    return standing
  }

  /// Returns what the list has to look at.
  private func change(
    from standing: Standing, to target: DerivedSource<Model>.Snapshot,
    _ definition: DerivedDefinition<Model, Section>, _ held: Set<ItemID>, _ state: ListState
  ) throws -> SourceChange {
    var change = SourceChange()
    change.held = held
    var isKnown = false
    if let basis = standing.basis {
      isKnown = try read(&change, after: basis, upTo: target.state.revision)
    }
    // Which items are in the sections that have moved, the journal does not tell. If the sections are those of the
    // source, their items move with them.
    let hasSourceSections = definition.grouping.ofSource != nil
    let isReordered = definition.ties == .source && change.movesSections && !hasSourceSections
    var keepsOrder = true
    if !standing.isAsDefined {
      let former = standing.note.map { DefinitionText($0.definition) }
      keepsOrder = former.map(definition.text.keepsOrder) ?? false
      change.isRedefined = true
      change.hasOtherTies = former.map(definition.text.hasOtherTies) ?? false
      change.replacesSections = former.map(definition.text.hasOtherSections) ?? true
    }
    change.isEverything = !isKnown || !keepsOrder || isReordered
    if hasSourceSections {
      change.touchesSections =
        change.touchesSections || change.movesSections || change.isEverything
      if !isKnown { change.updatedSections = Set(state.sectionIDs) }
    } else {
      change.touchesSections = false
    }
    let words = definition.search?.words ?? []
    let looksAtAll = change.isEverything || !standing.isAsDefined
    var wanted = try definition.limitedItems(of: target.state)
    if looksAtAll, definition.search != nil {
      wanted = try words.isEmpty ? target.state.items() : items(withWords: words, of: target)
    }
    change.window = wanted
    if looksAtAll || wanted != nil {
      let present = try state.items()
      if let wanted {
        change.items.formIntersection(wanted.union(present))
        change.items.formUnion(
          change.isEverything ? wanted.union(present) : wanted.symmetricDifference(present))
      } else {
        change.items.formUnion(present)
        change.items.formUnion(try target.state.items())
      }
      // Nothing says which models are as they were.
      if !isKnown { change.updated = change.items }
    }
    if change.touchesSections {
      // A section that is gone holds no item.
      for item in held {
        guard let path = try state.path(of: item),
          let section = state.sectionID(at: path.section), target.state.index(of: section) == nil
        else { continue }
        change.items.insert(item)
      }
    }
    change.items.formUnion(standing.released)
    change.moved.formUnion(standing.released)
    if wanted == nil, !words.isEmpty {
      change.window = try items(withWords: words, among: change.items, of: target)
    }
    return change
  }

  /// Returns the items that have some words in the source, which is an index of words.
  ///
  /// - Throws: `NothingNew` if the index is that of a later revision than the source has published, for which this waits.
  private func items(
    withWords words: [String], of target: DerivedSource<Model>.Snapshot
  ) throws -> Set<ItemID> {
    let index = try index()
    var found = try index.items(withWords: words)
    if found == nil {
      // It was damaged, or the list was written without it.
      try index.indexTexts()
      found = try index.items(withWords: words)
    }
    guard let found else {
      throw StorageError(
        .corrupt, "the index of words of \(sourceName) is damaged, and could not be made anew")
    }
    guard found.revision == target.state.revision else {
      progress.withLock { $0.awaited = found.revision }
      throw Upkeep.NothingNew()
    }
    return found.items
  }

  /// Returns those of some items that have some words, by their texts. A search that changes little does not ask the index,
  /// which looks at all texts with a word that is short.
  private func items(
    withWords words: [String], among items: Set<ItemID>, of target: DerivedSource<Model>.Snapshot
  ) throws -> Set<ItemID> {
    let present = try items.filter { try target.state.contains($0) }.sorted()
    guard !present.isEmpty, let texts = source.storage as? DerivedStorage else { return [] }
    var found: Set<ItemID> = []
    for start in stride(from: 0, to: present.count, by: 1_024) {
      let chunk = Array(present[start..<min(start + 1_024, present.count)])
      let kept = try texts.keys(ofItems: chunk, at: target.state.revision)
      let ranges = try index().ranges(
        of: words, in: kept.map { String(decoding: $0, as: UTF8.self) })
      found.formUnion(zip(chunk, ranges).lazy.filter { $1 != nil }.map(\.0))
    }
    return found
  }

  private func index() throws -> any SearchableStorage {
    guard let index = source.storage.searchable else {
      throw StorageError.notSearchable(definition.name)
    }
    return index
  }

  /// Reads what revisions of the source have touched.
  ///
  /// - Returns: Whether the journal of the source still has them.
  private func read(
    _ change: inout SourceChange, after basis: Revision, upTo target: Revision
  ) throws(StorageError) -> Bool {
    if takePublished(&change, after: basis, upTo: target) { return true }
    var revision = basis
    while revision < target {
      let entries: [JournalEntry]
      do throws(StorageError) {
        entries = try source.storage.journal(after: revision, limit: min(1_024, target - revision))
      } catch {
        guard error.code == .compacted else { throw error }
        return false
      }
      guard let last = entries.last else { return false }
      for entry in entries {
        change.add(entry.record.identities)
        if !entry.record.outline.movedSections.isEmpty { change.movesSections = true }
      }
      revision = last.revision
    }
    return true
  }

  /// Takes what revisions of the source have touched that were published lately.
  ///
  /// - Returns: Whether all of them are in memory.
  private func takePublished(
    _ change: inout SourceChange, after basis: Revision, upTo target: Revision
  ) -> Bool {
    let taken = progress.withLock { progress in
      progress.published.removeAll { $0.revision <= basis }
      return progress.published.prefix { $0.revision <= target }
    }
    guard taken.count == target - basis else { return false }
    for entry in taken {
      if let identities = entry.identities { change.add(identities) }
      if entry.movesSections { change.movesSections = true }
    }
    return true
  }

  // MARK: Journals

  /// The name under which the source keeps its journal for a derived list.
  private var subscriber: String {
    JournalSubscriber.derived(progress.withLock { $0.definition.name })
  }

  /// If it fails, the journals are kept longer, and the next change tries again.
  private func acknowledgeIfDue(_ basis: Revision, _ revision: Revision) {
    let (known, interval) = (progress.withLock { $0.acknowledged }, Self.acknowledgementInterval)
    guard basis >= known.basis + interval || revision >= known.revision + interval else { return }
    try? acknowledge(basis, revision)
  }

  /// Lets the source forget what the list has followed, and the list all notes but the newest.
  func acknowledge() throws(StorageError) {
    guard let list else { return }
    let head = list.snapshot.revision
    guard let basis = try storage.basis(at: head) else { return }
    try acknowledge(basis, head)
  }

  private func acknowledge(_ basis: Revision, _ revision: Revision) throws(StorageError) {
    guard let list else { return }
    let needed = try neededBasis(basis, revision, list)
    try source.acknowledge(needed, subscriber)
    // The note of the revision stands in the row that leads to it.
    if let noted = try storage.noted(at: revision) {
      _ = try list.acknowledge(noted.revision - 1, by: JournalSubscriber.derived)
    }
    progress.withLock { progress in
      progress.acknowledged = (basis, revision)
      progress.basis = max(progress.basis, needed)
    }
  }

  /// Returns the revision of the source from which on a subscriber of the list may read models.
  private func neededBasis(
    _ basis: Revision, _ revision: Revision, _ list: ListDataSource<Model, Section, Output>
  ) throws(StorageError) -> Revision {
    let registered = try list.registeredSubscribers()
      .filter { $0.name != JournalSubscriber.derived }.map(\.revision)
    let slowest = registered.reduce(min(revision, list.slowestRevision), min)
    return slowest < revision ? min(basis, try storage.basis(at: slowest) ?? basis) : basis
  }

  /// Follows no more.
  func close() {
    // The next opening looks at more if this fails.
    try? acknowledge()
    progress.withLock { progress in
      progress.isClosed = true
      progress.published = []
    }
  }
}

extension DerivedFollowing: ListDependent {
  var basis: Revision { progress.withLock { $0.isClosed ? .max : $0.basis } }

  func listHasChanged(
    to revision: Revision, _ identities: ChangeIdentities?, movesSections: Bool
  ) {
    let isClosed = progress.withLock { progress in
      if progress.isClosed { return true }
      // Only what follows without a gap, and is small, is kept; the journal has the rest.
      let isLarge =
        (identities?.insertedItems.count ?? 0) + (identities?.removedItems.count ?? 0)
        + (identities?.updatedItems.count ?? 0) + (identities?.movedItems.count ?? 0)
        > Self.publishedCountMax
      if isLarge || progress.published.count >= Self.publishedCountMax
        || progress.published.last.map({ $0.revision + 1 != revision }) ?? false
      {
        progress.published = []
      }
      if !isLarge { progress.published.append((revision, identities, movesSections)) }
      return false
    }
    if !isClosed { queue() }
  }

  private func queue() {
    if progress.withLock({ $0.isClosed }) { return }
    upkeep.queue(retry: { [weak self] in self?.queue(after: $0) }) {
      do {
        return try openList().enqueueUpkeep { [weak self] draft in
          guard let self else { throw Upkeep.NothingNew() }
          // If it waits for the source, that calls again when it has published what is awaited.
          try follow(&draft)
        }
      } catch DataSourceError.closed {
        // The list was closed alone.
        progress.withLock { $0.isClosed = true }
        throw DataSourceError.closed
      }
    }
  }

  /// Queues a change that follows after a delay, unless the list is up to date then.
  private func queue(after delay: Duration) {
    guard let list = try? openList() else { return }
    list.call(after: delay) { [weak self] in
      if self?.failure != nil { self?.queue() }
    }
  }
}

extension ListState {
  /// Returns the items of all sections.
  fileprivate func items() throws(StorageError) -> Set<ItemID> {
    var items: Set<ItemID> = []
    for section in 0..<sectionCount { items.formUnion(try itemIDs(inSection: section)) }
    return items
  }
}
