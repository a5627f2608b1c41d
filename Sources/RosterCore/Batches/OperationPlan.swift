/// Puts a verified outline, which has no order, into an order of single edits.
///
/// The order is: removed items from the end; arriving sections from the start; moved items in the
/// order of their targets; removed sections from the end, late enough for moved items to have left
/// them; inserted items from the start; updates. Moved items and sections that are to be removed
/// stay in their row until their turn; `Leavers` counts them meanwhile.
struct OperationPlan {
  private(set) var operations: [OutlineOperation] = []
  private let outline: ChangesetOutline
  private let transform: PathTransform
  /// Sections that are to be removed, as indexes of the row in which all arriving sections stand.
  private var doomed = IndexRuns()
  private var doomedIndexes: [Int: Int] = [:]

  init(_ proof: VerifiedOutline) {
    outline = proof.outline
    transform = proof.transform
    removeItems()
    arrangeSections()
    moveItems()
    for range in doomed.ranges.reversed() { operations.append(.removeSections(range)) }
    insertItems()
    updateItems()
    updateSections()
  }

  private mutating func removeItems() {
    let removed = PathTransform.runsBySection(outline.removedItems, [])
    for (section, runs) in removed.sorted(by: { $0.key > $1.key }) {
      for range in runs.ranges.reversed() {
        operations.append(.removeItems(section: section, range))
      }
    }
  }

  // MARK: Sections

  private mutating func arrangeSections() {
    let sections = transform.sections
    var leavers = Leavers(departures: sections.departures)
    var placed: [Int] = []
    var insertion = 0
    for range in sections.arrivals.ranges {
      for target in range {
        let survivorsBefore = sections.survivorRank(ofTarget: target)
        if let source = transform.sourceSection(forTarget: target) {
          let from = leavers.position(of: source, placed: placed)
          leavers.remove(source)
          let to = target + leavers.count(beforeSurvivor: survivorsBefore)
          if from != to { operations.append(.moveSection(from: from, to: to)) }
        } else {
          let start = target + leavers.count(beforeSurvivor: survivorsBefore)
          appendInsertion(ofSection: insertion, at: start)
          insertion += 1
        }
        placed.append(survivorsBefore)
      }
    }
    for source in outline.removedSections {
      doomedIndexes[source] = leavers.position(of: source, placed: placed)
    }
    doomed = IndexRuns(ascending: doomedIndexes.values.sorted())
  }

  private mutating func appendInsertion(ofSection insertion: Int, at start: Int) {
    if case .insertSections(let first, let insertions) = operations.last,
      first + insertions.count == start
    {
      operations[operations.count - 1] = .insertSections(
        start: first, insertions: insertions.lowerBound..<insertion + 1)
    } else {
      operations.append(.insertSections(start: start, insertions: insertion..<insertion + 1))
    }
  }

  /// Where a section of the source stands once all arriving sections are in place.
  private func arrangedIndex(ofSource source: Int) -> Int? {
    doomedIndexes[source]
      ?? transform.targetSection(forSource: source).map(doomed.nonMember(atRank:))
  }

  // MARK: Items

  private mutating func moveItems() {
    var rows = MoverRows(outline.movedItems, transform)
    for move in outline.movedItems.sorted(by: { $0.target < $1.target }) {
      guard let fromSection = arrangedIndex(ofSource: move.source.section) else { continue }
      let from = rows.take(move.source)
      let to = rows.put(at: move.target)
      let fromPath = ItemPath(section: fromSection, item: from)
      let toPath = ItemPath(section: doomed.nonMember(atRank: move.target.section), item: to)
      if fromPath != toPath { operations.append(.moveItem(from: fromPath, to: toPath)) }
    }
  }

  private mutating func insertItems() {
    var start = 0
    let inserted = outline.insertedItems
    while start < inserted.count {
      var end = start + 1
      while end < inserted.count, inserted[end].section == inserted[start].section,
        inserted[end].item - inserted[start].item == end - start
      { end += 1 }
      operations.append(
        .insertItems(
          section: inserted[start].section, start: inserted[start].item, insertions: start..<end))
      start = end
    }
  }

  private mutating func updateItems() {
    var updates: [(target: ItemPath, index: Int)] = []
    for (index, path) in outline.updatedItems.enumerated() {
      if let target = transform.targetPath(forSource: path) { updates.append((target, index)) }
    }
    updates.sort { $0.target < $1.target }
    var start = 0
    while start < updates.count {
      let first = updates[start].target
      var end = start + 1
      while end < updates.count, updates[end].target.section == first.section,
        updates[end].target.item - first.item == end - start
      { end += 1 }
      operations.append(
        .updateItems(
          section: first.section, start: first.item, updates: updates[start..<end].map(\.index)))
      start = end
    }
  }

  private mutating func updateSections() {
    for (index, source) in outline.updatedSections.enumerated() {
      if let target = transform.targetSection(forSource: source) {
        operations.append(.updateSection(section: target, update: index))
      }
    }
  }
}
