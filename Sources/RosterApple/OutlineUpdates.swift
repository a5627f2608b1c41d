package import RosterCore

/// What an outline view is told of a batch, whose root has the sections, and each of these its items: one call after the
/// other, each with the indexes that the one before has left. A footer stands behind the items of its section, so no index
/// counts it.
///
/// What comes is inserted last, when all indexes are those of the target: if the view asks for it within the call, its data
/// source has it there already, as it has at the end of the block.
///
/// Sections are named by their identities, as the view knows an object for each. One that comes is collapsed until the calls
/// have ended, and shows its items when it is expanded then: no call says what happens in it.
package struct OutlineUpdates: Hashable, Sendable {
  package enum Call: Hashable, Sendable {
    case removeSections([Range<Int>]), insertSections([Range<Int>]), moveSection(Int, to: Int)
    case removeItems([Range<Int>], in: SectionID), insertItems([Range<Int>], in: SectionID)
    case moveItem(Int, from: SectionID, to: Int, in: SectionID)
  }

  package private(set) var calls: [Call] = []
  /// The sections that come, as indexes in the target, ascending.
  package let comeSections: [Int]
  /// The items whose cells stay and show something else, as paths in the target, ascending.
  package private(set) var updatedItems: [ItemPath] = []
  /// The sections whose rows stay and show something else, as indexes in the target, ascending.
  package private(set) var updatedSections: [Int] = []
  /// The items that are inserted into sections that stay, also those of which the view is told no move.
  private let comeItems: Set<ItemPath>

  fileprivate init<Model, SectionModel>(
    _ batch: ChangeBatch<Model, SectionModel>, isExpanded: (SectionID) -> Bool
  ) {
    let (source, target) = (batch.source, batch.target)
    let edits = batch.verified.proof.nestedEdits { section, other in
      guard let from = source.sectionID(at: section), let to = target.sectionID(at: other) else {
        return false
      }
      return isExpanded(from) && isExpanded(to)
    }
    comeSections = edits.insertedSections.flatMap { $0 }
    comeItems = Set(
      edits.insertedItems.flatMap { items in
        items.ranges.joined().map { ItemPath(section: items.section, item: $0) }
      })
    for items in edits.removedItems {
      guard let id = source.sectionID(at: items.section) else { continue }
      calls.append(.removeItems(items.ranges, in: id))
    }
    for move in edits.movedItems {
      guard let from = source.sectionID(at: move.source.section),
        let to = target.sectionID(at: move.target.section)
      else { continue }
      calls.append(.moveItem(move.source.item, from: from, to: move.target.item, in: to))
    }
    if !edits.removedSections.isEmpty { calls.append(.removeSections(edits.removedSections)) }
    calls += edits.movedSections.map { .moveSection($0.source, to: $0.target) }
    if !edits.insertedSections.isEmpty { calls.append(.insertSections(edits.insertedSections)) }
    for items in edits.insertedItems {
      guard let id = target.sectionID(at: items.section) else { continue }
      calls.append(.insertItems(items.ranges, in: id))
    }
    update(
      items: batch.updatedPaths.map(\.target),
      headersOf: batch.updatedSections.compactMap(batch.targetSection(forSource:)),
      in: batch.target)
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
  /// Returns the batch for an outline view.
  ///
  /// - Parameter isExpanded: Whether the view shows the items of a section. An item that moves out of one that is collapsed,
  ///   or into it, goes or comes: of a move nothing is known then.
  /// - Complexity: O(*k* log *k*) for *k* changes, at every call.
  package func outlineUpdates(
    isExpanded: (SectionID) -> Bool = { _ in true }
  ) -> OutlineUpdates { OutlineUpdates(self, isExpanded: isExpanded) }
}
