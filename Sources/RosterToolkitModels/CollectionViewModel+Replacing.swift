package import RosterCore

extension CollectionViewModel {
  /// Shows other cells in the place of some, and measures them: for a data source that was asked for counts first, and is
  /// asked for a cell only where one comes.
  ///
  /// - Parameter cell: Returns the cell to be shown in the place of one; `nil` to keep it.
  package func replaceCells(_ cell: (_ former: Cell, _ path: ItemPath) -> Cell?) {
    guard exception == nil else { return }
    for section in rows.indices {
      for item in rows[section].indices {
        let path = ItemPath(section: section, item: item)
        guard let next = cell(rows[section][item].cell, path) else { continue }
        rows[section][item] = Row(cell: next)
      }
    }
    measure()
  }
}
