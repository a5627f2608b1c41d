import RosterCore

/// The calls of one update, what a view checks of them, and what it shows after them.
struct CollectionViewUpdate {
  let oldCounts: [Int]
  let newCounts: [Int]
  var deletedSections: Set<Int> = []
  var insertedSections: Set<Int> = []
  var movedSections: Set<SectionMove> = []
  var reloadedSections: Set<Int> = []
  var deletedItems: Set<ItemPath> = []
  var insertedItems: Set<ItemPath> = []
  var movedItems: Set<ItemMove> = []
  var reloadedItems: Set<ItemPath> = []

  init(oldCounts: [Int], newCounts: [Int]) {
    (self.oldCounts, self.newCounts) = (oldCounts, newCounts)
  }

  private func refuse(_ text: String) throws(ToolkitException) {
    throw ToolkitException(certainty: .reported, description: text)
  }

  private func text(_ path: ItemPath) -> String { "{\(path.section) - \(path.item)}" }

  // MARK: Reloads

  /// Makes a deletion and an insertion of each reload. Where it is inserted follows from the other deletions and
  /// insertions, and not from moves.
  mutating func resolveReloads() throws(ToolkitException) {
    let (deletedSections, insertedSections) = (self.deletedSections, self.insertedSections)
    let (deletedItems, insertedItems) = (self.deletedItems, self.insertedItems)
    for section in reloadedSections.sorted() {
      if deletedSections.contains(section) {
        try refuse("attempt to delete and reload the same section (\(section))")
      }
      self.deletedSections.insert(section)
      self.insertedSections.insert(
        Self.shifted(section, without: deletedSections, with: insertedSections))
    }
    for path in reloadedItems.sorted() {
      if deletedItems.contains(path) {
        try refuse("attempt to delete and reload the same index path (\(text(path)))")
      }
      self.deletedItems.insert(path)
      let section = Self.shifted(path.section, without: deletedSections, with: insertedSections)
      let item = Self.shifted(
        path.item, without: Self.items(deletedItems, in: path.section),
        with: Self.items(insertedItems, in: section))
      self.insertedItems.insert(ItemPath(section: section, item: item))
    }
  }

  private static func items(_ paths: Set<ItemPath>, in section: Int) -> Set<Int> {
    Set(paths.lazy.filter { $0.section == section }.map(\.item))
  }

  private static func shifted(_ index: Int, without gone: Set<Int>, with come: Set<Int>) -> Int {
    var index = index - gone.count { $0 < index }
    for other in come.sorted() where other <= index { index += 1 }
    return index
  }

  // MARK: Checks

  /// Checks the calls in the order in which views do. The first offence is told.
  func check() throws(ToolkitException) {
    try checkDeletions()
    try checkInsertions()
    try checkMoves()
    try checkCounts()
  }

  private func checkDeletions() throws(ToolkitException) {
    for section in deletedSections.sorted(by: >) {
      if !oldCounts.indices.contains(section) {
        try refuse(
          "attempt to delete section \(section), but there are only \(oldCounts.count) sections before the update"
        )
      }
      if movedSections.contains(where: { $0.source == section }) {
        try refuse("attempt to perform a delete and a move from the same section (\(section))")
      }
    }
    for path in deletedItems.sorted(by: >) {
      if !oldCounts.indices.contains(path.section) {
        try refuse(
          "attempt to delete item \(path.item) from section \(path.section), but there are only \(oldCounts.count) sections before the update"
        )
      }
      if deletedSections.contains(path.section) { continue }
      if !(0..<oldCounts[path.section]).contains(path.item) {
        try refuse(
          "attempt to delete item \(path.item) from section \(path.section) which only contains \(oldCounts[path.section]) items before the update"
        )
      }
      if movedItems.contains(where: { $0.source == path }) {
        try refuse(
          "attempt to perform a delete and a move from the same index path (\(text(path)))")
      }
    }
    for move in movedItems.sorted() where deletedSections.contains(move.source.section) {
      try refuse("cannot move an item from a deleted section (\(move.source.section))")
    }
  }

  private func checkInsertions() throws(ToolkitException) {
    for section in insertedSections.sorted() {
      if !newCounts.indices.contains(section) {
        try refuse(
          "attempt to insert section \(section) but there are only \(newCounts.count) sections after the update"
        )
      }
      if movedSections.contains(where: { $0.target == section }) {
        try refuse("attempt to perform an insert and a move to the same section (\(section))")
      }
    }
    for path in insertedItems.sorted() {
      if !newCounts.indices.contains(path.section) {
        try refuse(
          "attempt to insert item \(path.item) into section \(path.section), but there are only \(newCounts.count) sections after the update"
        )
      }
      if insertedSections.contains(path.section) { continue }
      if !(0..<newCounts[path.section]).contains(path.item) {
        try refuse(
          "attempt to insert item \(path.item) into section \(path.section), but there are only \(newCounts[path.section]) items in section \(path.section) after the update"
        )
      }
      if movedItems.contains(where: { $0.target == path }) {
        try refuse(
          "attempt to perform an insert and a move to the same index path (\(text(path)))")
      }
    }
    for move in movedItems.sorted() where insertedSections.contains(move.target.section) {
      try refuse("cannot move an item into a newly inserted section (\(move.target.section))")
    }
  }

  private func checkMoves() throws(ToolkitException) {
    for move in movedSections.sorted() {
      if !oldCounts.indices.contains(move.source) || !newCounts.indices.contains(move.target) {
        try refuse(
          "attempt to move section \(move.source) to section \(move.target), but there are only \(oldCounts.count) sections before the update and \(newCounts.count) after it"
        )
      }
    }
    try refuseTwice(movedSections.sorted()) {
      $0
        ? "attempt to move section \($1.source) to both section \($1.target) and \($2.target)"
        : "attempt to move both section \($1.source) and section \($2.source) to section \($1.target)"
    }
    for move in movedItems.sorted() {
      let isThere =
        oldCounts.indices.contains(move.source.section)
        && (0..<oldCounts[move.source.section]).contains(move.source.item)
        && newCounts.indices.contains(move.target.section)
        && (0..<newCounts[move.target.section]).contains(move.target.item)
      if !isThere {
        try refuse(
          "attempt to move item at index path (\(text(move.source))) to (\(text(move.target))), which are not both there"
        )
      }
    }
    try refuseTwice(movedItems.sorted()) { [self] in
      $0
        ? "attempt to move item at index path (\(text($1.source))) to both (\(text($1.target))) and (\(text($2.target)))"
        : "attempt to move both item at index path (\(text($1.source))) and (\(text($2.source))) to (\(text($1.target)))"
    }
  }

  /// - Parameter describe: Says that one source has two targets, or that one target has two sources.
  private func refuseTwice<Place>(
    _ moves: [Move<Place>], _ describe: (_ isSource: Bool, Move<Place>, Move<Place>) -> String
  ) throws(ToolkitException) {
    var (sources, targets): ([Place: Move<Place>], [Place: Move<Place>]) = ([:], [:])
    for move in moves {
      if let other = sources.updateValue(move, forKey: move.source) {
        try refuse(describe(true, other, move))
      }
      if let other = targets.updateValue(move, forKey: move.target) {
        try refuse(describe(false, other, move))
      }
    }
  }

  private func checkCounts() throws(ToolkitException) {
    let expected = oldCounts.count + insertedSections.count - deletedSections.count
    if newCounts.count != expected {
      try refuse(
        "Invalid update: invalid number of sections. The number of sections contained in the collection view after the update (\(newCounts.count)) must be equal to the number of sections contained in the collection view before the update (\(oldCounts.count)), plus or minus the number of sections inserted or deleted (\(insertedSections.count) inserted, \(deletedSections.count) deleted)."
      )
    }
    for (target, source) in sectionSources().enumerated() {
      guard let source else { continue }
      let (inserted, deleted) = (
        insertedItems.count { $0.section == target }, deletedItems.count { $0.section == source }
      )
      let (movedIn, movedOut) = (
        movedItems.count { $0.target.section == target },
        movedItems.count { $0.source.section == source }
      )
      if newCounts[target] != oldCounts[source] + inserted - deleted + movedIn - movedOut {
        try refuse(
          "Invalid update: invalid number of items in section \(target). The number of items contained in an existing section after the update (\(newCounts[target])) must be equal to the number of items contained in that section before the update (\(oldCounts[source])), plus or minus the number of items inserted or deleted from that section (\(inserted) inserted, \(deleted) deleted) and plus or minus the number of items moved into or out of that section (\(movedIn) moved in, \(movedOut) moved out)."
        )
      }
    }
  }

  // MARK: Showing

  /// Returns the source section of each target section; `nil` for one that is inserted.
  private func sectionSources() -> [Int?] {
    let moved = Dictionary(
      movedSections.map { ($0.target, $0.source) }, uniquingKeysWith: { first, _ in first })
    let leaving = Set(movedSections.map(\.source)).union(deletedSections)
    var staying = oldCounts.indices.filter { !leaving.contains($0) }[...]
    return newCounts.indices.map { target in
      if insertedSections.contains(target) { return nil }
      return moved[target] ?? staying.popFirst()
    }
  }

  /// Returns what is shown after the update.
  ///
  /// - Parameters:
  ///   - shown: What was shown before.
  ///   - cells: What the data source has.
  ///   - count: The number of cells that were asked for.
  func shown<Cell>(
    after shown: [[Cell]], asking cells: [[Cell]], count: inout Int
  ) -> [[Cell]] {
    let arriving = Dictionary(
      movedItems.map { ($0.target, $0.source) }, uniquingKeysWith: { first, _ in first })
    let leaving = Set(movedItems.map(\.source)).union(deletedItems)
    var next: [[Cell]] = []
    for (target, source) in sectionSources().enumerated() {
      guard let source else {
        count += cells[target].count
        next.append(cells[target])
        continue
      }
      var staying = shown[source].indices.filter {
        !leaving.contains(ItemPath(section: source, item: $0))
      }[...]
      next.append(
        cells[target].indices.map { item in
          let path = ItemPath(section: target, item: item)
          if let from = arriving[path] { return shown[from.section][from.item] }
          if !insertedItems.contains(path), let index = staying.popFirst() {
            return shown[source][index]
          }
          count += 1
          return cells[target][item]
        })
    }
    return next
  }
}
