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
  ///   - keys: What the user may press.
  ///   - trailing: What ends on the right.
  public static func status(
    notice: String?, newAboveCount: Int = 0, keys: String, trailing: Part
  ) -> TerminalLine {
    let leading =
      if let notice {
        Part(" \(notice)", color: "warning")
      } else if newAboveCount > 0 {
        Part(" ↑ \(newAboveCount) new", color: "accent", isBold: true)
      } else {
        Part(" \(keys)", color: "secondaryText")
      }
    var trailing = trailing
    trailing.text += " "
    return TerminalLine([leading], trailing: [trailing])
  }
}
