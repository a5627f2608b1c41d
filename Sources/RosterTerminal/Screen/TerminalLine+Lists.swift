extension TerminalLine {
  /// Makes the line above a list.
  ///
  /// - Parameters:
  ///   - name: What is shown, such as the name of the program.
  ///   - title: What belongs to it, such as the name of a file.
  ///   - trailing: What ends on the right, such as a count; `nil` for nothing.
  public static func heading(
    _ name: String, title: String, trailing: String? = nil
  ) -> TerminalLine {
    TerminalLine(
      [Part(" \(name)", isBold: true), Part("  \(title)")],
      trailing: trailing.map { [Part("\($0) ")] } ?? [], isReversed: true)
  }

  /// Makes the line below a list: it says one thing, the most urgent one.
  ///
  /// - Parameters:
  ///   - notice: What the user is told, before anything else.
  ///   - newAboveCount: How many rows have come above those that are visible, before keys.
  ///   - keys: What the user may press, the most useful first: as many are shown as there is room for.
  ///   - trailing: What ends on the right. It gives way to the first key in a line too short for both.
  ///   - columns: The columns of the line.
  public static func status(
    notice: String?, newAboveCount: Int = 0, keys: [String], trailing: Part, columns: Int
  ) -> TerminalLine {
    var trailing = trailing
    trailing.text += " "
    let leading =
      if let notice {
        Part(" \(notice)", color: "warning")
      } else if newAboveCount > 0 {
        Part(" ↑ \(newAboveCount) new", color: "accent", isBold: true)
      } else {
        Part(shown(keys, beside: trailing, columns: columns), color: "secondaryText")
      }
    return TerminalLine([leading], trailing: [trailing])
  }

  /// The keys that fit into a line beside its end, or alone if the first one does not.
  private static func shown(_ keys: [String], beside trailing: Part, columns: Int) -> String {
    let beside = columns - 1 - terminalColumns(trailing.text)
    let first = keys.first.map { terminalColumns($0) + 1 } ?? 0
    let room = first <= beside ? beside : columns
    return keys.reduce(into: "") { line, key in
      let longer = line + (line.isEmpty ? " " : "  ") + key
      if line.isEmpty || terminalColumns(longer) <= room { line = longer }
    }
  }
}
