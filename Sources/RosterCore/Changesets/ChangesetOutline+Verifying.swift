extension ChangesetOutline {
  /// Proves that the outline is valid for a list with the given section counts.
  ///
  /// The rules, and the order in which offences are found, are those of ``ChangesetError``.
  ///
  /// - Throws: The first offence.
  /// - Complexity: O(*k* log *k*) for *k* changes, with section counts that are read in O(log *s*).
  package func verified(
    against counts: some SectionCounts
  ) throws(ChangesetError) -> VerifiedOutline {
    let check = OutlineVerification(outline: self, counts: counts)
    try check.verifyUpdates()
    try check.verifyRemovals()
    let sections = try check.verifySectionArrivals()
    try check.verifyItemArrivals(sections: sections)
    return VerifiedOutline(
      outline: self, sourceSectionCount: counts.sectionCount,
      targetSectionCount: check.targetSectionCount,
      transform: PathTransform(self, sections: sections))
  }
}

/// One run of the checks; each throws the first offence of its parts.
private struct OutlineVerification<Counts: SectionCounts> {
  let outline: ChangesetOutline
  let counts: Counts

  var targetSectionCount: Int {
    counts.sectionCount - outline.removedSections.count + outline.insertedSections.count
  }

  func verifyUpdates() throws(ChangesetError) {
    try verifySources(outline.updatedItems, .updateItem)
    try verifySources(outline.updatedSections, .updateSection)
  }

  func verifyRemovals() throws(ChangesetError) {
    try verifySources(outline.removedItems, .removeItem)
    try verifySources(outline.removedSections, .removeSection)
  }

  // MARK: Sources

  private func verifySources(
    _ paths: [ItemPath], _ kind: ChangesetError.Kind, notIn taken: Set<ItemPath> = []
  ) throws(ChangesetError) {
    var previous: ItemPath?
    for path in paths {
      guard counts.contains(path) else {
        throw missingSource(path, kind)
      }
      if path == previous { throw offence(kind, .duplicate, path) }
      if taken.contains(path) { throw offence(kind, .conflict, path) }
      previous = path
    }
  }

  private func verifySources(
    _ sections: [Int], _ kind: ChangesetError.Kind, notIn taken: Set<Int> = []
  ) throws(ChangesetError) {
    var previous: Int?
    for section in sections {
      guard counts.contains(section: section) else {
        throw ChangesetError(
          kind: kind, reason: .outOfBounds, section: section, count: counts.sectionCount)
      }
      if section == previous {
        throw ChangesetError(kind: kind, reason: .duplicate, section: section)
      }
      if taken.contains(section) {
        throw ChangesetError(kind: kind, reason: .conflict, section: section)
      }
      previous = section
    }
  }

  private func missingSource(_ path: ItemPath, _ kind: ChangesetError.Kind) -> ChangesetError {
    guard counts.contains(section: path.section) else {
      return ChangesetError(
        kind: kind, reason: .outOfBounds, section: path.section, item: path.item)
    }
    return offence(kind, .outOfBounds, path, count: counts.itemCount(inSection: path.section))
  }

  // MARK: Arrivals of sections

  /// - Returns: How section indexes shift; item arrivals are verified with it.
  func verifySectionArrivals() throws(ChangesetError) -> SectionTransform {
    guard outline.changesSections else { return SectionTransform(outline) }
    let moves = outline.movedSections
    try verifySources(moves.map(\.source), .moveSection, notIn: Set(outline.removedSections))
    let movedTargets = moves.map(\.target).ascending()
    let survivors =
      counts.sectionCount - outline.removedSections.count - outline.movedSections.count
    let hole = firstHole(merge(outline.insertedSections, movedTargets), survivors: survivors)
    try verifySectionTargets(movedTargets, .moveSection, hole: hole, notIn: [])
    try verifySectionTargets(
      outline.insertedSections, .insertSection, hole: hole, notIn: Set(movedTargets))
    return SectionTransform(outline)
  }

  private func verifySectionTargets(
    _ sections: [Int], _ kind: ChangesetError.Kind, hole: Hole?, notIn taken: Set<Int>
  ) throws(ChangesetError) {
    var previous: Int?
    func offence(_ reason: ChangesetError.Reason, _ section: Int) -> ChangesetError {
      ChangesetError(
        kind: kind, reason: reason, section: section, isTarget: true,
        count: reason == .outOfBounds ? hole?.count : nil)
    }
    for section in sections {
      if section < 0 || section == hole?.arrival { throw offence(.outOfBounds, section) }
      if section == previous { throw offence(.duplicate, section) }
      if taken.contains(section) { throw offence(.conflict, section) }
      previous = section
    }
  }

  // MARK: Arrivals of items

  func verifyItemArrivals(sections: SectionTransform) throws(ChangesetError) {
    let movedTargets = outline.movedItems.map(\.target).ascending()
    let holes = itemHoles(movedTargets, sections: sections)
    try verifyItemTargets(outline.insertedItems, .insertItem, holes: holes, notIn: [])
    try verifySources(
      outline.movedItems.map(\.source), .moveItem,
      notIn: outline.movedItems.isEmpty ? [] : Set(outline.removedItems))
    try verifyItemTargets(
      movedTargets, .moveItem, holes: holes,
      notIn: movedTargets.isEmpty ? [] : Set(outline.insertedItems))
  }

  private func verifyItemTargets(
    _ paths: [ItemPath], _ kind: ChangesetError.Kind, holes: [Int: Hole], notIn taken: Set<ItemPath>
  ) throws(ChangesetError) {
    var previous: ItemPath?
    for path in paths {
      guard path.section >= 0, path.section < targetSectionCount else {
        throw offence(kind, .outOfBounds, path, isTarget: true)
      }
      let hole = holes[path.section]
      if path.item < 0 || path.item == hole?.arrival {
        throw offence(kind, .outOfBounds, path, isTarget: true, count: hole?.count)
      }
      if path == previous { throw offence(kind, .duplicate, path, isTarget: true) }
      if taken.contains(path) { throw offence(kind, .conflict, path, isTarget: true) }
      previous = path
    }
  }

  /// The first hole of each target section. Departures and arrivals that offend themselves do not
  /// count, because their own checks report them.
  private func itemHoles(_ movedTargets: [ItemPath], sections: SectionTransform) -> [Int: Hole] {
    let movedSources = outline.movedItems.lazy.map(\.source).filter { counts.contains($0) }
    let departures = PathTransform.runsBySection(outline.removedItems, Array(movedSources))
    let arrivals = merge(outline.insertedItems, movedTargets)
    var holes: [Int: Hole] = [:]
    var start = arrivals.startIndex
    while start < arrivals.endIndex {
      let section = arrivals[start].section
      let end = arrivals[start...].firstIndex { $0.section != section } ?? arrivals.endIndex
      if section >= 0, section < targetSectionCount {
        let survivors = survivorCount(inTarget: section, departures, sections)
        holes[section] = firstHole(arrivals[start..<end].lazy.map(\.item), survivors: survivors)
      }
      start = end
    }
    return holes
  }

  private func survivorCount(
    inTarget section: Int, _ departures: [Int: IndexRuns], _ sections: SectionTransform
  ) -> Int {
    guard let source = sections.source(forTarget: section) else { return 0 }
    return counts.itemCount(inSection: source) - (departures[source]?.count ?? 0)
  }

  private func offence(
    _ kind: ChangesetError.Kind, _ reason: ChangesetError.Reason, _ path: ItemPath,
    isTarget: Bool = false, count: Int? = nil
  ) -> ChangesetError {
    ChangesetError(
      kind: kind, reason: reason, section: path.section, item: path.item, isTarget: isTarget,
      count: count)
  }
}

/// An arrival with only `count` elements below it, fewer than `arrival`.
private struct Hole {
  var arrival: Int
  var count: Int
}

/// The smallest arrival that breaks *tₖ ≤ n + k*.
private func firstHole(_ ascending: some Sequence<Int>, survivors: Int) -> Hole? {
  var below = survivors
  var previous: Int?
  for arrival in ascending where arrival >= 0 && arrival != previous {
    if arrival > below { return Hole(arrival: arrival, count: below) }
    below += 1
    previous = arrival
  }
  return nil
}
