public import RosterCore
public import RosterEngine

/// Follows a list as renderers do, and finds the first batch after which they would not show the list.
///
///     var checker = try ListChecker(inbox.snapshot)
///     for try await batch in try inbox.batches() {
///       try checker.check(batch)
///       #expect(screen.rows == checker.contents.sections.map(\.items))
///     }
///
/// It keeps two lists that it compares with the target of each batch: one to which it applies the operations, one after
/// the other, and one in which each item goes where the mapping says. So it finds faults of whatever makes or passes on
/// batches, and what it holds is what a screen of the application must show.
public struct ListChecker<
  Model: Equatable & Sendable, SectionModel: Equatable & Sendable
>: Sendable {
  private struct Item: Equatable {
    var id: ItemID
    var model: Model
  }

  private struct Section: Equatable {
    var id: SectionID
    var model: SectionModel?
    var items: [Item]
  }

  /// The revision up to which batches were checked.
  public private(set) var revision: Revision
  /// The list of that revision.
  public private(set) var contents: ListContents<Model, SectionModel>
  private var sections: [Section]

  /// Begins with the list of a snapshot.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*), and one row for each model that is not cached.
  public init(_ snapshot: ListSnapshot<Model, SectionModel>) throws(StorageError) {
    revision = snapshot.revision
    contents = try snapshot.contents()
    sections = try Self.sections(of: snapshot)
  }

  /// Checks the next batch: that it begins with the list as it is here, and that its operations and its mapping lead to
  /// its target.
  ///
  /// - Throws: `ListDisagreement`, `StorageError`. The checker stays as it was.
  /// - Complexity: O(*n*), and one row for each model that is not cached.
  public mutating func check<Output>(
    _ batch: ListBatch<Model, SectionModel, Output>
  ) throws {
    let changes = batch.changes
    guard batch.source.revision == revision else {
      throw disagreement(batch, "the list before it is at revision \(revision)")
    }
    try compare(batch, "its source", with: try Self.sections(of: batch.source), to: sections)
    let target = try Self.sections(of: batch.target)
    var operated = contents
    for (index, operation) in changes.operations.enumerated() {
      guard operated.apply(operation) else {
        throw disagreement(
          batch, "its operation \(index), \(operation), does not fit the list then")
      }
    }
    let targetContents = Self.contents(of: target)
    guard operated == targetContents else {
      throw disagreement(
        batch, "its operations lead to \(operated), and its target is \(targetContents)")
    }
    try compare(batch, "its mapping", with: try mapped(by: batch, target), to: target)
    revision = batch.target.revision
    contents = operated
    sections = target
  }

  /// Checks that a list is the one that the batches lead to.
  ///
  /// - Parameter snapshot: The list at the revision up to which batches were checked.
  /// - Throws: `ListDisagreement`, `StorageError`.
  /// - Complexity: O(*n*), and one row for each model that is not cached.
  public func check(_ snapshot: ListSnapshot<Model, SectionModel>) throws {
    guard snapshot.revision == revision else {
      throw ListDisagreement(
        revision: snapshot.revision,
        reason: "the list is at revision \(snapshot.revision), and the batches led to \(revision)")
    }
    let found = try Self.sections(of: snapshot)
    guard found == sections else {
      throw ListDisagreement(
        revision: revision,
        reason: "the list is \(Self.contents(of: found)), and the batches led to \(contents)")
    }
  }

  // MARK: Ways from the source to the target

  /// Returns the list in which what the mapping knows comes from the source, and all else from the target.
  private func mapped<Output>(
    by batch: ListBatch<Model, SectionModel, Output>, _ target: [Section]
  ) throws -> [Section] {
    let changes = batch.changes
    let updatedItems = Set(changes.updatedPaths.map { $0.target })
    let updatedSections = Set(changes.updatedSections)
    var gone = Set(sections.flatMap { $0.items.map { $0.id } })
    let known = gone
    let isMerged = batch.target.revision > batch.source.revision + 1
    var mapped: [Section] = []
    for (targetSection, row) in target.enumerated() {
      var section = row
      if let source = changes.sourceSection(forTarget: targetSection) {
        guard sections.indices.contains(source),
          changes.targetSection(forSource: source) == targetSection
        else {
          throw disagreement(
            batch, "section \(targetSection) comes from \(source), which goes elsewhere")
        }
        section.id = sections[source].id
        if !updatedSections.contains(source) { section.model = sections[source].model }
      }
      for (index, item) in row.items.enumerated() {
        let path = ItemPath(section: targetSection, item: index)
        guard let source = changes.sourcePath(forTarget: path) else {
          // What goes and comes back in one merged batch is both removed and inserted.
          guard !known.contains(item.id) || isMerged && gone.contains(item.id) else {
            throw disagreement(batch, "\(path) is inserted, and was in the list before")
          }
          continue
        }
        guard sections.indices.contains(source.section),
          sections[source.section].items.indices.contains(source.item),
          changes.targetPath(forSource: source) == path
        else {
          throw disagreement(batch, "\(path) comes from \(source), which goes elsewhere")
        }
        let former = sections[source.section].items[source.item]
        section.items[index].id = former.id
        gone.remove(former.id)
        if !updatedItems.contains(path) { section.items[index].model = former.model }
      }
      mapped.append(section)
    }
    let removed = try Set(changes.removedItemIDs())
    guard removed == gone else {
      throw disagreement(
        batch, "it removes \(removed.count) items, and \(gone.count) go nowhere")
    }
    return mapped
  }

  // MARK: Reading

  private static func sections(
    of snapshot: ListSnapshot<Model, SectionModel>
  ) throws(StorageError) -> [Section] {
    var sections: [Section] = []
    for section in try snapshot.sections() {
      let items = try snapshot.items(inSection: section.index)
      sections.append(
        Section(
          id: section.id, model: section.model,
          items: items.map { Item(id: $0.id, model: $0.model) }))
    }
    return sections
  }

  private static func contents(of sections: [Section]) -> ListContents<Model, SectionModel> {
    ListContents(sections.map { .init(model: $0.model, items: $0.items.map { $0.model }) })
  }

  // MARK: Comparing

  private func compare<Output>(
    _ batch: ListBatch<Model, SectionModel, Output>, _ what: String, with found: [Section],
    to expected: [Section]
  ) throws(ListDisagreement) {
    guard found != expected else { return }
    let (found, expected) = (Self.contents(of: found), Self.contents(of: expected))
    throw disagreement(
      batch,
      found == expected
        ? "\(what) has the models of the list with other identities"
        : "\(what) is \(found), and the list is \(expected)")
  }

  private func disagreement<Output>(
    _ batch: ListBatch<Model, SectionModel, Output>, _ reason: String
  ) -> ListDisagreement {
    ListDisagreement(
      revision: batch.target.revision,
      reason:
        "the batch from revision \(batch.source.revision) to \(batch.target.revision): \(reason)")
  }
}

/// A list that is not what its batches lead to.
public struct ListDisagreement: Error, Equatable, CustomStringConvertible {
  /// The revision at which it was found.
  public let revision: Revision
  /// What disagrees with what. It contains models.
  public let reason: String

  /// The reason.
  public var description: String { reason }
}

extension ListContents {
  /// Applies an operation as a renderer does.
  ///
  /// - Returns: Whether its places exist; nothing was applied if not.
  fileprivate mutating func apply(_ operation: ListOperation<Model, SectionModel>) -> Bool {
    switch operation {
    case .removeItems(let section, let start, let count):
      guard hasItems(section, start..<start + count) else { return false }
      sections[section].items.removeSubrange(start..<start + count)
    case .removeSections(let start, let count):
      guard start >= 0, start + count <= sections.count else { return false }
      sections.removeSubrange(start..<start + count)
    case .insertSections(let start, let models):
      guard (0...sections.count).contains(start) else { return false }
      sections.insert(contentsOf: models.map { Section(model: $0, items: []) }, at: start)
    case .moveSection(let from, let to):
      guard sections.indices.contains(from), sections.indices.contains(to) else { return false }
      sections.insert(sections.remove(at: from), at: to)
    case .insertItems(let section, let start, let models):
      guard hasItems(section, start..<start) else { return false }
      sections[section].items.insert(contentsOf: models, at: start)
    case .moveItem(let from, let to):
      guard hasItems(from.section, from.item..<from.item + 1) else { return false }
      // It stands at `to` when it is no longer at `from`.
      let countWithoutIt = (count(of: to.section) ?? -1) - (from.section == to.section ? 1 : 0)
      guard (0...max(countWithoutIt, 0)).contains(to.item), countWithoutIt >= 0 else {
        return false
      }
      let model = sections[from.section].items.remove(at: from.item)
      sections[to.section].items.insert(model, at: to.item)
    case .updateItems(let section, let start, let models):
      guard hasItems(section, start..<start + models.count) else { return false }
      sections[section].items.replaceSubrange(start..<start + models.count, with: models)
    case .updateSection(let section, let model):
      guard sections.indices.contains(section) else { return false }
      sections[section].model = model
    }
    return true
  }

  private func count(of section: Int) -> Int? {
    sections.indices.contains(section) ? sections[section].items.count : nil
  }

  private func hasItems(_ section: Int, _ range: Range<Int>) -> Bool {
    guard let count = count(of: section) else { return false }
    return range.lowerBound >= 0 && range.upperBound <= count
  }
}
