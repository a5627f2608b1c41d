internal import RosterLayout

extension TerminalHost {
  /// Returns the lines of a text as a view of the class `text` shows them, for output that is no terminal.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - width: The number of columns.
  ///   - lineCountMax: The most lines. The last one ends with an ellipsis if there are more.
  ///   - options: How views are drawn.
  /// - Complexity: O(*n*) in the length of the text.
  package static func plainLines(
    of text: String, width: Int, lineCountMax: Int, options: TerminalOptions = TerminalOptions()
  ) -> [String] {
    let text = ShownText(text, in: TerminalView("text"), Glyphs(options))
    var lines: [String] = []
    for line in text.lines(rows: lineCountMax, columns: width, visible: 0..<lineCountMax) {
      while lines.count <= line.row { lines.append("") }
      let indent = line.isRightToLeft ? max(0, width - line.columns) : 0
      var shown = String(repeating: " ", count: indent)
      for part in line.parts {
        for character in VisibleCharacters(part.text) { shown += character.text }
      }
      while shown.utf8.last == UInt8(ascii: " ") { shown.removeLast() }
      lines[line.row] = shown
    }
    return lines
  }
}
