import Foundation
import RosterTestKit
import RosterText
import RosterWidgets
import Testing

/// Editing beside an array of characters.
@Suite struct TextEditingTests {
  private static let pieces = ["a", "b", " ", "é", "字", "👍🏽", "\n", "1", "."]

  /// A text as an array of characters, which none of the pieces joins with another.
  private struct NaiveEditing: Equatable {
    var characters: [Character] = []
    var anchor = 0
    var head = 0

    var text: String { String(characters) }
    var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

    mutating func enter(_ text: String, _ maximum: Int) {
      let room = maximum - (characters.count - range.count)
      let entered = Array(text.prefix(max(0, room)))
      if entered.isEmpty { return }
      characters.replaceSubrange(range, with: entered)
      (anchor, head) = (range.lowerBound + entered.count, range.lowerBound + entered.count)
    }

    mutating func delete(_ isForward: Bool) {
      var range = range
      if range.isEmpty {
        let other = min(max(head + (isForward ? 1 : -1), 0), characters.count)
        range = min(head, other)..<max(head, other)
      }
      characters.removeSubrange(range)
      (anchor, head) = (range.lowerBound, range.lowerBound)
    }

    mutating func move(_ isForward: Bool, _ isExtending: Bool) {
      if !isExtending, anchor != head {
        head = isForward ? range.upperBound : range.lowerBound
      } else {
        head = min(max(head + (isForward ? 1 : -1), 0), characters.count)
      }
      if !isExtending { anchor = head }
    }

    /// The offset in UTF-8 of a number of characters.
    func offset(_ count: Int) -> Int { String(characters[..<count]).utf8.count }
  }

  @Test func randomCommandsDoWhatTheyDoToAnArray() throws {
    for seed in 0..<150 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let rules = TextRules(maximumLength: 12, allowsNewlines: true)
      var editing = TextEditing()
      var naive = NaiveEditing()
      for _ in 0..<60 {
        switch random.index(below: 7) {
        case 0, 1, 2:
          let text = (0..<(1 + random.index(below: 3))).map { _ in
            Self.pieces[random.index(below: Self.pieces.count)]
          }.joined()
          editing.perform(random.happens(percent: 50) ? .insert(text) : .paste(text), under: rules)
          naive.enter(text, 12)
        case 3:
          let isForward = random.happens(percent: 50)
          editing.perform(.delete(isForward ? .forward : .backward, by: .character), under: rules)
          naive.delete(isForward)
        case 4, 5:
          let (isForward, isExtending) = (random.happens(percent: 50), random.happens(percent: 50))
          editing.perform(
            .move(isForward ? .forward : .backward, by: .character, extending: isExtending),
            under: rules)
          naive.move(isForward, isExtending)
        default:
          let count = naive.characters.count + 1
          (naive.anchor, naive.head) = (random.index(below: count), random.index(below: count))
          editing.perform(
            .select(
              TextSelection(anchor: naive.offset(naive.anchor), head: naive.offset(naive.head))),
            under: rules)
        }
        try #require(editing.text == naive.text, "seed \(seed)")
        let selection = TextSelection(
          anchor: naive.offset(naive.anchor), head: naive.offset(naive.head))
        try #require(editing.selection == selection, "seed \(seed)")
        try #require(editing.selectedText == String(naive.characters[naive.range]))
      }
    }
  }

  /// Any commands: all steps back give the first text, and all steps forward the last one.
  @Test func stepsLeadBackAndForward() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let start = "see you, soon"
      var editing = TextEditing(start)
      for _ in 0..<30 { editing.perform(randomCommand(&random)) }
      editing.perform(.unmark)
      let end = editing.text
      while editing.canUndo { editing.perform(.undo) }
      try #require(editing.text == start, "seed \(seed)")
      while editing.canRedo { editing.perform(.redo) }
      try #require(editing.text == end, "seed \(seed)")
      try #require(editing.selection.range.upperBound <= end.utf8.count)
    }
  }

  @Test func editingsComeBackFromTheirJSON() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var editing = TextEditing("see you")
      for _ in 0..<12 { editing.perform(randomCommand(&random)) }
      let data = try JSONEncoder().encode(editing)
      let decoded = try JSONDecoder().decode(TextEditing.self, from: data)
      try #require(decoded == editing, "seed \(seed)")
    }
  }

  private func randomCommand(_ random: inout SplitMix64) -> TextCommand {
    let pieces = Self.pieces + ["\u{301}", "🇩", "\u{200D}", "word", "\u{7}"]
    let piece = pieces[random.index(below: pieces.count)]
    let unit = TextUnit.allCases[random.index(below: 3)]
    let direction: TextCommand.Direction = random.happens(percent: 50) ? .forward : .backward
    let (lower, length) = (random.index(below: 20), random.index(below: 5))
    switch random.index(below: 12) {
    case 0, 1, 2: return .insert(piece)
    case 3: return .paste(piece + piece)
    case 4, 5: return .delete(direction, by: unit)
    case 6: return .move(direction, by: unit, extending: random.happens(percent: 50))
    case 7: return .select(TextSelection(anchor: lower, head: lower + length))
    case 8: return .replace(lower..<(lower + length), with: piece)
    case 9, 10: return .mark(random.happens(percent: 20) ? "" : piece + piece)
    default: return .unmark
    }
  }

  @Test func typingIsUndoneWordByWord() {
    var editing = TextEditing()
    for character in "one two" { editing.perform(.insert(String(character))) }
    editing.perform(.undo)
    #expect(editing.text == "one ")
    editing.perform(.undo)
    #expect(editing.text == "")
    editing.perform(.redo)
    #expect(editing.text == "one ")
    editing.perform(.insert("x"))
    #expect(!editing.canRedo)
    for _ in 0..<3 { editing.perform(.delete(.backward, by: .character)) }
    editing.perform(.undo)
    #expect(editing.text == "one x")
    editing.perform(.paste("y"))
    editing.perform(.paste("z"))
    editing.perform(.undo)
    #expect(editing.text == "one xy")
  }

  @Test func undoIsBounded() {
    var editing = TextEditing()
    for _ in 0..<100 { editing.perform(.paste("x")) }
    var count = 0
    while editing.canUndo {
      editing.perform(.undo)
      count += 1
    }
    #expect(count == TextEditing.undoDepthMax)
    editing.perform(.paste(String(repeating: "x", count: TextEditing.undoByteCountMax + 1)))
    #expect(!editing.canUndo)
  }

  @Test func wordsAndLinesAreDeletedWhole() {
    var editing = TextEditing("one two\nthree four")
    editing.perform(.delete(.backward, by: .word))
    #expect(editing.text == "one two\nthree ")
    editing.perform(.delete(.backward, by: .line))
    #expect(editing.text == "one two\n")
    editing.perform(.select(TextSelection(at: 0)))
    editing.perform(.delete(.forward, by: .word))
    #expect(editing.text == " two\n")
    editing.perform(.delete(.forward, by: .line))
    #expect(editing.text == "\n")
  }

  @Test func theCursorIsBehindWhatItJoins() {
    var editing = TextEditing("🇪🇫")
    editing.perform(.select(TextSelection(at: 0)))
    editing.perform(.insert("🇩"))
    #expect(editing.selection == TextSelection(at: 8))
    editing = TextEditing("e")
    editing.perform(.insert("\u{301}"))
    #expect(editing.selection == TextSelection(at: 3))
    editing.perform(.delete(.backward, by: .character))
    #expect(editing.text == "")
  }

  @Test func controlCharactersAreNotEntered() {
    let line = TextRules(), lines = TextRules(allowsNewlines: true)
    let text = "a\u{1B}[1m\u{7}\u{9B}b\r\nc\td\u{2028}e\u{7F}\u{0}"
    #expect(line.filtered(text) == "a[1mb c d e")
    #expect(lines.filtered(text) == "a[1mb\nc\td\ne")
    for value in 0..<0x110000 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .control
      else { continue }
      let entered = line.filtered("x\(Character(scalar))y")
      #expect(entered == "xy" || entered == "x y", "\(value)")
    }
  }

  @Test func whatMayNotBeEnteredReplacesNothing() {
    var editing = TextEditing("12")
    let rules = TextRules(maximumLength: 2, characters: .digits)
    editing.perform(.insert("3"), under: rules)
    #expect(editing.text == "12")
    editing.perform(.selectAll)
    editing.perform(.insert("x"), under: rules)
    #expect(editing.text == "12")
    editing.perform(.insert("a3b45"), under: rules)
    #expect(editing.text == "34")
    editing.perform(.change(to: "3x4"), under: rules)
    #expect(editing.text == "34")
    var long = TextEditing("12345")
    long.perform(.select(TextSelection(anchor: 0, head: 1)))
    long.perform(.insert("9"), under: rules)
    #expect(long.text == "12345")
    long.perform(.delete(.backward, by: .character), under: rules)
    #expect(long.text == "2345")
  }

  @Test func aMarkThatJoinsACharacterNeedsNoRoom() {
    var editing = TextEditing("ae")
    editing.perform(.insert("\u{301}x"), under: TextRules(maximumLength: 2))
    #expect(editing.text == "ae\u{301}")
  }

  @Test func compositionIsOneStep() {
    var editing = TextEditing("x y")
    editing.perform(.select(TextSelection(anchor: 2, head: 3)))
    editing.perform(.mark("n"))
    editing.perform(.mark("ni", selection: TextSelection(at: 1)))
    #expect(editing.text == "x ni")
    #expect(editing.markedRange == 2..<4)
    #expect(editing.selection == TextSelection(at: 3))
    editing.perform(.insert("你"))
    #expect(editing.text == "x 你")
    #expect(editing.markedRange == nil)
    editing.perform(.undo)
    #expect(editing.text == "x y")
    #expect(editing.selection == TextSelection(anchor: 2, head: 3))
    editing.perform(.mark("ni"))
    editing.perform(.mark(""))
    #expect(editing.text == "x ")
    #expect(editing.markedRange == nil)
    editing.perform(.mark("a1"))
    editing.perform(.move(.backward, by: .character), under: TextRules(characters: .digits))
    #expect(editing.text == "x 1")
  }

  @Test func storedOffsetsThatDoNotFitAreCorrected() throws {
    let json = """
      {"text":"aé","selection":{"anchor":2,"head":99,"affinity":"upstream"},
       "composition":{"range":[1,9],"replaced":"","before":{"anchor":0,"head":0,"affinity":"upstream"}},
       "history":{"done":[{"offset":-1,"removed":"a","inserted":"b",
         "before":{"anchor":0,"head":0,"affinity":"upstream"}}],"undone":[],"open":"alone"}}
      """
    let editing = try JSONDecoder().decode(TextEditing.self, from: Data(json.utf8))
    #expect(editing.selection == TextSelection(anchor: 1, head: 3, affinity: .upstream))
    #expect(editing.markedRange == nil)
    #expect(!editing.canUndo)
  }
}
