/// Finds the rows of a damaged database: first those in pages that its trees reach, then those in
/// pages that no tree reaches. Rows in trees of other applications are none.
struct RowScan {
  private let image: DatabaseImage
  private var seen: Set<Int>
  /// The numbers of pages and of cells that could not be read.
  private(set) var lostPageCount = 0
  private(set) var lostCellCount = 0
  /// The number of lists that there were, if the file still records it.
  private(set) var listCount: Int?
  /// What the tables of lists are called.
  private(set) var names = TableNames.plain

  init(_ image: DatabaseImage) {
    self.image = image
    seen = image.freePages()
    seen.remove(1)
  }

  /// Visits all rows that the scan finds.
  ///
  /// - Parameter visit: Receives a row, its table, and whether the row is in the tree of that. Otherwise only its form
  ///   speaks for the table.
  mutating func forEachRow(
    _ visit: (_ row: [RecordValue], _ table: SalvagedTable, _ isInTree: Bool) throws -> Void
  ) throws {
    let (roots, otherRoots) = roots()
    for (table, root) in roots {
      let (pageCount, cellCount) = (lostPageCount, lostCellCount)
      try walk(root) { cell in
        guard let row = table.row(cell) else { return false }
        try visit(row, table, true)
        return true
      }
      // The directory is only an index, so its rows are not needed.
      if table.name == SalvagedTable.directory.name {
        (lostPageCount, lostCellCount) = (pageCount, cellCount)
      }
    }
    skip(otherRoots)
    for number in image.pageNumbers where seen.insert(number).inserted {
      guard let page = TreePage(number, of: image) else { continue }
      lostCellCount += page.lostCellCount
      for cell in page.cells {
        for table in SalvagedTable.all {
          guard let row = table.row(cell) else { continue }
          try visit(row, table, false)
          break
        }
      }
    }
  }

  /// Leaves out the pages of trees that are not searched.
  private mutating func skip(_ roots: [Int]) {
    let (pageCount, cellCount) = (lostPageCount, lostCellCount)
    for root in roots where !seen.contains(root) { try? walk(root) { _ in true } }
    (lostPageCount, lostCellCount) = (pageCount, cellCount)
  }

  /// Returns the roots of the tables that are searched, and those of all other trees, as far as the
  /// schema can be read.
  private mutating func roots() -> (
    tables: [(table: SalvagedTable, root: Int)], others: [Int]
  ) {
    var found: [(name: String, sql: String?, root: Int)] = []
    try? walk(1) { cell in
      guard cell.values.count == 5, let name = cell.values[1].text,
        let root = cell.values[3].integer
      else { return false }
      // Views and triggers have no tree.
      guard root > 0 else { return true }
      let sql = cell.values[4].text.map { String(decoding: $0, as: UTF8.self) }
      found.append((String(decoding: name, as: UTF8.self), sql, root))
      return true
    }
    // A file of Roster's own may have any table beside its own ones.
    if image.format == nil, found.contains(where: { TableNames.prefixed.plainName($0.name) != nil })
    {
      names = .prefixed
    }
    var roots: [String: [Int]] = [:]
    var otherRoots: [Int] = []
    for part in found {
      if let table = DatabaseSchema.table(named: part.name, sql: part.sql, names) {
        roots[table, default: []].append(part.root)
      } else {
        otherRoots.append(part.root)
      }
    }
    for root in roots["file"] ?? [] {
      var listCount: Int?
      try? walk(root) { cell in
        guard cell.values.count == 2, let count = cell.values[1].integer else { return false }
        listCount = count
        return true
      }
      self.listCount = listCount
    }
    let tables = SalvagedTable.all.flatMap { table in
      (roots.removeValue(forKey: table.name) ?? []).map { (table: table, root: $0) }
    }
    return (tables, (otherRoots + roots.values.joined()).sorted())
  }

  /// Visits the cells of a tree. Unreadable pages and cells are counted and skipped.
  ///
  /// - Parameter visit: Returns whether the cell belongs to the tree.
  private mutating func walk(
    _ root: Int, _ visit: (TreePage.Cell) throws -> Bool
  ) throws {
    var pending = [root]
    while let number = pending.popLast() {
      guard seen.insert(number).inserted else {
        lostPageCount += 1
        continue
      }
      guard let page = TreePage(number, of: image) else {
        lostPageCount += 1
        continue
      }
      pending += page.children.reversed()
      let lost = try page.cells.count { try !visit($0) }
      if lost == page.cells.count, lost > 0 {
        // A page of another tree. Its rows are found when that tree is walked, or at the end.
        seen.remove(number)
        lostPageCount += 1
      } else {
        lostCellCount += lost + page.lostCellCount
      }
    }
  }
}
