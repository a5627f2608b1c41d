import RosterText
import Testing

/// Line breaking seen from the outside: what stands in each line if there is no room.
@Suite struct WordWrappingTests {
  @Test(arguments: [
    ("one two", ["one", "two"]),
    ("one\u{A0}two", ["one\u{A0}two"]),
    ("one\u{2060}世", ["one\u{2060}世"]),
    ("one\u{200B}two", ["one\u{200B}", "two"]),
    ("well-known", ["well-", "known"]),
    ("1-2", ["1-2"]),
    ("-1", ["-1"]),
    ("$1,234.50 each", ["$1,234.50", "each"]),
    ("(12)% of $(5)", ["(12)%", "of", "$(5)"]),
    ("say \u{201C}yes\u{201D}, please", ["say", "\u{201C}yes\u{201D},", "please"]),
    ("wait ! now", ["wait !", "now"]),
    ("world…world", ["world…", "world"]),
    ("[a] (b)", ["[a]", "(b)"]),
    ("a—b", ["a", "—", "b"]),
  ])
  func punctuationKeepsToItsWords(_ text: String, _ expected: [String]) {
    #expect(lines(text, 0) == expected)
  }

  @Test(arguments: [
    ("https://example.org/a/b?c=d", ["https://", "example.org/", "a/", "b?", "c=d"]),
    ("Sources/RosterText", ["Sources/", "RosterText"]),
    ("a/b and/or 1/2", ["a/", "b", "and/", "or", "1/2"]),
  ])
  func addressesBreakBehindSlashes(_ text: String, _ expected: [String]) {
    #expect(lines(text, 0) == expected)
  }

  @Test(arguments: [
    ("世界地図", ["世", "界", "地", "図"]),
    ("「世界」。", ["「世", "界」。"]),
    ("きゃー", ["きゃー"]),
    ("한국어 글", ["한", "국", "어", "글"]),
    ("1世界", ["1", "世", "界"]),
  ])
  func ideographsBreakBetweenButNotBeforeClosingPunctuation(
    _ text: String, _ expected: [String]
  ) {
    #expect(lines(text, 0) == expected)
  }

  @Test(arguments: [
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
    ("👍🏽👍🏽", ["👍🏽", "👍🏽"]),
    ("🇩🇪🇫🇷🇮🇹", ["🇩🇪", "🇫🇷", "🇮🇹"]),
    ("❤️❤️", ["❤️", "❤️"]),
    ("e\u{301}a o\u{308}", ["e\u{301}a", "o\u{308}"]),
  ])
  func charactersStayWhole(_ text: String, _ expected: [String]) {
    #expect(lines(text, 0) == expected)
  }

  /// Where words are not separated a dictionary would be needed (UAX #14, class SA).
  @Test func thaiBreaksOnlyAtSpaces() {
    #expect(lines("ภาษาไทย ดี", 0) == ["ภาษาไทย", "ดี"])
    #expect(lines("ภาษา", 2, TextOptions(wrapping: .characters)) == ["ภา", "ษา"])
  }

  @Test func markOnASpaceStaysOnIt() {
    #expect(lines("ab \u{301}cd", 0) == ["ab \u{301}cd"])
  }
}
