import RosterText
import Testing

@Suite struct TextOptionsTests {
  @Test func allLinesAreShownByDefault() {
    #expect(TextOptions().maximumLines == nil)
    #expect(lines("a\nb\nc", 1) == ["a", "b", "c"])
  }

  @Test(arguments: [nil, 0, -1])
  func noPositiveMaximumIsNoMaximum(_ maximum: Int?) {
    #expect(lines("a\nb\nc", 1, TextOptions(maximumLines: maximum)) == ["a", "b", "c"])
  }

  @Test func newlinesAreSpacesUnlessPreserved() {
    let options = TextOptions(preservesNewlines: false)
    #expect(lines("ab\ncd\r\nef", 5, options) == ["ab cd", "ef"])
    #expect(lines("ab\u{2028}cd\u{85}ef", 99, options) == ["ab cd ef"])
    #expect(TextContent("ab\r\ncd", measurer: TerminalMeasurer(), options: options).text == "ab cd")
  }

  @Test func textThatIsNeverWrappedHasOneLineForEachNewline() {
    #expect(
      lines("one two\nthree four", 3, TextOptions(wrapping: .never)) == ["one two", "three four"])
  }

  @Test func charactersWrapBehindAnyCharacter() {
    #expect(lines("one two", 3, TextOptions(wrapping: .characters)) == ["one", "two"])
    #expect(lines("one twos", 3, TextOptions(wrapping: .characters)) == ["one", "two", "s"])
    #expect(lines("ab\u{A0}cd", 3, TextOptions(wrapping: .characters)) == ["ab\u{A0}", "cd"])
  }

  @Test func longWordsWrapWithinIfTheyMay() {
    let options = TextOptions(wrapping: .wordsOrCharacters)
    #expect(lines("a longest word", 4, options) == ["a", "long", "est", "word"])
    #expect(lines("a longest word", 4) == ["a", "longest", "word"])
  }
}
