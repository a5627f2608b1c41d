import RosterJSON
import Testing

@Suite struct JSONParseErrorTests {
  @Test(arguments: [
    ("", 0, "expected a value"), ("  ", 2, "expected a value"),
    ("\u{FEFF}1", 0, "the text starts with a byte order mark (U+FEFF); save it without one"),
    ("nul", 0, "expected a value"),
    ("True", 0, "expected a value"), ("'a'", 0, "expected a value"), ("+1", 0, "expected a value"),
    (".5", 0, "expected a value"), ("NaN", 0, "expected a value"), ("[1,]", 3, "expected a value"),
    ("[,1]", 1, "expected a value"), ("{\"a\":}", 5, "expected a value"),
    ("[1 2]", 3, "expected ',' or ']' in an array"), ("[1", 2, "expected ',' or ']' in an array"),
    ("{\"a\":1", 6, "expected ',' or '}' in an object"), ("{", 1, "expected an object key"),
    ("{a:1}", 1, "expected an object key"), ("{1:1}", 1, "expected an object key"),
    ("{\"a\":1,}", 7, "expected an object key"),
    ("{\"a\" 1}", 5, "expected ':' after an object key"),
    ("{\"a\":1,\"\\u0061\":2}", 7, "this object has the same key twice"),
    ("1 1", 2, "expected nothing after the value"), ("{}]", 2, "expected nothing after the value"),
    ("nullx", 4, "expected nothing after the value"),
    ("1\0", 1, "expected nothing after the value"),
    ("0x1", 1, "expected nothing after the value"),
    ("[1]/**/", 3, "expected nothing after the value"),
  ])
  func brokenStructureIsRefused(text: String, offset: Int, message: String) {
    expectRefusal(of: Array(text.utf8), offset: offset, message: message)
  }

  @Test(arguments: [
    ("-", 1, "expected a digit after '-'"), ("[-a]", 2, "expected a digit after '-'"),
    ("01", 0, "a number must not start with 0"), ("-007", 1, "a number must not start with 0"),
    ("1.", 2, "expected a digit after '.'"), ("[1.e3]", 3, "expected a digit after '.'"),
    ("1e", 2, "expected a digit in the exponent"), ("1e+", 3, "expected a digit in the exponent"),
    ("[1e400]", 1, "the number is too large"), ("-1e309", 0, "the number is too large"),
  ])
  func brokenNumberIsRefused(text: String, offset: Int, message: String) {
    expectRefusal(of: Array(text.utf8), offset: offset, message: message)
  }

  @Test(arguments: [
    (#""a"#, 2, "the string has no closing quote"), (#""a\"#, 3, "the string has no closing quote"),
    (#""a\""#, 4, "the string has no closing quote"),
    ("\"a\nb\"", 2, "a control character in a string must be escaped"),
    ("\"\0\"", 1, "a control character in a string must be escaped"),
    (#""ab\x""#, 3, "there is no such escape"), (#""\é""#, 1, "there is no such escape"),
    (#""\u12""#, 1, "expected four hexadecimal digits after '\\u'"),
    (#""\u00g0""#, 1, "expected four hexadecimal digits after '\\u'"),
    (#""\u\"000""#, 1, "expected four hexadecimal digits after '\\u'"),
    (#""\uD83D""#, 1, "this surrogate lacks its other half"),
    (#""\uD83Dxxxxxx""#, 1, "this surrogate lacks its other half"),
    (#""\uD83D\n""#, 1, "this surrogate lacks its other half"),
    (#""x\uDE00\uD83D""#, 2, "this surrogate lacks its other half"),
    (#""\uD83D\uD83D""#, 1, "this surrogate lacks its other half"),
  ])
  func brokenStringIsRefused(text: String, offset: Int, message: String) {
    expectRefusal(of: Array(text.utf8), offset: offset, message: message)
  }

  @Test(
    arguments: [
      ([0x80], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3], 0), ([0xC3, 0x41], 0),
      ([0xE0, 0x9F, 0xBF], 0), ([0xED, 0xA0, 0x80], 0), ([0xE2, 0x82], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
      ([0xFF], 0),
      ([0x41, 0xC3, 0xA4, 0xFE], 3), ([0x5C, 0x6E, 0xFE], 2),
    ] as [([UInt8], Int)])
  func invalidUTF8IsRefused(content: [UInt8], offset: Int) {
    let quote = UInt8(ascii: "\"")
    expectRefusal(
      of: [quote] + content + [quote], offset: offset + 1, message: "these bytes are not UTF-8")
  }

  @Test func lineAndColumnCountCodePoints() throws {
    let error = try #require(throws: JSONParseError.self) {
      try JSONParser().parse("{\n  \"😀é\" 1}")
    }
    #expect(error.offset == 13)
    #expect(error.description == "line 2, column 8: expected ':' after an object key")
  }

  private func expectRefusal(of bytes: [UInt8], offset: Int, message: String) {
    let error = #expect(throws: JSONParseError.self) { try JSONParser().parse(bytes) }
    #expect(error?.offset == offset)
    #expect(error?.message == message)
  }
}
