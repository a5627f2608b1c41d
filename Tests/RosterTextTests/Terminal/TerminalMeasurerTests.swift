import RosterLayout
import RosterText
import Testing

@Suite struct TerminalMeasurerTests {
  private let measurer = TerminalMeasurer()

  @Test(arguments: [
    ("", 0), ("a", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{302}\u{303}", 1),
    ("世", 2), ("Ａ", 2), ("ｱ", 1), ("ｶﾞ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("　", 2),
    ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{AD}", 0), ("\u{200D}", 0), ("\u{301}", 0),
    ("\u{7F}", 1), ("\u{1B}", 1), ("\u{0}", 1), ("\u{9F}", 1),
    ("ก็", 1), ("क्षि", 2), ("ש\u{5C1}", 1), ("\u{10FFFF}", 1), ("\u{E000}", 1),
  ])
  func charactersTakeTheirColumns(_ text: String, _ columns: Int) {
    #expect(measurer.columns(of: text) == columns)
  }

  @Test(arguments: [
    "😀", "👨‍👩‍👧‍👦", "👍🏽", "☝🏽", "🇩🇪", "❤️", "☀️", "1️⃣", "#️⃣", "*\u{20E3}", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏳️‍🌈", "👁️‍🗨️", "⌚", "🀄",
  ])
  func emojiTakesTwoColumnsWhateverItIsMadeOf(_ emoji: String) {
    #expect(measurer.columns(of: emoji) == 2)
    #expect(measurer.columns(of: "a\(emoji)\(emoji)b") == 6)
  }

  /// Emoji of the versions 16, 17 and 18, and signs that are wide since version 16.
  @Test(arguments: [
    "\u{1FAE9}", "\u{1FAC6}", "\u{1FABE}", "\u{1FADC}", "\u{1FADF}", "\u{1FA89}", "\u{1FA8F}",
    "\u{1F6D8}", "\u{1FA8A}", "\u{1FA8E}", "\u{1FAC8}", "\u{1FACD}", "\u{1FAEA}", "\u{1FAEF}",
    "\u{1FAEB}", "\u{1FADD}", "\u{4DC0}", "\u{4DFF}", "\u{2630}", "\u{2637}", "\u{268A}",
    "\u{268F}",
    "\u{1D300}", "\u{1D356}", "\u{1D360}", "\u{1D376}", "\u{31E4}", "\u{18CFF}",
  ])
  func signOfANewVersionIsWide(_ sign: String) {
    #expect(measurer.columns(of: sign) == 2)
    #expect(measurer.columns(of: "a\(sign)b") == 4)
  }

  @Test(arguments: ["\u{1D357}", "\u{1D35F}", "\u{1D377}", "\u{262F}", "\u{2638}", "\u{2690}"])
  func signBesideWideOnesIsNarrow(_ sign: String) {
    #expect(measurer.columns(of: sign) == 1)
  }

  @Test(arguments: ["❤", "☀", "☝", "©", "❤\u{FE0E}", "\u{1F1E9}", "a\u{FE0F}"])
  func charactersThatAreNoEmojiAreNarrow(_ text: String) {
    #expect(measurer.columns(of: text) == 1)
  }

  @Test func wideEmojiStaysWideAsText() {
    #expect(measurer.columns(of: "⌚\u{FE0E}") == 2)
  }

  @Test func ambiguousCharactersAreWideIfSaid() {
    let wide = TerminalMeasurer(ambiguousIsWide: true)
    for text in ["±", "α", "○", "─", "①"] {
      #expect(measurer.columns(of: text) == 1)
      #expect(wide.columns(of: text) == 2)
    }
    #expect(wide.columns(of: "a\u{301}") == 1)
    #expect(wide.columns(of: "α\u{301}a") == 3)
  }

  @Test func flagsTakeTwoColumnsInPairs() {
    #expect(measurer.columns(of: "🇩🇪🇫🇷") == 4)
    #expect(measurer.columns(of: "🇩🇪\u{1F1EB}") == 3)
  }

  @Test func pointsAreCellsUnlessSaidOtherwise() {
    #expect(size("ab\ncde", .maxContent) == Size(3, 2))
    let measurer = TerminalMeasurer(cell: Size(8, 16))
    #expect(size("ab\ncde", .maxContent, measurer: measurer) == Size(24, 32))
    #expect(lines("ab cd", 16, measurer: measurer) == ["ab", "cd"])
  }

  @Test func widthOfSeveralLinesIsThatOfTheWidest() {
    #expect(measurer.columns(of: "a\nbcd\ne") == 3)
  }

  @Test func widthsDoNotDependOnWhatIsBeside() {
    for first in ["a", "世", "é", "e\u{301}", "😀", "👍🏽", "क्षि", "©", "ｶﾞ", "א"] {
      for second in ["b", "界", "ö", "o\u{308}", "❤️", "❤", "ก็", "한", "α"] {
        let apart = measurer.columns(of: first) + measurer.columns(of: second)
        #expect(measurer.columns(of: first + second) == apart, "\(first) \(second)")
      }
    }
  }
}
