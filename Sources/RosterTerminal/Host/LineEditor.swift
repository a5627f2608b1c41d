/// A line of text that the user edits, with a cursor between two of its characters.
struct LineEditor: Hashable {
  private(set) var characters: [Character]
  private(set) var cursor: Int

  /// As many characters are taken; what is typed beyond is left out.
  static let countMax = 10_000

  init(_ text: String) {
    characters = Array(text.prefix(Self.countMax))
    cursor = characters.count
  }

  var text: String { String(characters) }

  /// The text before the cursor.
  var head: String { String(characters[..<cursor]) }

  mutating func move(to index: Int) { cursor = min(max(index, 0), characters.count) }

  /// Puts the cursor before the character at an offset in UTF-8, as programs give it.
  mutating func move(toOffset offset: Int) {
    var end = 0
    move(
      to: characters.firstIndex { character in
        end += character.utf8.count
        return end > offset
      } ?? characters.count)
  }

  mutating func insert(_ text: String) {
    // A scalar may join the character before it: the text is put together again.
    let tail = String(characters[cursor...])
    let head = String((head + text.filter { !$0.isNewline }).prefix(Self.countMax))
    characters = Array((head + tail).prefix(Self.countMax))
    cursor = min(head.count, characters.count)
  }

  /// Does what a key stands for in a line of text; returns whether it stands for anything.
  mutating func press(_ press: KeyPress) -> Bool {
    if press.modifiers == .control, case .text(let scalar) = press.key { return control(scalar) }
    switch press.key {
    case .text(let scalar) where press.modifiers.isEmpty: insert(String(Character(scalar)))
    case .backspace where press.modifiers == .alt: deleteWord()
    case .backspace: delete(cursor - 1..<cursor)
    case .delete: delete(cursor..<cursor + 1)
    case .left: move(to: cursor - 1)
    case .right: move(to: cursor + 1)
    case .home: move(to: 0)
    case .end: move(to: characters.count)
    default: return false
    }
    return true
  }

  private mutating func control(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a": move(to: 0)
    case "e": move(to: characters.count)
    case "b": move(to: cursor - 1)
    case "f": move(to: cursor + 1)
    case "h": delete(cursor - 1..<cursor)
    case "d": delete(cursor..<cursor + 1)
    case "k": delete(cursor..<characters.count)
    case "u": delete(0..<cursor)
    case "w": deleteWord()
    default: return false
    }
    return true
  }

  private mutating func deleteWord() {
    let space = characters[..<cursor].lastIndex { !$0.isWhitespace } ?? -1
    let start = space < 0 ? nil : characters[...space].lastIndex(where: \.isWhitespace)
    delete((start.map { $0 + 1 } ?? 0)..<cursor)
  }

  private mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }
}
