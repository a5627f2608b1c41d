package import RosterCore
internal import RosterRows

/// Derived lists for those who only read them, without their definitions.
package enum DerivedReading {
  /// What a derived list says of itself.
  package struct Status: Sendable {
    /// The name of each source, and the revision of it that the list shows.
    package let sources: [(name: String, basis: Revision)]

    /// The names of the sources, for messages.
    package var sourceNames: String {
      sources.map(\.name.inQuotes).joined(separator: ", ")
    }
  }

  /// Returns what a list says of itself; `nil` if it is not derived from another one.
  ///
  /// - Parameter open: Opens a list of the store; `nil` if it is not there.
  package static func status(
    of list: any JournalStorage, named name: String,
    opening open: (String) throws -> (any JournalStorage)?
  ) throws -> Status? {
    guard let note = try note(of: list) else { return nil }
    return Status(
      sources: try note.shown.map { source in
        let list = try self.open(source.list, open)
        let told = try list.flatMap { try DerivedStorage.told($0, by: name) }
        return (source.list.name, max(source.basis, told ?? 0))
      })
  }

  /// Returns a list as its readers see it: one that is derived from another one with the models of that.
  ///
  /// - Parameter open: As in ``status(of:named:opening:)``.
  package static func storage(
    of list: any JournalStorage, named name: String,
    opening open: (String) throws -> (any JournalStorage)?
  ) throws -> any JournalStorage {
    do {
      if let derived = try derived(list, named: name, opening: open) {
        return ReadStorage(derived.storage)
      }
      // What it has in place of models are keys.
      if try list.subscribers().areOfDerivedList, try list.load().itemCount > 0 {
        throw StorageError(
          .failed,
          "the list \(name.inQuotes) does not say what it is derived from; it is made anew when it is opened with its definition"
        )
      }
      return list
    } catch let error as StorageError where [.corrupt, .failed].contains(error.code) {
      guard let store = list.address?.store as? any CopiedStore,
        !error.message.hasPrefix(store.place)
      else { throw error }
      throw StorageError(error.code, "\(store.place): \(error.message)", cause: error.cause)
    }
  }

  /// How many lists may be derived one from the other. A damaged file may have a circle.
  private static var depthMax: Int { 32 }

  private static func derived(
    _ list: any JournalStorage, named name: String, depth: Int = 1,
    opening open: (String) throws -> (any JournalStorage)?
  ) throws -> (storage: DerivedStorage, note: DerivedNote)? {
    guard let note = try note(of: list) else { return nil }
    guard depth < depthMax else {
      throw StorageError(.corrupt, "the list \(name.inQuotes) is derived from too many others")
    }
    var sources: [DerivedStorage.Source] = []
    var later: [Revision?] = []
    for shown in note.shown {
      let sourceName = shown.list.name
      guard let source = try self.open(shown.list, open) else {
        throw StorageError(
          .failed,
          "the list \(name.inQuotes) is derived from \(sourceName.inQuotes), which is not there")
      }
      let behind = try derived(source, named: sourceName, depth: depth + 1, opening: open)?.storage
      sources.append(
        DerivedStorage.Source(storage: behind ?? source, list: shown.list, slot: shown.slot))
      // The list shows a later revision as well, if the source has forgotten that of the note.
      let oldest = try behind?.oldestNotedRevision() ?? source.oldestRevision()
      var isForgotten = oldest > shown.basis
      // By an earlier definition, the source had another source itself then.
      if let behind, try behind.bases(at: shown.basis).known == nil { isForgotten = true }
      later.append(isForgotten ? try DerivedStorage.told(source, by: name) : nil)
    }
    let storage = DerivedStorage(list, of: sources)
    storage.advance(try list.storedRevision(), to: later)
    return (storage, note)
  }

  /// Opens a source; `nil` if it is not there, also if another list has its name.
  private static func open(
    _ list: NotedList, _ open: (String) throws -> (any JournalStorage)?
  ) throws -> (any JournalStorage)? {
    try open(list.name).flatMap { source in
      NotedList(name: list.name, number: source.address?.number).isSame(as: list) ? source : nil
    }
  }

  /// Returns the newest note of a list; `nil` if it is not derived from another one.
  private static func note(of list: any JournalStorage) throws(StorageError) -> DerivedNote? {
    guard try list.subscribers().areOfDerivedList else { return nil }
    // The note says where the models are, so it is read without them.
    return try DerivedStorage(list, of: []).noted(at: list.storedRevision())?.note
  }

  /// Returns what is wrong with a derived list as far as that can be told without its definition: keys that do not
  /// ascend, and items or sections that its source does not have. Nothing is wrong with a list that is not kept up any more,
  /// and whose source has forgotten what it shows.
  ///
  /// - Parameter open: As in ``status(of:named:opening:)``.
  /// - Complexity: O(*n*) for *n* items.
  package static func findings(
    in list: any JournalStorage, named name: String,
    opening open: (String) throws -> (any JournalStorage)?
  ) throws -> [String] {
    do {
      guard let (storage, note) = try derived(list, named: name, opening: open) else { return [] }
      return try findings(in: list, storage, note)
    } catch let error as StorageError where [.corrupt, .failed, .compacted].contains(error.code) {
      if error.code == .compacted, try isAbandoned(list, named: name, opening: open) { return [] }
      return [error.message]
    }
  }

  /// Whether a source keeps no journal for a list, or for one between them, as for lists that stood behind an earlier
  /// definition: what they show may be gone, and they are made anew if they are needed again.
  private static func isAbandoned(
    _ list: any JournalStorage, named name: String, depth: Int = 1,
    opening open: (String) throws -> (any JournalStorage)?
  ) throws -> Bool {
    guard depth < depthMax, let note = try note(of: list) else { return false }
    return try note.shown.contains { shown in
      guard let source = try self.open(shown.list, open) else { return false }
      return try DerivedStorage.told(source, by: name) == nil
        || isAbandoned(source, named: shown.list.name, depth: depth + 1, opening: open)
    }
  }

  private static func findings(
    in list: any JournalStorage, _ storage: DerivedStorage, _ note: DerivedNote
  ) throws -> [String] {
    let state = try list.load()
    // Texts are in no order.
    let isIndex = DefinitionText(note.definition).isIndex
    var findings: [String] = []
    if note.hasSourceSections {
      let models = try storage.models(of: state.sectionIDs, at: state.revision)
      for (index, model) in models.enumerated() where model == nil {
        findings.append(
          "\(state.sectionIDs[index]) at \(index) is not in the list \(note.sources[0].list.name.inQuotes), which is its source"
        )
      }
    }
    for section in 0..<state.sectionCount {
      let items = try state.itemIDs(inSection: section)
      var last: [UInt8]?
      for start in stride(from: 0, to: items.count, by: 1_024) {
        let chunk = Array(items[start..<min(start + 1_024, items.count)])
        let keys = try storage.keys(ofItems: chunk, at: state.revision)
        let shown = chunk.filter(note.shows)
        let models = Dictionary(
          uniqueKeysWithValues: zip(shown, try storage.models(of: shown, at: state.revision)))
        for (index, key) in keys.enumerated() {
          let path = ItemPath(section: section, item: start + index)
          if models[chunk[index]].flatMap({ $0 }) == nil {
            let source = note.nameOfSource(of: chunk[index])
            findings.append(
              "\(chunk[index]) at \(path) is not in the list \(source.inQuotes), which is its source"
            )
          }
          // What was held while it was edited stands elsewhere.
          if isIndex || note.held.contains(chunk[index]) { continue }
          if let last, key.precedes(last) {
            findings.append("\(chunk[index]) at \(path) has a smaller key than the item before it")
          }
          last = key
        }
      }
    }
    return findings
  }
}

/// A derived list for those who only read it: the first revision of theirs is the oldest one that says what it shows.
private final class ReadStorage: JournalForwarding {
  private let derived: DerivedStorage
  var storage: any ListStorage { derived }

  init(_ derived: DerivedStorage) { self.derived = derived }

  func oldestRevision() throws(StorageError) -> Revision { try derived.oldestNotedRevision() }
}
