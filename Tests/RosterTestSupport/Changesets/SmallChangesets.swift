package import RosterCore

/// Every changeset of a few changes over a small list, valid or not.
///
/// A change is any of the eight kinds with any indexes from −1 to one beyond the end (targets: two
/// beyond), and a changeset is a choice of changes, also the same one twice. The bound is the
/// number of changes: with `m` single changes there are `m` of one, `m (m + 1) / 2` of two and
/// `m (m + 1) (m + 2) / 6` of three changes; `m` is 30 for no section, 174 for `[2, 1]` and 447 for
/// `[3, 3, 3]`.
package struct SmallChangesets: Sendable {
  /// One change.
  package enum Change: Hashable, Sendable {
    case updateItem(ItemPath), removeItem(ItemPath), moveItem(ItemMove), insertItem(ItemPath)
    case updateSection(Int), removeSection(Int), moveSection(SectionMove), insertSection(Int)
  }

  /// All single changes.
  package let changes: [Change]

  /// - Parameter counts: The numbers of items of the sections of the list.
  package init(counts: [Int]) {
    let longest = counts.max() ?? 0
    let sections = Array(-1...counts.count)
    let slots = Array(0...counts.count + 1)
    let paths = counts.indices.flatMap { section in
      (0...counts[section]).map { ItemPath(section: section, item: $0) }
    }
    let missing = [ItemPath(section: -1, item: 0), ItemPath(section: counts.count, item: 0)]
    let targets = slots.flatMap { section in
      (0...longest + 1).map { ItemPath(section: section, item: $0) }
    }
    let sources = paths + missing
    let negative = [ItemPath(section: 0, item: -1)]
    changes =
      (sources + negative).flatMap { [.updateItem($0), .removeItem($0)] }
      + (targets + negative).map(Change.insertItem)
      + sources.flatMap { source in
        targets.map { Change.moveItem(ItemMove(source: source, target: $0)) }
      }
      + sections.flatMap { [.updateSection($0), .removeSection($0)] }
      + ([-1] + slots).map(Change.insertSection)
      + sections.flatMap { source in
        slots.map { Change.moveSection(SectionMove(source: source, target: $0)) }
      }
  }

  /// Visits every changeset with exactly so many changes.
  package func forEach(ofCount count: Int, _ visit: (ChangesetParts) -> Void) {
    extend(ChangesetParts(), from: 0, count, visit)
  }

  private func extend(
    _ parts: ChangesetParts, from first: Int, _ count: Int, _ visit: (ChangesetParts) -> Void
  ) {
    guard count > 0 else {
      visit(parts)
      return
    }
    for index in first..<changes.count {
      var longer = parts
      longer.append(changes[index])
      extend(longer, from: index, count - 1, visit)
    }
  }
}

extension ChangesetParts {
  package mutating func append(_ change: SmallChangesets.Change) {
    switch change {
    case .updateItem(let path): updatedItems.append(path)
    case .removeItem(let path): removedItems.append(path)
    case .moveItem(let move): movedItems.append(move)
    case .insertItem(let path): insertedItems.append(path)
    case .updateSection(let index): updatedSections.append(index)
    case .removeSection(let index): removedSections.append(index)
    case .moveSection(let move): movedSections.append(move)
    case .insertSection(let index): insertedSections.append(index)
    }
  }
}
