import RosterPages
import RosterTerminal

/// A line of a table as plain text: each value in its column, those that are longer with an ellipsis.
struct TableLine {
  let text: String

  /// Makes the line of a row.
  init(_ row: TableRow) {
    let margin = String(repeating: " ", count: TemplateRow.indentation)
    let gap = String(repeating: " ", count: RowColumns.gap)
    text = margin + row.cells.map(Self.padded).joined(separator: gap)
  }

  private static func padded(_ cell: TableRow.Cell) -> String {
    let shown =
      TerminalHost.plainLines(of: cell.text, width: cell.width, lineCountMax: 1).first ?? ""
    let empty = String(repeating: " ", count: max(0, cell.width - terminalColumns(shown)))
    return cell.isNumber ? empty + shown : shown + empty
  }
}
