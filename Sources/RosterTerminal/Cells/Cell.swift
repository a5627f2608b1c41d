/// One cell of a grid: a character with its style, or the second half of a wide character.
///
/// Only `VisibleCharacters` makes the text of a cell, so a terminal never acts upon it.
package struct Cell: Hashable, Sendable {
  /// The character; empty in the second half of a wide one. At most
  /// ``VisibleCharacters/byteCountMax`` bytes.
  package let text: String
  /// The number of cells that the character takes: 1 or 2, and 0 in the second half.
  package let columns: Int8
  package internal(set) var style: CellStyle

  /// Makes a space.
  package init(blank style: CellStyle = .plain) {
    self.init(text: " ", columns: 1, style: style)
  }

  init(_ character: VisibleCharacters.Element, style: CellStyle) {
    self.init(text: character.text, columns: Int8(character.columns), style: style)
  }

  private init(text: String, columns: Int8, style: CellStyle) {
    self.text = text
    self.columns = columns
    self.style = style
  }

  /// Makes the second half of a wide character.
  static func secondHalf(_ style: CellStyle) -> Cell { Cell(text: "", columns: 0, style: style) }

  /// Whether the cell is the second half of a wide character.
  package var isSecondHalf: Bool { columns == 0 }

  /// Whether erasing shows the same.
  var isErased: Bool { style == .plain && text == " " }
}
