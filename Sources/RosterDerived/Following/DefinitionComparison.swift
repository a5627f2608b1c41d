internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Finds the items that a list does not show as another definition says, part by part and beside the work of the list.
///
/// It reads the list and its sources as they are when it begins, and writes nothing:
///
///     list      1 2 3 4 5                      shows revision 7 of the source, by version 1
///     parts     [1 2] [3 4] [5] [6 7]          compared with version 2, while the source goes on to revision 9
///     found     2 6                            version 2 hides 2, and shows 6
///     change    2 6, and 4, which revisions 8 and 9 have touched: one batch
///
/// Both definitions show every other item in the same section and with the same key, or neither shows it.
final class DefinitionComparison<Model: Sendable, Section: Sendable>: Sendable {
  /// Items that stand together in the list or in a source.
  private struct Part {
    var isOfList: Bool
    var section: Int
    var range: Range<Int>
  }

  private struct Progress {
    /// What is not compared yet, the next one last.
    var parts: [Part]
    var found: Set<ItemID> = []
    var isComplete = false
    var failure: (any Error)?
  }

  /// How many items are read at least between two looks at what else waits; fewer than twice as many are.
  static var partItemCount: Int { 1_024 }

  let definition: DerivedDefinition<Model, Section>
  /// The revision whose note says what the list shows while it is compared.
  let notedRevision: Revision
  private let list: ListSnapshot<Model, Section>
  private let sources: SourcesSnapshot<Model>
  private let storage: DerivedStorage
  private let progress: Guarded<Progress>
  private let ending = Pending<Void>()

  init(
    of list: ListSnapshot<Model, Section>, notedAt revision: Revision,
    with definition: DerivedDefinition<Model, Section>, of sources: SourcesSnapshot<Model>,
    _ storage: DerivedStorage
  ) {
    self.definition = definition
    notedRevision = revision
    self.list = list
    self.sources = sources
    self.storage = storage
    let state = list.state
    let counts = (0..<state.sectionCount).map { state.itemCount(inSection: $0) }
    let parts = Self.parts(counts, ofList: true) + Self.parts(sources.itemCounts, ofList: false)
    progress = Guarded(Progress(parts: parts.reversed()))
  }

  private static func parts(_ counts: [Int], ofList isOfList: Bool) -> [Part] {
    counts.enumerated().flatMap { section, count in
      stride(from: 0, to: count, by: partItemCount).map { start in
        Part(
          isOfList: isOfList, section: section, range: start..<min(start + partItemCount, count))
      }
    }
  }

  /// Whether this compares the list that a note says, with a definition.
  func compares(
    _ notedRevision: Revision, with definition: DerivedDefinition<Model, Section>
  ) -> Bool {
    self.notedRevision == notedRevision
      && self.definition.text.description == definition.text.description
  }

  /// Compares the next items; one call at a time.
  ///
  /// - Returns: Whether there are more.
  func compareNext() throws -> Bool {
    var readCount = 0
    while readCount < Self.partItemCount {
      guard let part = progress.withLock({ $0.parts.popLast() }) else {
        progress.withLock { $0.isComplete = true }
        return false
      }
      let items = try items(of: part)
      let found = try differing(items)
      progress.withLock { $0.found.formUnion(found) }
      // Those of a source that the list has as well are read, and compared with the list.
      readCount += part.range.count
    }
    return true
  }

  /// The items of a part that are looked at: those of a source only if the list does not have them.
  private func items(of part: Part) throws -> [ItemID] {
    if part.isOfList { return try list.state.itemIDs(inSection: part.section, part.range) }
    return try sources.items(inSection: part.section, part.range).filter {
      try !list.state.contains($0)
    }
  }

  private func differing(_ items: [ItemID]) throws -> [ItemID] {
    var arrangement = Arrangement(
      definition, SourceChange(), sources, storage, DerivedKeys(at: list.revision))
    return try arrangement.differing(items, in: list)
  }

  // MARK: The end

  /// Ends the comparison, once: it has compared everything, cannot go on, or is not needed any more.
  ///
  /// - Parameter failure: Why it cannot go on.
  func end(_ failure: (any Error)? = nil) {
    progress.withLock { $0.failure = failure }
    ending.resolve(.success(()))
  }

  /// Returns once the comparison has ended.
  func waitForEnd() async { _ = try? await ending.value }

  /// Whether the comparison could not go on.
  var hasFailed: Bool { progress.withLock { $0.failure != nil } }

  /// The items that the list does not show as the definition says; `nil` until everything is compared.
  ///
  /// - Throws: Why the comparison could not go on.
  func found() throws -> Set<ItemID>? {
    try progress.withLock { progress in
      if let failure = progress.failure { throw failure }
      return progress.isComplete ? progress.found : nil
    }
  }
}

extension Arrangement {
  /// Returns those of some items that the list shows and the definition does not, or the other way round, or that have
  /// another section or key by the definition.
  fileprivate mutating func differing(
    _ items: [ItemID], in list: ListSnapshot<Model, Section>
  ) throws -> [ItemID] {
    let isThere = try items.map { try target.contains($0) }
    var models = try target.models(zip(items, isThere).filter(\.1).map(\.0)).makeIterator()
    let paths = try items.map { try list.state.path(of: $0) }
    _ = try keys.read(zip(items, paths).filter { $1 != nil }.map(\.0), storage)
    var differing: [ItemID] = []
    for (item, (isThere, path)) in zip(items, zip(isThere, paths)) {
      let shown = (isThere ? models.next() : nil).flatMap { definition.isShown($0) ? $0 : nil }
      if try !shows(item, shown, at: path, in: list) { differing.append(item) }
    }
    return differing
  }

  /// Whether the list has an item where the definition puts it.
  ///
  /// - Parameters:
  ///   - model: The model of the item; `nil` if the definition does not show it.
  ///   - path: The place of the item in the list; `nil` if that does not have it.
  private mutating func shows(
    _ item: ItemID, _ model: Model?, at path: ItemPath?, in list: ListSnapshot<Model, Section>
  ) throws -> Bool {
    guard let model, let path else { return model == nil && path == nil }
    let (arrival, _) = try arrival(item, model)
    let section = try sectionKey(of: list.state.sectionID(at: path.section), list)
    return try arrival.place.section == section && arrival.kept == keys.key(of: item, storage)
  }
}
