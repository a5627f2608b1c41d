import RosterText

/// The characters of a text as cells show them, each with the one or two cells that it takes.
///
/// Text of a model may contain anything. What a terminal would act upon is shown replaced, so that
/// it can neither do something nor go unnoticed:
///
///     "a\u{1B}[2J"    a ␛ [ 2 J     control characters by their pictures
///     "a\u{202E}b"    a � b         controls of direction, C1, separators of lines
///     "a\tb"          a       b     tabs by spaces, up to the next tab stop of the text
///
/// What takes no cell on its own is left out: a terminal would add it to a neighbour, which has
/// other text. Apart from what is replaced, a text takes as many cells as ``TerminalMeasurer`` says.
package struct VisibleCharacters: Sequence, IteratorProtocol {
  package struct Element: Hashable, Sendable {
    package let text: String
    /// 1 or 2.
    package let columns: Int

    static let replacement = Element(text: "\u{FFFD}", columns: 1)
    static let space = Element(text: " ", columns: 1)
  }

  /// The maximum length of a character in UTF-8. The longest emoji take about 40 bytes; what is
  /// longer is cut, so that a cell is bounded.
  package static let byteCountMax = 64

  private static let measurer = TerminalMeasurer()
  private var rest: Substring.Iterator
  /// What the last character consists of and was not returned yet, in reverse order.
  private var pending: [Element] = []
  /// The number of columns before the next character.
  private var column = 0

  package init(_ text: some StringProtocol) { rest = Substring(text).makeIterator() }

  package mutating func next() -> Element? {
    while true {
      if let element = pending.popLast() { return advance(element) }
      guard let character = rest.next() else { return nil }
      if let byte = character.asciiValue, 0x20..<0x7F ~= byte {
        return advance(Element(text: String(character), columns: 1))
      }
      expand(character)
    }
  }

  private mutating func advance(_ element: Element) -> Element {
    // The column only serves tab stops.
    column &+= element.columns
    return element
  }

  private mutating func expand(_ character: Character) {
    if character == "\t" {
      let count = Self.measurer.tabColumns - column % Self.measurer.tabColumns
      pending = Array(repeating: .space, count: count)
      return
    }
    let text = Substring(String(character))
    let scalars = text.unicodeScalars
    if scalars.contains(where: \.isActedUponByTerminals) {
      // Such scalars are characters of their own, apart from a line feed behind a return.
      pending = scalars.reversed().map(Self.picture)
    } else if Self.measurer.columns(ofCluster: scalars) <= 2 {
      pending = Self.elements(text)
    } else {
      pending = Self.parts(text).reversed().flatMap(Self.elements)
    }
  }

  /// Returns what shows that there is a scalar that must not reach the terminal.
  private static func picture(_ scalar: Unicode.Scalar) -> Element {
    switch scalar.value {
    case 0x00..<0x20: picture(at: 0x2400 + scalar.value)
    case 0x7F: picture(at: 0x2421)
    default: .replacement
    }
  }

  private static func picture(at value: UInt32) -> Element {
    Unicode.Scalar(value).map { Element(text: String($0), columns: 1) } ?? .replacement
  }

  /// Returns the parts of a character of more than two columns, as in Indic scripts: each scalar
  /// that takes columns, with those behind it that take none.
  private static func parts(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    for index in text.unicodeScalars.indices where index > start {
      let scalar = text.unicodeScalars[index...].prefix(1)
      guard measurer.columns(ofCluster: scalar) > 0 else { continue }
      parts.append(text[start..<index])
      start = index
    }
    parts.append(text[start...])
    return parts
  }

  /// Returns a character, or a part of one, as cells show it; nothing if it takes none.
  private static func elements(_ text: Substring) -> [Element] {
    // What takes no cell and stands before everything else would be added to the cell before.
    let start = text.unicodeScalars.indices.first {
      measurer.columns(ofCluster: text.unicodeScalars[$0...].prefix(1)) > 0
    }
    let text = bounded(text[(start ?? text.endIndex)...])
    let columns = measurer.columns(ofCluster: text.unicodeScalars)
    switch text.unicodeScalars.first?.properties.generalCategory {
    case nil: return []
    case .spacingMark: return Array(repeating: .replacement, count: columns)
    default: return [Element(text: String(text), columns: Swift.min(columns, 2))]
    }
  }

  private static func bounded(_ text: Substring) -> Substring {
    guard text.utf8.count > byteCountMax else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: byteCountMax)
    while end > text.startIndex, UTF8.isContinuation(text.utf8[end]) {
      end = text.utf8.index(before: end)
    }
    return text[..<end]
  }
}
