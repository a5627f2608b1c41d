import Roster

extension ViewNode {
  /// Makes the view as large as a text is on a terminal; lines break where there is no more room.
  consuming func measured(as text: String) -> Self { measured(by: TextContent(terminal: text)) }
}

extension TextContent {
  /// A text on a terminal: a point is a column or a line.
  convenience init(terminal text: String) {
    self.init(
      text, measurer: TerminalMeasurer(), options: TextOptions(wrapping: .wordsOrCharacters))
  }
}
