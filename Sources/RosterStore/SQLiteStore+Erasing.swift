package import RosterCore
internal import RosterRows

extension SQLiteStore {
  /// Compacts all lists to their newest revision, and writes the file anew.
  ///
  /// Each step leaves a file that is sound, so that a process that ends in between only has to begin again.
  package func eraseRemains() throws(StorageError) -> Int {
    var lists: [SQLiteList] = []
    for summary in try self.lists() {
      if let list = try list(named: summary.name, create: false) { lists.append(list) }
    }
    try requireNoNotes()
    for list in lists where try !list.isAbandoned() { try list.requireNoSubscriber() }
    // What is derived from an abandoned list is abandoned as well.
    while try emptyAbandoned(lists) {}
    try addEmptyRevisions(lists)
    for list in lists { try list.letSourceForget() }
    var removedCount = 0
    for list in lists {
      let compaction = try list.compact(JournalRetention(revisionCountMax: 0))
      removedCount += compaction.removedCount
      if let subscriber = compaction.heldBy { throw list.isHeld(by: subscriber, "not everything") }
    }
    try renewWords(of: lists)
    if names == .plain { try vacuum() }
    try verifyIsErased(lists)
    return removedCount
  }

  /// - Returns: Whether there was one that was not empty, or that another list followed.
  private func emptyAbandoned(_ lists: [SQLiteList]) throws(StorageError) -> Bool {
    var isFound = false
    for list in lists where try list.emptyIfAbandoned() { isFound = true }
    return isFound
  }

  /// Adds a revision to each list that needs one: first to the sources of a derived list, whose note names their
  /// revisions.
  private func addEmptyRevisions(_ lists: [SQLiteList]) throws(StorageError) {
    var contents: [Int: Revision] = [:]
    for list in lists { contents[list.keys.list] = try list.firstRevisionOfContents() }
    for list in try sourcesFirst(lists) { try list.addEmptyRevision(behind: contents) }
  }

  /// Returns the lists so that each comes behind those that it shows.
  private func sourcesFirst(_ lists: [SQLiteList]) throws(StorageError) -> [SQLiteList] {
    var rest: [(list: SQLiteList, sources: Set<Int>)] = []
    for list in lists { rest.append((list, try list.sourceNumbers())) }
    var ordered: [SQLiteList] = []
    while !rest.isEmpty {
      let waiting = Set(rest.map(\.list.keys.list))
      let ready = rest.filter { $0.sources.isDisjoint(with: waiting) }
      // A damaged file may have a circle.
      if ready.isEmpty { return ordered + rest.map(\.list) }
      ordered += ready.map(\.list)
      rest.removeAll { $0.sources.isDisjoint(with: waiting) }
    }
    return ordered
  }

  /// Verifies that lists which show tables of an application have what was written to these.
  private func requireNoNotes() throws(StorageError) {
    guard let table = try shownTables().first(where: { $0.notedCount > 0 }) else { return }
    throw StorageError(
      .failed,
      "\(path): nothing was erased, since the list \(table.list.inQuotes) has not followed the table \(table.table): open it, "
        + "so that it does")
  }

  /// Makes the indexes of words anew: FTS5 keeps the words that it has forgotten until it merges.
  private func renewWords(of lists: [SQLiteList]) throws(StorageError) {
    try write { database, _ in
      let heads = try Dictionary(
        uniqueKeysWithValues: lists.map { ($0.keys.list, try $0.storedRevision(database)) })
      try SearchIndex.renewAll(heads, in: database, of: self)
    }
  }

  /// Proves that nothing is left.
  ///
  /// - Throws: `busy` if another connection has kept something.
  private func verifyIsErased(_ lists: [SQLiteList]) throws(StorageError) {
    let rest: String? = try read { database in
      for table in try valueTables(database) {
        if try database.integer("SELECT 1 FROM \(table.history) LIMIT 1") != nil {
          return "\(table.history) has rows"
        }
      }
      let rows = try database.integer("SELECT count(*) FROM journal") ?? 0
      if rows > lists.count { return "the journal has \(rows) revisions" }
      // The pages of an application's database are its own.
      guard names == .plain else { return nil }
      let freeCount = try database.integer("PRAGMA freelist_count") ?? 0
      if freeCount > 0 { return "\(freeCount) pages are free" }
      guard !isInMemory else { return nil }
      let pageSize = try database.database.pageSize
      // It has the commit behind the vacuum, which writes a row.
      if file.logByteCount > Self.logPageCountMax * (pageSize + 24) + 32 {
        return "the log has \(file.logByteCount) bytes"
      }
      return nil
    }
    guard let rest else { return }
    throw StorageError(
      .busy,
      "\(path): not everything is erased (\(rest)), because another connection reads or writes; close what has the "
        + "file open, and erase again")
  }

  /// The maximum number of pages of a log that has begun anew.
  private static var logPageCountMax: Int { 8 }
}

extension SQLiteList {
  /// The newest change; `nil` if the list was never changed.
  private func newestEntry() throws(StorageError) -> JournalEntry? {
    let revision = try storedRevision()
    return revision == 0 ? nil : try journal(after: revision - 1, limit: 1).first
  }

  /// Whether storage keeps, with the newest change, what no list has any more: what the change has replaced, or what
  /// others have written to what a device has removed.
  private func isNewestReplacing() throws(StorageError) -> Bool {
    guard let entry = try newestEntry() else { return false }
    return entry.record.replacedCount > 0 || !entry.states.isEmpty
      || entry.annotation.hasHiddenEdits
  }

  /// The first revision that is known to have the contents of the newest one.
  fileprivate func firstRevisionOfContents() throws(StorageError) -> Revision {
    let head = try storedRevision()
    guard let entry = try newestEntry(), entry.record.outline.isEmpty else { return head }
    return head - 1
  }

  /// Verifies that no subscriber needs a revision that is to be removed, apart from lists that are derived from this one.
  fileprivate func requireNoSubscriber() throws(StorageError) {
    let subscribers = try subscribers()
    let (head, contents) = (try storedRevision(), try firstRevisionOfContents())
    // Of a derived list only the newest revision is left a note of, and it may get one more with those of its sources.
    let others = subscribers.areOfDerivedList ? contents : head - 1
    let needed = try isNewestReplacing() ? head : others
    for subscriber in subscribers where subscriber.name != JournalSubscriber.derived {
      let list = try derivedList(of: subscriber)
      // What changes nothing, a derived list shows without having followed it.
      let needed = list == nil ? needed : min(needed, contents)
      if subscriber.revision >= needed { continue }
      // It has followed further than it has said.
      let basis = try list?.shown()?.bases.first { $0.source == name }?.basis
      if let basis, basis >= needed { continue }
      throw isHeld(by: subscriber.name, "nothing")
    }
  }

  /// - Parameter what: What was erased.
  func isHeld(by subscriber: String, _ what: String) -> StorageError {
    // A device or a hub that is forgotten cannot be opened any more.
    let remedy =
      subscriber.hasPrefix("sync")
      ? "open what synchronizes it once more, and synchronize"
      : subscriber.hasPrefix(JournalSubscriber.derived(""))
        ? "open that list, so that it follows"
        : "let it see that, or remove it with roster compact --forget"
    return StorageError(
      .failed,
      "\(store.path): \(what) was erased, since the subscriber \(subscriber.inQuotes) of the list \(name.inQuotes) has not seen its "
        + "newest revision: \(remedy)")
  }

  /// Empties a derived list that no longer follows its source, such as that of an earlier definition with a search: it may
  /// still show what the source has removed. The list is made anew if it is opened again.
  ///
  /// - Returns: Whether there was anything to remove.
  fileprivate func emptyIfAbandoned() throws(StorageError) -> Bool {
    guard try isAbandoned() else { return false }
    let followers = try subscribers().filter { $0.derivedName != nil }.map(\.name)
    for follower in followers { try removeSubscriber(follower) }
    let count = try load().sectionCount
    if count > 0 {
      try add(Changeset { for section in 0..<count { $0.removeSection(at: section) } }, .erasing)
    }
    return count > 0 || !followers.isEmpty
  }

  fileprivate func isAbandoned() throws(StorageError) -> Bool {
    guard try subscribers().areOfDerivedList else { return false }
    // Without a note it is made anew.
    guard let shown = try shown() else { return true }
    for (source, _) in shown.bases where try followed(source) == nil { return true }
    return false
  }

  /// Adds a revision that replaces nothing, if the newest one keeps what it has replaced, or if the note of a derived list
  /// names revisions of its sources that are to be removed.
  ///
  /// - Parameter contents: The first revision of each list, by its number, that had its contents before any got a new one.
  fileprivate func addEmptyRevision(behind contents: [Int: Revision]) throws(StorageError) {
    let note = try isAbandoned() ? nil : try renewedNote(behind: contents)
    let isReplacing = try isNewestReplacing()
    guard isReplacing || note?.isOther ?? false else { return }
    try add(Changeset(), note?.annotation ?? .erasing)
  }

  /// Adds a revision that inserts and updates nothing.
  private func add(
    _ changeset: Changeset<String, String>, _ annotation: ChangeAnnotation
  ) throws(StorageError) {
    let source = try load()
    let change: ListChange
    do {
      change = try source.applying(changeset)
    } catch {
      throw (error as? StorageError)
        ?? StorageError(.failed, "\(store.path): no revision can be added: \(error)", cause: error)
    }
    // Undo passes over it.
    let stored = StoredChange(
      entry: JournalEntry(
        revision: change.target.revision, record: change.record, annotation: annotation,
        step: .update),
      nextIdentifiers: change.target.nextIdentifiers, updatedItems: [], insertedItems: [],
      updatedSections: [], insertedSections: [])
    try commit(
      CommitGroup(source: source, target: change.target, changes: [stored], pages: change.pages))
  }

  // MARK: Derived lists

  /// What a derived list shows: its sources, and the revision of each.
  private struct Shown {
    let bases: [(source: String, basis: Revision)]
    let annotation: ChangeAnnotation
  }

  /// The newest note of a derived list, and what it says.
  private func shown() throws(StorageError) -> Shown? {
    let entry = try newestEntry(upTo: storedRevision()) { !$0.derivedBases.isEmpty }
    guard let annotation = entry?.annotation else { return nil }
    return Shown(bases: annotation.derivedBases, annotation: annotation)
  }

  /// The numbers of the lists that a derived list shows, and that keep their journals for it.
  fileprivate func sourceNumbers() throws(StorageError) -> Set<Int> {
    guard try subscribers().areOfDerivedList else { return [] }
    var numbers: Set<Int> = []
    for (source, _) in try shown()?.bases ?? [] {
      if let source = try followed(source) { numbers.insert(source.keys.list) }
    }
    return numbers
  }

  /// Returns the note of a derived list with the newest revision of each source whose contents it shows, and whether that
  /// makes a difference; `nil` if the list is not derived.
  private func renewedNote(
    behind contents: [Int: Revision]
  ) throws(StorageError) -> (annotation: ChangeAnnotation, isOther: Bool)? {
    guard try subscribers().areOfDerivedList, let shown = try shown() else { return nil }
    let subscriber = JournalSubscriber.derived(name)
    var bases: [Revision] = []
    for (name, basis) in shown.bases {
      let source = try followed(name)
      // It has followed further than its note says, if nothing of that concerned it.
      let told = try source?.subscribers().first { $0.name == subscriber }?.revision
      let basis = max(basis, told ?? basis)
      guard let source, let first = contents[source.keys.list], basis >= first else {
        bases.append(basis)
        continue
      }
      bases.append(try source.storedRevision())
    }
    return (shown.annotation.withDerivedBases(bases), bases != shown.bases.map(\.basis))
  }

  /// Returns the source of a derived list, if it keeps its journal for the list.
  private func followed(_ source: String) throws(StorageError) -> SQLiteList? {
    guard let source = try store.list(named: source, create: false) else { return nil }
    let name = JournalSubscriber.derived(name)
    return try source.subscribers().contains { $0.name == name } ? source : nil
  }

  /// The list that is derived from this one and has registered a subscriber here.
  private func derivedList(of subscriber: JournalSubscriber) throws(StorageError) -> SQLiteList? {
    guard let name = subscriber.derivedName else { return nil }
    return try store.list(named: name, create: false)
  }

  /// Lets the sources of a derived list forget the revisions that only the removed ones of this list have shown, and this
  /// list all notes but the newest.
  fileprivate func letSourceForget() throws(StorageError) {
    guard try subscribers().areOfDerivedList else { return }
    try acknowledge(max(oldestRevision(), storedRevision() - 1), by: JournalSubscriber.derived)
    for (source, basis) in try shown()?.bases ?? [] {
      _ = try followed(source)?.acknowledge(basis, by: JournalSubscriber.derived(name))
    }
  }
}

extension ChangeAnnotation {
  /// What is said about a revision that an erasing adds.
  fileprivate static var erasing: ChangeAnnotation {
    ChangeAnnotation(origin: "erase", undo: .none)
  }
}
