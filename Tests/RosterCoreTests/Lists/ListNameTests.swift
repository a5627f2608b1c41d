import RosterCore
import Testing

/// How names of lists are told apart, and stand in messages.
struct ListNameTests {
  @Test(arguments: [
    ("inbox", #""inbox""#), ("", #""""#), (#"say "hi""#, #""say \"hi\"""#), (#"a\b"#, #""a\\b""#),
    ("\"\u{301}", "\"\\\"\u{301}\""), ("a\nb", "\"a\nb\""),
  ])
  func aNameInQuotationMarksEndsAtTheLastOne(name: String, quoted: String) {
    #expect(name.inQuotes.isSameName(as: quoted), "\(name.inQuotes)")
  }

  @Test(arguments: ["inbox", "to do", "a b c", "a-b/c:d", "naïve", "日本", "§", "it's", "\u{1B}[2J"])
  func aPlainNameStandsAsItIs(name: String) {
    #expect(name.inQuotesUnlessPlain.isSameName(as: name))
  }

  @Test(arguments: [
    "", " ", " a", "a ", "a  b", "a,b", "\"", #"a\b"#, "a\tb", "a\r\nb", "\u{85}", "a\u{2028}",
    "\"\u{301}",
  ])
  func whatIsNotPlainStandsInQuotationMarks(name: String) {
    #expect(name.inQuotesUnlessPlain.isSameName(as: name.inQuotes))
  }

  @Test func namesAreTheSameIfTheirBytesAre() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(!composed.isSameName(as: decomposed))
    #expect(composed.isSameName(as: "\u{E9}"))
  }
}
