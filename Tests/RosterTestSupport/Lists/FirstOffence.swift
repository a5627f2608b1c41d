package import RosterCore

/// The first offence of an outline against the rules of CHANGESETS.md, section 1, found by counting.
///
/// `count` of the error is not filled in.
package func firstOffence(in outline: ChangesetOutline, counts: [Int]) -> ChangesetError? {
  OffenceSearch(outline: outline, counts: counts).first
}

/// One search, part by part in the order of the page.
private struct OffenceSearch {
  let outline: ChangesetOutline
  let counts: [Int]

  var first: ChangesetError? {
    sourceOffence(.updateItem, outline.updatedItems, taken: [])
      ?? sourceOffence(.updateSection, outline.updatedSections, taken: [])
      ?? sourceOffence(.removeItem, outline.removedItems, taken: [])
      ?? sourceOffence(.removeSection, outline.removedSections, taken: [])
      ?? sourceOffence(
        .moveSection, outline.movedSections.map(\.source), taken: outline.removedSections)
      ?? sectionTargetOffence(.moveSection, outline.movedSections.map(\.target), taken: [])
      ?? sectionTargetOffence(
        .insertSection, outline.insertedSections, taken: outline.movedSections.map(\.target))
      ?? itemTargetOffence(.insertItem, outline.insertedItems, taken: [])
      ?? sourceOffence(.moveItem, outline.movedItems.map(\.source), taken: outline.removedItems)
      ?? itemTargetOffence(
        .moveItem, outline.movedItems.map(\.target), taken: outline.insertedItems)
  }

  // MARK: Sources

  private func exists(_ path: ItemPath) -> Bool {
    counts.indices.contains(path.section) && path.item >= 0 && path.item < counts[path.section]
  }

  private func sourceOffence(
    _ kind: ChangesetError.Kind, _ paths: [ItemPath], taken: [ItemPath]
  ) -> ChangesetError? {
    let taken = Set(taken)
    var seen = Set<ItemPath>()
    for path in paths.sorted() {
      let reason: ChangesetError.Reason? =
        !exists(path)
        ? .outOfBounds
        : !seen.insert(path).inserted ? .duplicate : taken.contains(path) ? .conflict : nil
      if let reason {
        return ChangesetError(kind: kind, reason: reason, section: path.section, item: path.item)
      }
    }
    return nil
  }

  private func sourceOffence(
    _ kind: ChangesetError.Kind, _ sections: [Int], taken: [Int]
  ) -> ChangesetError? {
    var seen = Set<Int>()
    for section in sections.sorted() {
      let reason: ChangesetError.Reason? =
        !counts.indices.contains(section)
        ? .outOfBounds
        : !seen.insert(section).inserted
          ? .duplicate : taken.contains(section) ? .conflict : nil
      if let reason { return ChangesetError(kind: kind, reason: reason, section: section) }
    }
    return nil
  }

  // MARK: Targets

  private func sectionTargetOffence(
    _ kind: ChangesetError.Kind, _ sections: [Int], taken: [Int]
  ) -> ChangesetError? {
    let arrivals = outline.insertedSections + outline.movedSections.map(\.target)
    let survivors =
      counts.count - outline.removedSections.count - outline.movedSections.count
    let hole = firstHole(arrivals, survivors: survivors)
    var seen = Set<Int>()
    for section in sections.sorted() {
      let reason: ChangesetError.Reason? =
        section < 0 || section == hole
        ? .outOfBounds
        : !seen.insert(section).inserted
          ? .duplicate : taken.contains(section) ? .conflict : nil
      if let reason {
        return ChangesetError(kind: kind, reason: reason, section: section, isTarget: true)
      }
    }
    return nil
  }

  private func itemTargetOffence(
    _ kind: ChangesetError.Kind, _ paths: [ItemPath], taken: [ItemPath]
  ) -> ChangesetError? {
    let taken = Set(taken)
    let sources = targetSectionSources()
    var holes: [Int: Int] = [:]
    for section in Set(paths.map(\.section)) where sources.indices.contains(section) {
      holes[section] = itemHole(inTarget: section, source: sources[section])
    }
    var seen = Set<ItemPath>()
    for path in paths.sorted() {
      let isMissing =
        !sources.indices.contains(path.section) || path.item < 0
        || path.item == holes[path.section]
      let reason: ChangesetError.Reason? =
        isMissing
        ? .outOfBounds
        : !seen.insert(path).inserted ? .duplicate : taken.contains(path) ? .conflict : nil
      if let reason {
        return ChangesetError(
          kind: kind, reason: reason, section: path.section, item: path.item, isTarget: true)
      }
    }
    return nil
  }

  private func itemHole(inTarget section: Int, source: Int?) -> Int? {
    let arrivals = (outline.insertedItems + outline.movedItems.map(\.target))
      .filter { $0.section == section }
      .map(\.item)
    var survivors = 0
    if let source {
      let leaving = Set(outline.removedItems + outline.movedItems.map(\.source).filter(exists))
      survivors = counts[source] - leaving.count { $0.section == source }
    }
    return firstHole(arrivals, survivors: survivors)
  }

  /// The source section of each target section, `nil` if it is inserted. All section parts are
  /// known to be right by now.
  private func targetSectionSources() -> [Int?] {
    var slots: [Int: Int?] = [:]
    for section in outline.insertedSections { slots[section] = .some(nil) }
    for move in outline.movedSections { slots[move.target] = .some(move.source) }
    var staying = counts.indices.filter { index in
      !outline.removedSections.contains(index)
        && !outline.movedSections.contains { $0.source == index }
    }[...]
    return (0..<slots.count + staying.count).map { slots[$0] ?? staying.popFirst() }
  }

  /// The smallest arrival that is left over when slots are filled from 0 on: by the arrival that
  /// names the slot, else by a survivor.
  private func firstHole(_ arrivals: [Int], survivors: Int) -> Int? {
    var rest = Set(arrivals.filter { $0 >= 0 })
    var survivors = survivors
    var slot = 0
    while !rest.isEmpty {
      if rest.remove(slot) == nil {
        if survivors == 0 { return rest.min() }
        survivors -= 1
      }
      slot += 1
    }
    return nil
  }
}
