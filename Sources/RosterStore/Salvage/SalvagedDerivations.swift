internal import RosterCore
internal import RosterRows

/// The lists that a salvage has saved, of which some show others, within a transaction.
struct SalvagedDerivations {
  /// What a derived list shows of its sources, by the newest note of the journal.
  private enum Derivation {
    case none
    /// The list is derived, and the journal does not say from which lists.
    case unknown
    case known([(name: String, number: Int?, basis: Revision)])
  }

  private let lists: [Int: ListSalvage]
  private let database: ListConnection
  /// The lists that were asked about, by number; those without an obstacle have `nil`. One that is in its own sources has
  /// an obstacle until it is known.
  private var obstacles: [Int: String?] = [:]

  init(_ salvages: [ListSalvage], _ database: ListConnection) {
    lists = Dictionary(uniqueKeysWithValues: salvages.map { ($0.list.keys.list, $0) })
    self.database = database
  }

  /// Whether a list is derived from others.
  func isDerived(_ list: SQLiteList) throws -> Bool {
    try list.rows(database).registeredSubscribers().areOfDerivedList
  }

  /// Returns why a list cannot show what it says it shows; `nil` if it can, or if it is not derived.
  mutating func obstacle(to list: SQLiteList) throws -> String? {
    if let known = obstacles[list.keys.list] { return known }
    obstacles[list.keys.list] = .some("it shows itself")
    let obstacle = try findObstacle(to: list)
    obstacles[list.keys.list] = .some(obstacle)
    return obstacle
  }

  private mutating func findObstacle(to list: SQLiteList) throws -> String? {
    let sources: [(name: String, number: Int?, basis: Revision)]
    switch try derivation(of: list) {
    case .none: return nil
    case .unknown:
      // One that had lost its note before has lost nothing.
      return lists[list.keys.list]?.isOfContentsOnly == true
        ? "what it shows of other lists is lost" : nil
    case .known(let known): sources = known
    }
    for source in sources {
      guard let saved = saved(source.name, source.number) else {
        return "its source \(source.name.inQuotes) is not saved"
      }
      if saved.isOfContentsOnly {
        return "of its source \(source.name.inQuotes) only the newest contents are saved"
      }
      guard try shows(list, source.basis, of: saved.list) else {
        return
          "revision \(source.basis) of its source \(source.name.inQuotes), which it shows, is not saved"
      }
      if try obstacle(to: saved.list) != nil {
        return "its source \(source.name.inQuotes) cannot be read"
      }
    }
    return nil
  }

  private func saved(_ name: String, _ number: Int?) -> ListSalvage? {
    lists.values.first { salvage in
      salvage.list.name.utf8.elementsEqual(name.utf8)
        && (number.map { $0 == salvage.list.keys.list } ?? true)
    }
  }

  /// Whether a source can be read at the revision that a list shows, which is the one of its note, or a later one that the
  /// list has followed without a revision of its own.
  private func shows(
    _ list: SQLiteList, _ basis: Revision, of source: SQLiteList
  ) throws -> Bool {
    let head = try source.storedRevision(database)
    var oldest = try source.oldestRevision(database)
    if head > 0, try isDerived(source) {
      guard let notes = try notes(of: source) else { return false }
      // The note of a revision stands in the row that leads to it.
      oldest = notes.first.revision == 1 ? 0 : notes.first.revision
    }
    var shown = basis
    if oldest > basis {
      let subscriber = JournalSubscriber.derived(list.name)
      let told = try source.rows(database).registeredSubscribers().first { $0.name == subscriber }
      shown = max(basis, told?.revision ?? basis)
    }
    return oldest <= shown && shown <= head
  }

  private func derivation(of list: SQLiteList) throws -> Derivation {
    guard try isDerived(list) else { return .none }
    guard let notes = try notes(of: list) else { return .unknown }
    return .known(notes.last.annotation.derivedSources)
  }

  /// The first and the last change in the journal that say what the list shows; `nil` if none does.
  private func notes(of list: SQLiteList) throws -> (first: JournalEntry, last: JournalEntry)? {
    var notes: (first: JournalEntry, last: JournalEntry)?
    var revision = try list.oldestRevision(database)
    while true {
      let entries = try list.rows(database).journal(after: revision, limit: 256)
      guard let last = entries.last else { return notes }
      for entry in entries where !entry.annotation.derivedSources.isEmpty {
        notes = (notes?.first ?? entry, entry)
      }
      revision = last.revision
    }
  }
}
