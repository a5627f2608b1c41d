extension CellGrid {
  /// Changes the style of each place where some rows show a text, upper and lower case being the same. A text that goes
  /// on in the next row is not found.
  ///
  ///     restyle("ab", in: 0..<1)      x AB cab .      the cells 2, 3, 6 and 7
  mutating func restyle(
    _ text: String, in rows: Range<Int>, _ change: (inout CellStyle) -> Void
  ) {
    let sought = Array(text.lowercased().utf8)
    guard !sought.isEmpty else { return }
    for row in rows.clamped(to: 0..<size.rows) {
      var bytes: [UInt8] = []
      // The column of each byte.
      var columns: [Int] = []
      for (column, cell) in self[row: row].enumerated() where !cell.isSecondHalf {
        for byte in cell.text.lowercased().utf8 {
          bytes.append(byte)
          columns.append(column)
        }
      }
      var start = 0
      while start + sought.count <= bytes.count {
        guard bytes[start] == sought[0], bytes[start..<start + sought.count].elementsEqual(sought)
        else {
          start += 1
          continue
        }
        let last = columns[start + sought.count - 1]
        restyle(
          CellRectangle(rows: row..<row + 1, columns: columns[start]..<last + 1), change)
        start += sought.count
      }
    }
  }
}
