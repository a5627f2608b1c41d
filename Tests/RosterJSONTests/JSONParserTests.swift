import RosterJSON
import RosterTestKit
import Testing

@Suite struct JSONParserTests {
  @Test(
    arguments: [
      ("null", .null), ("true", true), ("false", false), ("\t\r\n 1 ", 1),
      ("0", 0), ("-0", 0), ("-12", -12), ("123456789012345678", 123_456_789_012_345_678),
      ("1.5", 1.5), ("1E2", 100),
      ("-1.25e-2", -0.0125), ("1e+3", 1000), ("5e-324", .number(.leastNonzeroMagnitude)),
      ("1.7976931348623157e308", 1.7976931348623157e308), ("0.1", 0.1),
      (#""""#, ""), (#""a""#, "a"), (#""sixteen bytes or more""#, "sixteen bytes or more"),
      ("\"äß€😀\u{7F}\"", "äß€😀\u{7F}"), ("[]", []), ("[ ]", []), ("[1,[2], 3 ]", [1, [2], 3]),
      ("{}", [:]), ("{ }", [:]), (#"{"a":1,"b":{"a":[]}}"#, ["a": 1, "b": ["a": []]]),
      (#" { "a" : [ "" , null ] } "#, ["a": ["", .null]]),
    ] as [(String, JSONValue)])
  func textIsParsed(text: String, expected: JSONValue) throws {
    #expect(try JSONParser().parse(text) == expected)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""a\u0041\u00e9""#, "aAé"),
    (#""\u20AC\u20ac""#, "€€"), (#""\uD83D\uDE00!""#, "😀!"), (#""\u0000""#, "\0"),
    (#""ä\n\uFFFF""#, "ä\n\u{FFFF}"), (#""\\u0041""#, "\\u0041"), (#""\\""#, "\\"),
    (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
  ])
  func escapesAreUndone(text: String, expected: String) throws {
    #expect(try JSONParser().parse(text) == .string(expected))
  }

  @Test func everyShapeOfInputIsTaken() throws {
    let text = #"  {"a":[1,"é"]}"#
    let bytes = Array(text.utf8)
    let expected: JSONValue = ["a": [1, "é"]]
    #expect(try JSONParser().parse(text.dropFirst(2)) == expected)
    #expect(try JSONParser().parse(bytes) == expected)
    #expect(try JSONParser().parse(bytes[1...]) == expected)
    #expect(try JSONParser().parse(Array(bytes.reversed()).reversed()) == expected)
    #expect(try bytes.withUnsafeBufferPointer { try JSONParser().parse($0) } == expected)
  }

  @Test func moreValuesThanAreTakenAreRefused() throws {
    let parser = JSONParser(valueCountMax: 4)
    #expect(try parser.parse("[1,{\"a\":2}]") == [1, ["a": 2]])
    let error = #expect(throws: JSONParseError.self) { try parser.parse("[1,{\"a\":2},3]") }
    #expect(error?.offset == 11)
    #expect(error?.message == "more values than the reader takes")
  }

  @Test func nestingIsTakenUpToTheLimit() throws {
    let parser = JSONParser()
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try parser.parse(deepest).canonicalText == deepest)
    let error = #expect(throws: JSONParseError.self) { try parser.parse("[" + deepest + "]") }
    #expect(error?.offset == 512)
    #expect(error?.message == "more than 512 levels of nesting")
  }

  @Test func veryDeepNestingIsRefusedAndNotACrash() {
    let text = String(repeating: #"{"a":["#, count: 1_000_000)
    #expect(throws: JSONParseError.self) { try JSONParser().parse(text) }
  }

  @Test func levelsThatWereLeftDoNotCount() throws {
    #expect(try JSONParser(depthMax: 2).parse("[[],[],{}]") == [[], [], [:]])
    #expect(throws: JSONParseError.self) { try JSONParser(depthMax: 2).parse("[[[]]]") }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func damagedTextIsParsedOrRefused(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let seedText = #"{"a😀\n\ud83d\ude00":[1,-2.5e3,null,true,{"":"ä"},"\\"],"b":[[],{}]}"#
    let alphabet = Array("\"\\u{}[]:,0.e-tn \u{1}ä😀".utf8) + [0x80, 0xC0, 0xED, 0xFF]
    for _ in 0..<500 {
      var bytes = Array(seedText.utf8)
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.removeLast(Int.random(in: 0...3, using: &random))
        case 2: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: index)
        default: bytes[index] = alphabet.randomElement(using: &random) ?? 0
        }
      }
      do throws(JSONParseError) {
        let value = try JSONParser().parse(bytes)
        #expect(try JSONParser().parse(value.canonicalText) == value)
        #expect(String(validating: bytes, as: UTF8.self) != nil)
      } catch {
        #expect(0...bytes.count ~= error.offset)
      }
    }
  }
}
