/// The combined effect of a run of outlines, built one outline after the other.
///
/// A composition is kept as the list that the run leads to, whose rows say where their items and
/// sections come from. The list says what was inserted and moved. Removals, and updates of what was
/// in the source, are noted beside it.
///
/// Memory is used only for the changes that remain, not for all changes of the run.
struct Composition {
  private(set) var sections = PieceRow(
    Piece(origin: .kept, start: 0, count: Piece.endlessCount))
  /// The items of the sections in which something has changed.
  private(set) var items: [SectionKey: PieceRow] = [:]
  private(set) var removedItems: [ItemPath] = []
  private(set) var removedSections: Set<Int> = []
  /// The models of items that were in the source, by source path.
  private(set) var updatedItems: [ItemPath: Int] = [:]
  /// The numbers of the models of sections.
  private(set) var sectionModels: [SectionKey: Int] = [:]
  private var insertedSectionCount = 0

  /// Names a section for as long as it exists.
  enum SectionKey: Hashable {
    case source(Int)
    /// The number of sections that were inserted before it.
    case inserted(Int)

    /// The section's index in the source, `nil` if it was inserted.
    var source: Int? {
      if case .source(let index) = self { index } else { nil }
    }
  }

  /// Adds the next outline.
  ///
  /// - Returns: Whether all places in the outline are possible in a list. If not, nothing is added.
  /// - Complexity: O(*k* log *n*) for *k* changes, with *n* changes remaining in the end.
  mutating func append(_ next: ChangesetOutline, _ models: some ModelNumbering) -> Bool {
    guard next.hasPossiblePlaces else { return false }
    updateItems(next, models)
    updateSections(next, models)
    let movedItems = takeItems(next)
    let movedSections = takeSections(next)
    putSections(next, movedSections, models)
    putItems(next, movedItems, models)
    return true
  }

  // MARK: Updates

  private mutating func updateItems(
    _ next: ChangesetOutline, _ models: some ModelNumbering
  ) {
    for (index, path) in next.updatedItems.enumerated() {
      let model = models.updatedItemModel(index)
      let key = sectionKey(at: path.section)
      let piece =
        items[key]?.piece(at: path.item)
        ?? Self.allItems(of: key).part(path.item..<path.item + 1)
      switch piece.origin {
      case .kept, .moved:
        updatedItems[ItemPath(section: piece.section, item: piece.start)] = model
      case .inserted where piece.start != model:
        items[key]?.replace(at: path.item, withModel: model)
      case .inserted, .missing: break
      }
    }
  }

  private mutating func updateSections(
    _ next: ChangesetOutline, _ models: some ModelNumbering
  ) {
    for (index, section) in next.updatedSections.enumerated() {
      sectionModels[sectionKey(at: section)] = models.updatedSectionModel(index)
    }
  }

  // MARK: Departures

  /// Takes out removed and moved items, from the end on.
  ///
  /// - Returns: The moved items, in the order of the moves.
  private mutating func takeItems(_ outline: ChangesetOutline) -> [Piece] {
    var moved: [Piece] = []
    let removed = outline.removedItems
    var end = removed.count
    for move in outline.movedItems.reversed() {
      while end > 0, removed[end - 1] > move.source { removeLastRun(of: removed, &end) }
      moved.append(take(1, at: move.source))
    }
    while end > 0 { removeLastRun(of: removed, &end) }
    return moved.reversed()
  }

  /// Removes those of the first `end` items that stand next to each other at the end.
  private mutating func removeLastRun(of removed: [ItemPath], _ end: inout Int) {
    var start = end - 1
    while start > 0, removed[start - 1].section == removed[start].section,
      removed[start - 1].item == removed[start].item - 1
    { start -= 1 }
    var count = end - start
    while count > 0 {
      let piece = take(count, at: removed[start])
      noteRemoval(of: piece)
      count -= piece.count
    }
    end = start
  }

  /// Takes out items that belong to one piece, at most `countMax` of them.
  private mutating func take(_ countMax: Int, at path: ItemPath) -> Piece {
    let key = sectionKey(at: path.section)
    return items[key, default: PieceRow(Self.allItems(of: key))].remove(countMax, at: path.item)
  }

  private mutating func noteRemoval(of piece: Piece) {
    guard piece.origin == .kept || piece.origin == .moved else { return }
    removedItems.append(contentsOf: piece.sourcePaths)
    if updatedItems.isEmpty { return }
    for path in piece.sourcePaths { updatedItems[path] = nil }
  }

  /// - Returns: The moved sections, in the order of the moves.
  private mutating func takeSections(_ outline: ChangesetOutline) -> [Piece] {
    var moved: [Piece] = []
    let removed = outline.removedSections
    var end = removed.count
    func removeLast(_ composition: inout Self) {
      end -= 1
      composition.removeSection(at: removed[end])
    }
    for move in outline.movedSections.reversed() {
      while end > 0, removed[end - 1] > move.source { removeLast(&self) }
      moved.append(sections.remove(at: move.source))
    }
    while end > 0 { removeLast(&self) }
    return moved.reversed()
  }

  private mutating func removeSection(at section: Int) {
    let key = sectionKey(at: section)
    sections.remove(at: section)
    sectionModels[key] = nil
    if case .source(let source) = key { removedSections.insert(source) }
    // Items that were moved here are removed from where they stood in the source; items that stood
    // here are removed with their section.
    for piece in items.removeValue(forKey: key)?.pieces ?? [] where piece.origin == .moved {
      noteRemoval(of: piece)
    }
  }

  // MARK: Arrivals

  private mutating func putSections(
    _ next: ChangesetOutline, _ moved: [Piece], _ models: some ModelNumbering
  ) {
    var moves = Arrivals(next.movedSections.map(\.target), moved)
    for (index, section) in next.insertedSections.enumerated() {
      while let move = moves.next(before: section) { sections.insert(move.piece, at: move.place) }
      sectionModels[.inserted(insertedSectionCount)] = models.insertedSectionModel(index)
      sections.insert(Piece(origin: .inserted, start: insertedSectionCount, count: 1), at: section)
      insertedSectionCount += 1
    }
    while let move = moves.next() { sections.insert(move.piece, at: move.place) }
  }

  private mutating func putItems(
    _ next: ChangesetOutline, _ moved: [Piece], _ models: some ModelNumbering
  ) {
    var moves = Arrivals(next.movedItems.map(\.target), moved)
    for (index, path) in next.insertedItems.enumerated() {
      while let move = moves.next(before: path) { put(move.piece, at: move.place) }
      let model = models.insertedItemModel(index)
      put(Piece(origin: .inserted, start: model, count: 1), at: path)
    }
    while let move = moves.next() { put(move.piece, at: move.place) }
  }

  private mutating func put(_ piece: Piece, at path: ItemPath) {
    let key = sectionKey(at: path.section)
    items[key, default: PieceRow(Self.allItems(of: key))].insert(piece, at: path.item)
  }

  // MARK: Sections

  private func sectionKey(at index: Int) -> SectionKey {
    let piece = sections.piece(at: index)
    return piece.origin == .inserted ? .inserted(piece.start) : .source(piece.start)
  }

  /// The items of an unchanged section.
  private static func allItems(of section: SectionKey) -> Piece {
    switch section {
    case .source(let index):
      Piece(origin: .kept, section: index, start: 0, count: Piece.endlessCount)
    case .inserted:
      Piece(origin: .missing, start: 0, count: Piece.endlessCount)
    }
  }
}

/// Moved items or sections, in the order of their targets.
private struct Arrivals<Place: Comparable> {
  private var moves: [(place: Place, piece: Piece)] = []
  private var index = 0

  init(_ places: [Place], _ pieces: [Piece]) {
    for (place, var piece) in zip(places, pieces) {
      if piece.origin == .kept { piece.origin = .moved }
      moves.append((place, piece))
    }
    if moves.count > 1 { moves.sort { $0.place < $1.place } }
  }

  mutating func next() -> (place: Place, piece: Piece)? {
    guard index < moves.count else { return nil }
    index += 1
    return moves[index - 1]
  }

  /// Returns the next arrival if its target is before a place.
  mutating func next(before place: Place) -> (place: Place, piece: Piece)? {
    index < moves.count && moves[index].place < place ? next() : nil
  }
}

extension ChangesetOutline {
  /// Whether a list can have all of these places.
  fileprivate var hasPossiblePlaces: Bool {
    func isPossible(_ path: ItemPath) -> Bool {
      Piece.indexes.contains(path.section) && Piece.indexes.contains(path.item)
    }
    return updatedItems.allSatisfy(isPossible) && removedItems.allSatisfy(isPossible)
      && movedItems.allSatisfy { isPossible($0.source) && isPossible($0.target) }
      && insertedItems.allSatisfy(isPossible)
      && updatedSections.allSatisfy(Piece.indexes.contains)
      && removedSections.allSatisfy(Piece.indexes.contains)
      && movedSections.allSatisfy {
        Piece.indexes.contains($0.source) && Piece.indexes.contains($0.target)
      } && insertedSections.allSatisfy(Piece.indexes.contains)
  }
}
