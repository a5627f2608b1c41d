/// The items and sections that a run of changes named. Everything else kept its section and its
/// order.
package struct TouchedIdentities: Sendable {
  /// The items that were updated, removed, moved or inserted.
  package var items: Set<ItemID> = []
  /// The sections that were updated, removed, moved or inserted.
  package var sections: Set<SectionID> = []

  /// Makes an empty collection.
  package init() {}

  /// Adds what a change named by its identity, which is all but the sections that it moved.
  package mutating func formUnion(_ identities: ChangeIdentities) {
    items.formUnion(identities.updatedItems)
    items.formUnion(identities.removedItems.lazy.map(\.id))
    items.formUnion(identities.movedItems)
    items.formUnion(identities.insertedItems)
    sections.formUnion(identities.updatedSections)
    sections.formUnion(identities.removedSections)
    sections.formUnion(identities.insertedSections)
  }

  /// Adds what a change named.
  ///
  /// - Parameters:
  ///   - record: The record of the change.
  ///   - source: The list before it.
  package mutating func formUnion(_ record: ChangeRecord, appliedTo source: ListState) {
    formUnion(record.identities)
    formUnion(movesOf: record, appliedTo: source)
  }

  /// Adds what a change moved.
  ///
  /// - Parameters:
  ///   - record: The record of the change.
  ///   - source: The list before it.
  package mutating func formUnion(movesOf record: ChangeRecord, appliedTo source: ListState) {
    items.formUnion(record.identities.movedItems)
    for move in record.outline.movedSections {
      if let section = source.sectionID(at: move.source) { sections.insert(section) }
    }
  }
}

/// What leads from one list to another, by identities: all parts of a changeset but the updates.
package struct IdentityDifference: Sendable {
  /// The removed, moved and inserted items.
  package fileprivate(set) var items = ChangesetOutline.ItemParts()
  /// The removed, moved and inserted sections.
  package fileprivate(set) var sections = ChangesetOutline.SectionParts()
}

extension ListState {
  /// Returns what leads from this list to another one that has the same identities.
  ///
  /// Only touched items and sections are looked at, so the cost does not depend on the length of
  /// the lists. What ends where it was is not named. An item is moved only if its order changed
  /// relative to an untouched item, or if it is not in a longest run of touched items that kept
  /// their order:
  ///
  ///     source  a b c d e      touched b, d and e
  ///     target  a d c b e      move b and d; e stays
  ///
  /// Those that are known to have moved are named before others, even if that makes more moves:
  ///
  ///     source  a b c      touched all, moved a and b
  ///     target  c a b      move a and b; c stays
  ///
  /// The items of a removed section are not named, unless they are in the other list.
  ///
  /// - Parameters:
  ///   - target: The other list.
  ///   - touched: What may differ. The items of removed and inserted sections need not be named.
  ///   - moved: Which of these are known to have moved.
  /// - Throws: If a page is not in memory and cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* touched items and items of inserted sections together.
  package func difference(
    to target: ListState, touching touched: TouchedIdentities,
    moving moved: TouchedIdentities = TouchedIdentities()
  ) throws(StorageError) -> IdentityDifference {
    var comparison = IdentityComparison(source: self, target: target, moved: moved)
    comparison.compareSections(touched.sections)
    try comparison.compareItems(touched.items)
    return comparison.difference
  }
}

extension ListState {
  /// Returns the changeset that leads from this list to another one that has the same identities, with
  /// identities where a changeset has models.
  ///
  /// - Parameters:
  ///   - target: The other list.
  ///   - touched: As in ``difference(to:touching:)``.
  ///   - items: The items of both lists that have another model in the target.
  ///   - sections: The sections of both lists that have another model in the target.
  /// - Throws: If a page is not in memory and cannot be read.
  /// - Complexity: As ``difference(to:touching:)``.
  package func identityChangeset(
    to target: ListState, touching touched: TouchedIdentities, updating items: Set<ItemID>,
    _ sections: Set<SectionID>
  ) throws(StorageError) -> Changeset<ItemID, SectionID> {
    let difference = try difference(to: target, touching: touched)
    var builder = Changeset<ItemID, SectionID>.Builder()
    for item in items {
      if let path = try path(of: item) { builder.updateItem(at: path, item) }
    }
    for path in difference.items.removed { builder.removeItem(at: path) }
    for move in difference.items.moved { builder.moveItem(from: move.source, to: move.target) }
    for path in difference.items.inserted {
      if let item = try target.itemID(at: path) { builder.insertItem(item, at: path) }
    }
    for section in sections {
      if let index = index(of: section) { builder.updateSection(at: index, section) }
    }
    for index in difference.sections.removed { builder.removeSection(at: index) }
    for move in difference.sections.moved {
      builder.moveSection(from: move.source, to: move.target)
    }
    for index in difference.sections.inserted {
      builder.insertSection(at: index, target.sectionID(at: index))
    }
    return Changeset { $0 = builder }
  }
}

/// One comparison of two lists by identities.
private struct IdentityComparison {
  let source: ListState
  let target: ListState
  let moved: TouchedIdentities
  var difference = IdentityDifference()

  mutating func compareSections(_ touched: Set<SectionID>) {
    var common: [CommonPlace] = []
    for id in touched {
      switch (source.index(of: id), target.index(of: id)) {
      case (let source?, let target?):
        common.append(
          CommonPlace(source: source, target: target, hasMoved: moved.sections.contains(id)))
      case (let source?, nil): difference.sections.removed.append(source)
      case (nil, let target?): difference.sections.inserted.append(target)
      case (nil, nil): continue
      }
    }
    for place in common.moved(
      leaving: difference.sections.removed, arriving: difference.sections.inserted)
    {
      difference.sections.moved.append(SectionMove(source: place.source, target: place.target))
    }
  }

  mutating func compareItems(_ named: Set<ItemID>) throws(StorageError) {
    var touched = named
    for section in difference.sections.inserted {
      touched.formUnion(try target.itemIDs(inSection: section))
    }
    let removedSections = Set(difference.sections.removed)
    /// The touched items that keep their section, by its index in the source.
    var common: [Int: [CommonPlace]] = [:]
    var leaving: [Int: [Int]] = [:]
    var arriving: [Int: [Int]] = [:]
    for id in touched {
      let sourcePath = try source.path(of: id)
      let targetPath = try target.path(of: id)
      if let sourcePath, let targetPath,
        source.sectionID(at: sourcePath.section) == target.sectionID(at: targetPath.section)
      {
        common[sourcePath.section, default: []].append(
          CommonPlace(
            source: sourcePath.item, target: targetPath.item, hasMoved: moved.items.contains(id)))
        continue
      }
      if let sourcePath { leaving[sourcePath.section, default: []].append(sourcePath.item) }
      if let targetPath { arriving[targetPath.section, default: []].append(targetPath.item) }
      switch (sourcePath, targetPath) {
      case (let source?, let target?):
        difference.items.moved.append(ItemMove(source: source, target: target))
      case (let source?, nil):
        if !removedSections.contains(source.section) { difference.items.removed.append(source) }
      case (nil, let target?): difference.items.inserted.append(target)
      case (nil, nil): continue
      }
    }
    for (section, places) in common {
      guard let targetSection = source.sectionID(at: section).flatMap(target.index(of:))
      else { continue }
      for place in places.moved(
        leaving: leaving[section] ?? [], arriving: arriving[targetSection] ?? [])
      {
        difference.items.moved.append(
          ItemMove(
            source: ItemPath(section: section, item: place.source),
            target: ItemPath(section: targetSection, item: place.target)))
      }
    }
  }
}
