import RosterPages
import RosterCore
import RosterEngine
import RosterJSON
import RosterTerminal

/// A list as plain text, for outputs that are no terminal: what ``TemplateHeader`` and ``BrowsedRow`` show,
/// without views, of which a long list would need as many.
struct PlainView {
  private let snapshot: ListSnapshot<JSONValue, JSONValue>
  private let templates: ViewTemplates
  private let width: Int
  /// The columns that rows have; `nil` if the templates show them.
  private let columns: [RowColumns.Column]?
  private let outputFile = OutputFile()

  /// How many models are in memory at a time.
  private static let modelCountMax = 1_000

  init(
    _ snapshot: ListSnapshot<JSONValue, JSONValue>, _ templates: ViewTemplates, width: Int,
    showsColumns: Bool
  ) {
    self.snapshot = snapshot
    self.templates = templates
    self.width = width
    columns =
      showsColumns
      ? templates.columns?.columns(fitting: width - 2 * TemplateRow.indentation) : nil
  }

  /// Prints all rows.
  func print() throws {
    if let columns { try write(TableLine(TableRow(namesOf: columns))) }
    for section in 0..<snapshot.state.sectionCount {
      if let model = try snapshot.sectionModel(at: section),
        let header = TemplateHeader(model, templates.headers)
      {
        try print(header.title, indentation: 0, lineCountMax: 1)
      }
      let count = snapshot.state.itemCount(inSection: section)
      for start in stride(from: 0, to: count, by: Self.modelCountMax) {
        for model in try snapshot.models(inSection: section, start..<start + Self.modelCountMax) {
          if let columns {
            try write(TableLine(TableRow(model, columns)))
          } else {
            try print(TemplateRow(model, templates.items))
          }
        }
      }
    }
    try outputFile.flush()
  }

  private func print(_ row: TemplateRow) throws {
    var lineCount = 0
    for line in row.lines {
      lineCount += try print(
        line.text, indentation: TemplateRow.indentation, lineCountMax: line.role.lineCountMax)
    }
    if row.endsWithSpace || lineCount == 0 { try write("") }
  }

  /// Prints a text.
  ///
  /// - Returns: How many lines it has taken.
  @discardableResult
  private func print(_ text: String, indentation: Int, lineCountMax: Int) throws -> Int {
    let lines = TerminalHost.plainLines(
      of: text, width: width - 2 * indentation, lineCountMax: lineCountMax)
    let margin = String(repeating: " ", count: indentation)
    for line in lines { try write(line.isEmpty ? "" : margin + line) }
    return lines.count
  }

  private func write(_ line: TableLine) throws {
    var text = line.text
    while text.last == " " { text.removeLast() }
    try write(text)
  }

  private func write(_ line: String) throws {
    try outputFile.write { bytes in
      bytes.append(contentsOf: line.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
