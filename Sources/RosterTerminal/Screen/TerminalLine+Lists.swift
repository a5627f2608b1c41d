extension TerminalLine {
  /// Makes the line above a list.
  ///
  /// - Parameters:
  ///   - name: What is shown, such as the name of the program.
  ///   - title: What belongs to it, such as the name of a file.
  ///   - trailing: What ends on the right, such as a count; `nil` for nothing.
  ///   - warning: What is not to be overlooked, such as that an earlier revision is shown. It stands before
  ///     everything else, at any width, and has the colours of the line.
  public static func heading(
    _ name: String, title: String, trailing: String? = nil, warning: String? = nil
  ) -> TerminalLine {
    var parts = [Part(" \(name)", isBold: true), Part("  \(title)")]
    if let warning { parts.insert(Part(" \(warning) ", isBold: true), at: 0) }
    var line = TerminalLine(
      parts, trailing: trailing.map { [Part("\($0) ")] } ?? [], isReversed: true)
    if warning != nil {
      for index in line.leading.indices { line.leading[index].color = "warning" }
      for index in line.trailing.indices { line.trailing[index].color = "warning" }
    }
    return line
  }

  /// Makes the line below a list: it says one thing, the most urgent one.
  ///
  /// - Parameters:
  ///   - notice: What the user is told, before anything else.
  ///   - newAboveCount: How many rows have come above those that are visible, before keys.
  ///   - keys: What the user may press, the most useful first: as many are shown as there is room for.
  ///   - trailing: What ends on the right. Keys give way to it, and it gives way to a long notice.
  ///   - columns: The columns of the line.
  public static func status(
    notice: String?, newAboveCount: Int = 0, keys: [String], trailing: Part, columns: Int
  ) -> TerminalLine {
    status(
      notice: notice, newAboveCount: newAboveCount, keys: keys, trailing: [trailing],
      columns: columns)
  }

  /// Makes the line below a list, with one of several forms of what ends on the right.
  ///
  /// - Parameters:
  ///   - notice: What the user is told, before anything else.
  ///   - newAboveCount: How many rows have come above those that are visible, before keys.
  ///   - keys: What the user may press, the most useful first: as many are shown as there is room for.
  ///   - forms: The same in fewer and fewer words: the first one that leaves room for some keys is shown, or the
  ///     last one.
  ///   - columns: The columns of the line.
  public static func status(
    notice: String?, newAboveCount: Int = 0, keys: [String], trailing forms: [Part], columns: Int
  ) -> TerminalLine {
    let room = columns - keyColumnsMin
    var trailing = forms.first { terminalColumns($0.text) <= room } ?? forms.last ?? Part("")
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

  /// How many columns a long form leaves.
  private static let keyColumnsMin = 49

  /// The keys that fit into a line beside its end, or alone if that does not fit itself.
  private static func shown(_ keys: [String], beside trailing: Part, columns: Int) -> String {
    let beside = columns - 1 - terminalColumns(trailing.text)
    let room = beside < 0 ? columns : beside
    return keys.reduce(into: "") { line, key in
      let longer = line + (line.isEmpty ? " " : "  ") + key
      if terminalColumns(longer) <= room { line = longer }
    }
  }
}
