internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Keeps a derived list up with its sources.
final class DerivedFollowing<Model: Sendable, Section: Sendable, Output: Sendable>:
  Sendable
{
  private struct Progress {
    var definition: DerivedDefinition<Model, Section> {
      didSet { text = definition.text.description }
    }
    /// What notes keep of the definition: each change asks for it.
    private(set) var text: String
    /// Whether the list follows no more.
    var isClosed = false
    /// What the sources and the list were last told to keep their journals for.
    var acknowledged: (bases: [Revision], revision: Revision)
    /// The items that stay where they are.
    var held: Set<ItemID> = []
    /// The items that were held, and are to be put to their places.
    var released: Set<ItemID> = []
    /// A revision of a source that it has not published yet: that of its index of words, or of a change that another
    /// source has published.
    var awaited: (index: Int, revision: Revision)?
    /// Taken out while a change is made.
    var keys = DerivedKeys()
    /// Finds what another definition changes, or has found it.
    var comparison: DefinitionComparison<Model, Section>?
    /// The texts of earlier definitions that show everything which the definition shows.
    var wider: Set<String> = []
    /// What has the list kept together with its source, if it is.
    var companion: (any Companion)?
    /// The number of the last attempt to follow in a commit of the source.
    var attempt = 0
    /// The last revision of the source in whose commit the list has followed.
    var togetherRevision: Revision = -1

    init(_ definition: DerivedDefinition<Model, Section>, _ sourceCount: Int) {
      self.definition = definition
      text = definition.text.description
      acknowledged = (Array(repeating: -1, count: sourceCount), -1)
    }
  }

  /// How many revisions the journals are kept longer than needed, so that not every change is two.
  private static var acknowledgementInterval: Int { 64 }

  /// The list keeps this.
  private weak let list: ListDataSource<Model, Section, Output>?
  private let storage: DerivedStorage
  private let sources: [FollowedSource<Model>]
  private let progress: Guarded<Progress>
  private let upkeep = Upkeep()
  /// Whether the list follows in the commits of its source.
  private let isTogether: Bool
  /// Whether the list between this one and its source does not show yet what a version of the definition makes of that.
  private let isSourceRebuilding: @Sendable (_ version: String) -> Bool

  init(
    _ definition: DerivedDefinition<Model, Section>,
    _ list: ListDataSource<Model, Section, Output>, _ storage: DerivedStorage,
    of lists: [NotedList], isSourceRebuilding: @escaping @Sendable (_ version: String) -> Bool
  ) {
    self.list = list
    self.storage = storage
    self.isSourceRebuilding = isSourceRebuilding
    isTogether = definition.isTogether
    sources = zip(definition.sources, lists).map { FollowedSource($0, noted: $1) }
    progress = Guarded(Progress(definition, lists.count))
  }

  /// Has the sources tell this of what they publish.
  func begin() {
    for source in sources { source.listen { [weak self] in self?.sourceHasChanged(to: $0) } }
  }

  /// Has each commit of the source bring the list up to date, if it is kept together with that.
  func beginTogether() {
    guard isTogether, let list else { return }
    let companion = ListCompanion(list) { [weak self] draft, changes in
      guard let self else { throw Upkeep.NothingNew() }
      try follow(&draft, with: changes)
    } whenFollowed: { [weak self] in
      self?.hasFollowedTogether(to: $0)
    }
    progress.withLock { $0.companion = companion }
    sources[0].list.addCompanion(companion)
  }

  /// Notes that the commit of a revision of the source has brought the list up to date with it.
  private func hasFollowedTogether(to revision: Revision) {
    let attempt = progress.withLock { progress in
      progress.togetherRevision = revision
      return progress.attempt
    }
    upkeep.hasFollowed(attempt)
  }

  /// Has the list follow a revision that a source has published, unless it has followed that already.
  private func sourceHasChanged(to revision: Revision) {
    let (followed, acknowledged) = progress.withLock {
      ($0.togetherRevision, $0.acknowledged.bases[0])
    }
    // What has followed in a commit acknowledges behind it.
    if revision > followed || revision >= acknowledged + Self.acknowledgementInterval { queue() }
  }

  var failure: (any Error)? { upkeep.failure }

  func setFailureListener(_ listen: @escaping @Sendable () -> Void) {
    upkeep.setFailureListener(listen)
  }

  var definition: DerivedDefinition<Model, Section> { progress.withLock { $0.definition } }

  // MARK: Following

  func bringUpToDate() async throws {
    for source in sources { try source.list.catchUp() }
    forgetFailedComparison()
    let awaited = Guarded<DefinitionComparison<Model, Section>?>(nil)
    repeat {
      await awaited.withLock { $0 }?.waitForEnd()
      awaited.withLock { $0 = nil }
      try await upkeep.bringUpToDate {
        _ = try await openList().enqueueUpkeep { [self] draft in
          try follow(&draft) { comparison in awaited.withLock { $0 = comparison } }
        }.value
      }
    } while try awaited.withLock { $0 } != nil || waitsForSource()
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

  /// Waits for a source if a later revision of it is needed than it had published.
  ///
  /// - Returns: Whether the list is to be brought up to date again.
  /// - Throws: `stale` if the source does not get there, as if another process writes it although it is not shared.
  private func waitsForSource() throws(StorageError) -> Bool {
    guard let awaited = progress.withLock({ $0.awaited }) else { return false }
    let source = sources[awaited.index]
    try source.list.settle()
    let revision = source.list.snapshot(nil).state.revision
    guard revision >= awaited.revision else {
      throw StorageError(
        .stale,
        "\(source.noted.name) is to be read at revision \(awaited.revision), and is known here up to \(revision); if several "
          + "processes write it, open it as shared")
    }
    return true
  }

  /// Has the next change show the source by another definition.
  ///
  /// - Parameter isNarrower: Whether the definition shows nothing that the one before does not show.
  func define(_ definition: DerivedDefinition<Model, Section>, isNarrower: Bool = false) {
    progress.withLock { progress in
      if isNarrower {
        progress.wider.insert(progress.text)
      } else {
        progress.wider = []
      }
      progress.definition = definition
    }
  }

  /// Has the definition make the list anew at once.
  func waitForRebuilding() { progress.withLock { $0.definition.waitForRebuilding() } }

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
    /// The revision that has the note.
    var notedRevision: Revision = 0
    /// The revision of each source that the list shows; `nil` if it is not known.
    var bases: [Revision?]
    var isAsDefined = false
    /// The items that were held, and are to be put to their places.
    var released: Set<ItemID>
  }

  /// One change of the list; on its work queue.
  ///
  /// - Parameters:
  ///   - changes: What the source is about to commit together with the change; `nil` to follow what it has published.
  ///   - whenComparing: Is called if the list first has to be compared with its definition, after which it is followed
  ///     again.
  private func follow(
    _ draft: inout ListDraft<Model, Section>, with changes: UncommittedChanges? = nil,
    whenComparing: (DefinitionComparison<Model, Section>) -> Void = { _ in }
  ) throws {
    if changes == nil {
      upkeep.begins()
    } else {
      let attempt = upkeep.begin()
      progress.withLock { $0.attempt = attempt }
    }
    progress.withLock { $0.awaited = nil }
    let head = draft.source.revision
    let (definition, text, held, asked) = progress.withLock {
      ($0.definition, $0.text, $0.held, $0.released)
    }
    // One change shows another definition: not before the list between does as well.
    if definition.isRebuiltInBackground, isSourceRebuilding(definition.version) {
      throw Upkeep.NothingNew()
    }
    var target = SourcesSnapshot(sources.map { $0.list }, with: changes)
    let standing = try standing(
      at: head, target.revisions, text, held, asked, acknowledges: changes == nil)
    // It is compared with what is committed.
    if changes != nil, !standing.isAsDefined, definition.isRebuiltInBackground {
      throw Upkeep.NothingNew()
    }
    let differing = try differing(from: standing, definition, draft.source, target, whenComparing)
    let change = try change(from: standing, to: &target, definition, held, draft.state, differing)
    var arrangement = Arrangement(definition, change, target, storage, takeKeys(at: head))
    defer {
      // Texts are too long to be kept in memory.
      if definition.indexed == nil, !arrangement.keys.isTooLarge {
        progress.withLock { [keys = arrangement.keys] in $0.keys = keys }
      }
    }
    try arrangement.bringUpToDate(&draft)
    let heldBefore = standing.note?.held ?? []
    let isNew = try arrangement.isStep && !(arrangement.onlyMoves && draft.changesNothing())
    guard
      isNew || !standing.isAsDefined || standing.bases.contains(nil)
        || isTogether || !arrangement.skipped.isSubset(of: heldBefore)
    else {
      storage.advance(head, to: target.revisions)
      throw Upkeep.NothingNew()
    }
    let note = DerivedNote(
      sources: noted(target.revisions, definition.slots),
      isOfSeveral: sources[0].list.slot != nil,
      definition: text,
      held: heldBefore.intersection(held).union(arrangement.skipped))
    let annotation = note.annotation
    storage.expect(arrangement.keys.written, note, annotation, at: head + 1)
    draft.annotation = annotation
  }

  /// Returns the keys in memory, for a change of a revision.
  ///
  /// Nothing else holds them until the change is made, nor may the caller in a variable of its own: the change would copy
  /// all of them, thousands, before it reads or writes the first one.
  private func takeKeys(at head: Revision) -> DerivedKeys {
    var keys = progress.withLock { progress in
      defer { progress.keys = DerivedKeys() }
      return progress.keys
    }
    keys.begin(at: head, isNext: storage.hasCommitted(head))
    return keys
  }

  /// Returns what a note says of the sources that the list shows at some revisions.
  private func noted(_ revisions: [Revision], _ slots: SourceSlots?) -> [DerivedNote.Source] {
    let shown = zip(sources, revisions).map { DerivedNote.Source(list: $0.noted, basis: $1) }
    guard let slots, sources[0].list.slot != nil else { return shown }
    var noted = slots.lists.map { DerivedNote.Source(list: $0) }
    for (slot, source) in zip(slots.order, shown) { noted[slot] = source }
    return noted
  }

  /// Returns where the list stands.
  ///
  /// - Parameters:
  ///   - head: Its revision.
  ///   - targets: The revisions of the sources.
  ///   - text: What notes keep of the definition.
  ///   - held: The items that stay where they are.
  ///   - asked: Those that are to be put to their places.
  ///   - acknowledges: Whether the journals may be shortened now.
  /// - Throws: `NothingNew` if it has followed the sources that far.
  private func standing(
    at head: Revision, _ targets: [Revision], _ text: String, _ held: Set<ItemID>,
    _ asked: Set<ItemID>, acknowledges: Bool
  ) throws -> Standing {
    var standing = Standing(
      bases: sources.map { _ in nil }, released: asked.subtracting(held))
    guard let (note, notedRevision) = try storage.noted(at: head) else { return standing }
    // What is kept together says in the file which revision it shows.
    let bases = isTogether ? storage.bases(in: note) : try storage.bases(at: head)
    guard bases.contains(where: { $0 != nil }) else { return standing }
    (standing.note, standing.notedRevision) = (note, notedRevision)
    standing.isAsDefined = note.definition == text
    if standing.isAsDefined {
      progress.withLock { progress in
        progress.comparison = nil
        // What was shown before is not shown again; a definition that waits may narrow what is shown now.
        progress.wider.formIntersection([note.definition])
      }
    }
    standing.released.formUnion(note.held.subtracting(held))
    for (index, basis) in bases.enumerated() {
      if let basis, basis > targets[index] {
        // Another process has followed further; this one goes on when its source has. A source that has lost revisions is
        // compared anew.
        guard try sources[index].list.storedRevision() < basis else { throw Upkeep.NothingNew() }
      } else {
        standing.bases[index] = basis
      }
    }
    let hasFollowed =
      standing.isAsDefined && standing.bases == targets && standing.released.isEmpty
    if acknowledges, !hasFollowed || isTogether, let bases = standing.bases.known {
      acknowledgeIfDue(bases, head)
    }
    if hasFollowed { throw Upkeep.NothingNew() }
    return standing
  }

  /// Returns what the list has to look at.
  ///
  /// - Parameter differing: The items that another definition shows otherwise; `nil` if they are not known.
  private func change(
    from standing: Standing, to target: inout SourcesSnapshot<Model>,
    _ definition: DerivedDefinition<Model, Section>, _ held: Set<ItemID>, _ state: ListState,
    _ differing: Set<ItemID>?
  ) throws -> SourceChange {
    var change = SourceChange()
    change.held = held
    let unknown = try read(&change, from: standing, to: &target)
    let isKnown = unknown.isEmpty
    try target.validateIdentities()
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
      change.hasOtherKeys = former.map(definition.text.hasOtherRelevance) ?? true
      change.replacesSections = former.map(definition.text.hasOtherSections) ?? true
    }
    change.isEverything = !isKnown || !keepsOrder && differing == nil || isReordered
    if let differing { change.items.formUnion(differing) }
    if hasSourceSections {
      change.touchesSections =
        change.touchesSections || change.movesSections || change.isEverything
      if !isKnown { change.updatedSections = Set(state.sectionIDs) }
    } else {
      change.touchesSections = false
    }
    let words = definition.search?.words ?? []
    let matching = definition.search?.matching ?? .prefix
    let looksAtAll = change.isEverything || !standing.isAsDefined && differing == nil
    var wanted = try definition.limitedItems(of: target)
    if looksAtAll, definition.search != nil {
      wanted =
        try words.isEmpty ? target.items() : items(withWords: words, by: matching, of: target)
    }
    change.window = wanted
    if looksAtAll || wanted != nil {
      let present = try Set((0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) })
      if let wanted {
        change.items.formIntersection(wanted.union(present))
        change.items.formUnion(
          change.isEverything || change.hasOtherKeys
            ? wanted.union(present) : wanted.symmetricDifference(present))
      } else {
        var all = try target.items()
        all.formUnion(present)
        if change.items.isEmpty { change.items = all } else { change.items.formUnion(all) }
      }
      // Nothing says which models are as they were.
      if unknown.count == sources.count {
        change.updated = change.items
      } else if !isKnown {
        change.updated.formUnion(change.items.filter { isOf(unknown, $0) })
      }
    }
    if change.touchesSections {
      // A section that is gone holds no item.
      for item in held {
        guard let path = try state.path(of: item),
          let section = state.sectionID(at: path.section), target.first.index(of: section) == nil
        else { continue }
        change.items.insert(item)
      }
    }
    change.items.formUnion(standing.released)
    change.moved.formUnion(standing.released)
    if wanted == nil, !words.isEmpty {
      change.window = try items(
        withWords: words, by: matching, among: change.items, of: target)
    }
    return change
  }

  /// Whether an item is one of some sources, by their indices.
  private func isOf(_ indices: [Int], _ item: ItemID) -> Bool {
    indices.contains { sources[$0].list.item(item) != nil }
  }

  /// Returns the items that have some words in the source, which is an index of words.
  ///
  /// - Throws: `NothingNew` if the index is that of a later revision than the source has published, for which this waits.
  private func items(
    withWords words: [String], by matching: WordMatching, of target: SourcesSnapshot<Model>
  ) throws -> Set<ItemID> {
    let index = try index()
    var found = try index.items(withWords: words, by: matching)
    if found == nil {
      // It was damaged, the list was written without it, or there was one for the other kind of search.
      try index.indexTexts(for: matching)
      found = try index.items(withWords: words, by: matching)
    }
    guard let found else {
      throw StorageError(
        .corrupt,
        "the index of words of \(sources[0].noted.name) is damaged, and could not be made anew")
    }
    guard found.revision == target.first.revision else {
      progress.withLock { $0.awaited = (0, found.revision) }
      throw Upkeep.NothingNew()
    }
    return found.items
  }

  /// Returns those of some items that have some words, by their texts. A search that changes little does not ask the index,
  /// which looks at all texts with a word that is short.
  private func items(
    withWords words: [String], by matching: WordMatching, among items: Set<ItemID>,
    of target: SourcesSnapshot<Model>
  ) throws -> Set<ItemID> {
    let present = try items.filter { try target.contains($0) }.sorted()
    guard !present.isEmpty, let texts = sources[0].list.storage as? DerivedStorage else {
      return []
    }
    var found: Set<ItemID> = []
    for start in stride(from: 0, to: present.count, by: 1_024) {
      let chunk = Array(present[start..<min(start + 1_024, present.count)])
      let kept = try texts.keys(ofItems: chunk, at: target.first.revision)
      let matches = try index().matches(
        of: words, by: matching, in: kept.map { String(decoding: $0, as: UTF8.self) })
      found.formUnion(zip(chunk, matches).lazy.filter { $1 != nil }.map(\.0))
    }
    return found
  }

  private func index() throws -> any SearchableStorage {
    guard let index = sources[0].list.storage.searchable else {
      throw StorageError.notSearchable(definition.name)
    }
    return index
  }

  /// Reads what the sources have changed, up to revisions that belong together: with all parts of a change of several.
  ///
  /// - Returns: The indices of the sources of which it is not known.
  /// - Throws: `NothingNew` if a source has not published its part yet, for which this waits.
  private func read(
    _ change: inout SourceChange, from standing: Standing, to target: inout SourcesSnapshot<Model>
  ) throws -> [Int] {
    var reached = standing.bases
    while true {
      var parts: [JournalPart] = []
      for (index, source) in sources.enumerated() {
        let revision = target.revisions[index]
        guard let basis = reached[index] else {
          // It is compared anew. What it has published last may be a part of a change all the same.
          if sources.count > 1 { parts += try source.newestParts(upTo: revision) }
          continue
        }
        let read = try source.read(
          &change, after: basis, upTo: revision, with: target.changes)
        reached[index] = read.map { _ in revision }
        parts += read ?? []
      }
      var isWhole = true
      for part in parts {
        guard let index = sources.firstIndex(where: { $0.list.address?.number == part.list }),
          part.revision > target.revisions[index],
          // A source that has lost revisions does not get there.
          try part.revision <= sources[index].list.storedRevision()
        else { continue }
        target.renew(index)
        isWhole = false
        guard part.revision <= target.revisions[index] else {
          progress.withLock { $0.awaited = (index, part.revision) }
          throw Upkeep.NothingNew()
        }
      }
      if isWhole { return reached.indices.filter { reached[$0] == nil } }
    }
  }

  // MARK: Other definitions

  /// Whether the list shows what an earlier definition has made of its source.
  var isRebuilding: Bool {
    definition.isRebuiltInBackground && (shownNote.map(definition.makesAnew) ?? false)
  }

  /// The version of the definition that has made what the list shows; `nil` if that is not known.
  var shownVersion: String? { shownNote.map { DefinitionText($0.definition).version } }

  private var shownNote: DerivedNote? {
    list.flatMap { try? storage.noted(at: $0.snapshot.revision)?.note }
  }

  /// Whether the list has to be made anew, and may show what it shows until then.
  func canBeRebuiltInBackground() throws(StorageError) -> Bool {
    guard definition.isRebuiltInBackground,
      let note = try storage.noted(at: storage.storedRevision())?.note
    else { return false }
    return definition.makesAnew(note)
  }

  /// Returns the items that the definition shows otherwise than the list, as far as the sources have not touched them since;
  /// `nil` if that is not known beforehand. Of a definition that narrows the one before, these are at most the items of the
  /// list.
  ///
  /// - Throws: `NothingNew` while the list is compared; why it could not be.
  private func differing(
    from standing: Standing, _ definition: DerivedDefinition<Model, Section>,
    _ list: ListSnapshot<Model, Section>, _ target: SourcesSnapshot<Model>,
    _ whenComparing: (DefinitionComparison<Model, Section>) -> Void
  ) throws -> Set<ItemID>? {
    guard !standing.isAsDefined, let note = standing.note, standing.bases.known != nil,
      definition.canBeCompared(with: note)
    else { return nil }
    if progress.withLock({ $0.wider.contains(note.definition) }) {
      let sections = 0..<list.state.sectionCount
      return try Set(sections.flatMap { try list.state.itemIDs(inSection: $0) })
    }
    guard definition.isRebuiltInBackground else { return nil }
    if let comparison = progress.withLock({ $0.comparison }),
      comparison.compares(standing.notedRevision, with: definition)
    {
      do {
        if let found = try comparison.found() { return found }
      } catch let error as StorageError where error.code == .compacted {
        // Others have removed what it was about to read. All items are looked at as they are now.
        return nil
      }
      whenComparing(comparison)
      throw Upkeep.NothingNew()
    }
    let comparison = DefinitionComparison(
      of: list, notedAt: standing.notedRevision, with: definition, of: target, storage)
    progress.withLock { $0.comparison = comparison }
    compareNext(comparison)
    whenComparing(comparison)
    throw Upkeep.NothingNew()
  }

  /// Compares the list part by part on its journal queue, and then has it follow.
  private func compareNext(_ comparison: DefinitionComparison<Model, Section>) {
    guard let list else { return comparison.end() }
    list.readInBackground { [weak self] in
      guard let self, isAwaited(comparison) else { return comparison.end() }
      do {
        if try comparison.compareNext() { return compareNext(comparison) }
        comparison.end()
      } catch {
        comparison.end(error)
      }
      queue()
    }
  }

  /// Returns once nothing compares the list any more, after this was closed.
  func waitForComparison() async {
    await progress.withLock { $0.comparison }?.waitForEnd()
  }

  /// Lets the next change compare the list again if the last comparison has failed.
  private func forgetFailedComparison() {
    progress.withLock { progress in
      if progress.comparison?.hasFailed ?? false { progress.comparison = nil }
    }
  }

  /// Whether the end of a comparison is waited for: the list is not closed, nor is it to show yet another definition.
  private func isAwaited(_ comparison: DefinitionComparison<Model, Section>) -> Bool {
    progress.withLock { !$0.isClosed && $0.comparison === comparison }
  }

  // MARK: Journals

  /// The name under which the sources keep their journals for a derived list.
  private var subscriber: String {
    JournalSubscriber.derived(progress.withLock { $0.definition.name })
  }

  /// If it fails, the journals are kept longer, and the next change tries again.
  private func acknowledgeIfDue(_ bases: [Revision], _ revision: Revision) {
    let (known, interval) = (progress.withLock { $0.acknowledged }, Self.acknowledgementInterval)
    guard
      revision >= known.revision + interval
        || zip(bases, known.bases).contains(where: { $0 >= $1 + interval })
    else { return }
    try? acknowledge(bases, revision)
  }

  /// Lets the sources forget what the list has followed, and the list all notes but the newest.
  func acknowledge() throws(StorageError) {
    guard let list else { return }
    let head = list.snapshot.revision
    guard let bases = try storage.bases(at: head).known else { return }
    try acknowledge(bases, head)
  }

  private func acknowledge(_ bases: [Revision], _ revision: Revision) throws(StorageError) {
    guard let list else { return }
    let slowest = try slowestRevision(upTo: revision, list)
    let needed = try neededBases(bases, slowest == revision ? nil : slowest)
    for (source, needed) in zip(sources, needed) {
      try source.acknowledge(needed, by: subscriber)
    }
    // The note of the revision stands in the row that leads to it.
    let noted = try storage.noted(at: slowest)
    if let noted = try noted == nil ? storage.noted(at: revision) : noted {
      _ = try list.acknowledge(noted.revision - 1, by: JournalSubscriber.derived)
    }
    progress.withLock { $0.acknowledged = (bases, revision) }
  }

  /// Returns the oldest revision of the list of which a subscriber may read models, as a list that is derived from it.
  private func slowestRevision(
    upTo revision: Revision, _ list: ListDataSource<Model, Section, Output>
  ) throws(StorageError) -> Revision {
    try list.registeredSubscribers().filter { $0.name != JournalSubscriber.derived }
      .map { $0.revision }.reduce(min(revision, list.slowestRevision), min)
  }

  /// Returns the revision of each source from which on a subscriber of the list may read models.
  ///
  /// - Parameter slowest: The oldest revision of the list that one reads; `nil` if that is the newest.
  private func neededBases(
    _ bases: [Revision], _ slowest: Revision?
  ) throws(StorageError) -> [Revision] {
    guard let slowest else { return bases }
    return zip(bases, try storage.bases(at: slowest)).map { min($0, $1 ?? $0) }
  }

  /// Follows no more.
  func close() {
    // The next opening looks at more if this fails.
    try? acknowledge()
    end()
  }

  private func end() {
    let companion = progress.withLock { progress in
      progress.isClosed = true
      defer { progress.companion = nil }
      return progress.companion
    }
    if let companion { sources[0].list.removeCompanion(companion) }
    for source in sources { source.close() }
  }
}

extension DerivedFollowing {
  func queue() {
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
        end()
        throw DataSourceError.closed
      }
    }
  }

  /// Queues a change that follows after a delay, unless the list is up to date then.
  private func queue(after delay: Duration) {
    guard let list = try? openList() else { return }
    list.call(after: delay) { [weak self] in
      guard let self, failure != nil else { return }
      forgetFailedComparison()
      queue()
    }
  }
}

extension [Revision?] {
  /// All revisions; `nil` if one of them is not known.
  var known: [Revision]? {
    let known = compactMap(\.self)
    return known.count == count ? known : nil
  }
}
