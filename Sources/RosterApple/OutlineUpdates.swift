package import RosterCore

/// What an outline view is told of a batch, whose root has the sections, and each of these its items: one call after the
/// other, each with the indexes that the one before has left. A footer stands behind the items of its section, so no index
/// counts it.
///
/// Sections are named by their identities, as the view knows an object for each. One that comes is collapsed until the calls
/// have ended, and shows its items when it is expanded then: no call says what happens in it.
package struct OutlineUpdates: Hashable, Sendable {
  package enum Call: Hashable, Sendable {
    case removeSections(Range<Int>), insertSections(Range<Int>), moveSection(Int, to: Int)
    case removeItems(Range<Int>, in: SectionID), insertItems(Range<Int>, in: SectionID)
    case moveItem(Int, from: SectionID, to: Int, in: SectionID)
  }

  package private(set) var calls: [Call] = []
  /// The sections that come, as indexes in the target, ascending.
  package let comeSections: [Int]
  /// The items whose cells stay and show something else, as paths in the target, ascending.
  package private(set) var updatedItems: [ItemPath] = []
  /// The sections whose rows stay and show something else, as indexes in the target, ascending.
  package private(set) var updatedSections: [Int] = []
  /// The items that come into sections that stay.
  private let comeItems: Set<ItemPath>

  fileprivate init<Model, SectionModel>(_ batch: ChangeBatch<Model, SectionModel>) {
    comeSections = batch.changeset.outline.insertedSections.sorted()
    comeItems = Set(batch.changeset.outline.insertedItems)
    // As the calls so far have left them; `nil` for one that comes.
    var sections: [SectionID?] = batch.source.sectionIDs.map { $0 }
    for operation in batch.operations {
      switch operation {
      case .removeSections(let start, let count):
        sections.removeSubrange(start..<start + count)
        calls.append(.removeSections(start..<start + count))
      case .insertSections(let start, let models):
        sections.insert(contentsOf: Array(repeating: nil, count: models.count), at: start)
        calls.append(.insertSections(start..<start + models.count))
      case .moveSection(let from, let to):
        sections.insert(sections.remove(at: from), at: to)
        calls.append(.moveSection(from, to: to))
      case .removeItems(let section, let start, let count):
        removeItems(start..<start + count, in: sections[section])
      case .insertItems(let section, let start, let models):
        insertItems(start..<start + models.count, in: sections[section])
      case .moveItem(let from, let to):
        switch (sections[from.section], sections[to.section]) {
        case (let source?, let target?):
          calls.append(.moveItem(from.item, from: source, to: to.item, in: target))
        case (let source, let target):
          removeItems(from.item..<from.item + 1, in: source)
          insertItems(to.item..<to.item + 1, in: target)
        }
      case .updateItems, .updateSection: break
      }
    }
    update(
      items: batch.updatedPaths.map(\.target),
      headersOf: batch.updatedSections.compactMap(batch.targetSection(forSource:)),
      in: batch.target)
  }

  private mutating func removeItems(_ range: Range<Int>, in section: SectionID?) {
    if let section { calls.append(.removeItems(range, in: section)) }
  }

  private mutating func insertItems(_ range: Range<Int>, in section: SectionID?) {
    if let section { calls.append(.insertItems(range, in: section)) }
  }
}

extension OutlineUpdates: ListUpdates {
  /// The number of calls.
  package var callCount: Int { calls.count }

  /// The number of items and sections whose rows are changed in place.
  package var updateCount: Int { updatedItems.count + updatedSections.count }

  /// Adds rows that show something else. Those that come do so already, and are left out.
  package mutating func update(items: [ItemPath], headersOf sections: [Int], in target: ListState) {
    let come = Set(comeSections)
    updatedItems = Set(updatedItems).union(
      items.lazy.filter { [comeItems] in !come.contains($0.section) && !comeItems.contains($0) }
    ).sorted()
    updatedSections = Set(updatedSections).union(sections.lazy.filter { !come.contains($0) })
      .sorted()
  }

  /// Returns how many items move, if they are more than a limit; `nil` if they are not.
  package static func callCount<Model, SectionModel>(
    of batch: ChangeBatch<Model, SectionModel>, over limit: Int
  ) -> Int? {
    let count = batch.changeset.outline.movedItems.count
    return count > limit ? count : nil
  }
}

extension ChangeBatch {
  /// The batch for an outline view.
  ///
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes, at every call.
  package var outlineUpdates: OutlineUpdates { OutlineUpdates(self) }
}
