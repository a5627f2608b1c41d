import Foundation
import RosterJSON
import RosterTestKit
import Testing

/// Numbers that a `Double` rounds.
@Suite struct LongNumberTests {
  @Test(arguments: [
    "9007199254740993", "-9007199254740993", "738529527931269425", "9223372036854775807",
    "-9223372036854775808", "18446744073709551615", "18446744073709551617",
    "340282366920938463463374607431768211455", "1234567890123456789012345678901234567890",
    "0.1000000000000000055511151231257827", "0.10000000000000001", "-12345678901234567890.123",
    "0.000001234567890123456789", "1.234567890123456789e-7", "1e-400", "3e-324",
  ])
  func digitsAreKept(text: String) throws {
    let value = try JSONParser().parse(text)
    #expect(value.canonicalText == text)
    #expect(value != .number(try #require(Double(text))))
    #expect(value.numberValue == Double(text))
    #expect(value.intValue == nil)
  }

  @Test(
    arguments: [
      ("9007199254740991", 0x1p53 - 1), ("9007199254740992", 0x1p53),
      ("-9007199254740992", -0x1p53), ("9007199254740994", 0x1p53 + 2),
      ("738529527931269400", 7.385295279312694e17), ("1e2", 100), ("1.0", 1), ("-0", 0),
      ("-0.0e5", 0), ("0e-99999999999999999999", 0), ("0.1", 0.1),
      ("5e-324", .leastNonzeroMagnitude),
      ("0.30000000000000004", 0.1 + 0.2), ("10000000000000000000000", 1e22),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ] as [(String, Double)])
  func aNumberThatADoubleStandsForIsOne(text: String, expected: Double) throws {
    guard case .number(let number) = try JSONParser().parse(text) else {
      Issue.record("\(text) is no Double")
      return
    }
    #expect(number == expected)
  }

  @Test(arguments: [
    ["9007199254740993", "9007199254740993.0", "9007199254740993e0", "90071992547409930e-1"],
    [
      "0.10000000000000001", "0.100000000000000010", "10000000000000001e-17",
      "1.0000000000000001E-1",
    ],
    ["-12345678901234567890000000001", "-1.2345678901234567890000000001e+28"],
    ["738529527931269400", "7.385295279312694e17", "7385295279312694e2"],
    ["0", "-0", "0.000", "-0e400", "0e-400"],
    [String(repeating: "0", count: 0) + "1", "1.0", "10e-1", "0.1e1"],
  ])
  func aNumberHasOneFormHoweverItIsWritten(texts: [String]) throws {
    let values = try texts.map { try JSONParser().parse($0) }
    #expect(Set(values).count == 1)
    #expect(Set(values.map(\.canonicalText)) == [values[0].canonicalText])
  }

  @Test(arguments: [
    "9007199254740991", "9007199254740992", "9007199254740993", "738529527931269425",
    "9223372036854775806", "18446744073709551614", "99999999999999999999999999999999999998",
  ])
  func neighboursDiffer(text: String) throws {
    let next = try #require(UInt128(text)) + 1
    let values = try [text, "\(next)", "-\(text)", "-\(next)"].map { try JSONParser().parse($0) }
    #expect(Set(values).count == 4)
    #expect(Set(values.map(\.hashValue)).count == 4)
    #expect(values.map(\.canonicalText) == [text, "\(next)", "-\(text)", "-\(next)"])
    #expect(Set(try values.map(Self.fingerprint)).count == 4)
  }

  @Test func fingerprintIsThatOfAllDigits() throws {
    let value = try JSONParser().parse(#"{"id":738529527931269425}"#)
    var expected = Fingerprint()
    expected.addItem(canonicalModel: #"{"id":738529527931269425}"#.utf8)
    #expect(try Self.fingerprint(of: value) == expected.hex)
  }

  @Test func integersOfAllTypesComeBack() {
    func check<Integer: FixedWidthInteger>(_ value: Integer) {
      #expect(JSONValue.integer(value).canonicalText == "\(value)")
      #expect(JSONValue.integer(value).integer(as: Integer.self) == value)
    }
    for value in [Int64.min, .max, 1 << 53, 1 << 53 + 1, -1 << 53 - 1, 738_529_527_931_269_400] {
      check(value)
    }
    check(UInt64.max)
    check(Int128.min)
    check(UInt128.max)
    check(UInt8.max)
    #expect(
      JSONValue.number(1e30).integer(as: Int128.self)
        == Int128("1" + String(repeating: "0", count: 30)))
  }

  @Test func otherValuesAreNoIntegers() throws {
    #expect(try JSONParser().parse("9223372036854775808").integer(as: Int64.self) == nil)
    #expect(try JSONParser().parse("0.10000000000000001").integer(as: Int.self) == nil)
    #expect(JSONValue.number(300).integer(as: UInt8.self) == nil)
    for value in [.number(.nan), .number(.infinity), 0.5, "7", .null, true] as [JSONValue] {
      #expect(value.integer(as: Int.self) == nil)
    }
  }

  @Test func literalsAreExact() {
    let value: JSONValue = [738_529_527_931_269_425, -9_223_372_036_854_775_808]
    #expect(value.canonicalText == "[738529527931269425,-9223372036854775808]")
  }

  @Test(arguments: [
    ("[1e400]", "[0]", "the number is too large"),
    (#"{"a":{"b":[0,{"c":-1e309}]}}"#, "a.b[1].c", "the number is too large"),
    ("2e308", "", "the number is too large"),
    ("[[9e999999999999999999999]]", "[0][0]", "the number is too large"),
    (#"{"a":1e-1101}"#, "a", "the number has more than 1100 digits behind the point"),
  ])
  func numberThatIsNotKeptIsRefusedWithItsPath(text: String, path: String, message: String) throws {
    let error = try #require(throws: JSONParseError.self) { try JSONParser().parse(text) }
    #expect(error.path == path)
    #expect(error.message == message)
    #expect(error.description.hasSuffix((path.isEmpty ? "" : "\(path): ") + message))
  }

  @Test(arguments: ["", "0.", "-1.", "1e-", "0.0"])
  func numberOfAMillionDigitsIsRefused(start: String) {
    let text = "{\"id\":\(start)\(String(repeating: "9", count: 1_000_000))}"
    let error = #expect(throws: JSONParseError.self) { try JSONParser().parse(text) }
    #expect(error?.path == "id")
  }

  @Test func aTextThatIsNoJSONHasNoPath() {
    let error = #expect(throws: JSONParseError.self) { try JSONParser().parse(#"{"a":[tru]}"#) }
    #expect(error?.path == nil)
  }

  @Test func longestNumbersAreKept() throws {
    let fraction = "0." + String(repeating: "0", count: 1_099) + "7"
    #expect(try JSONParser().parse(fraction).canonicalText == "7e-1100")
    let whole = "1" + String(repeating: "0", count: 307) + "1"
    #expect(try JSONParser().parse(whole).canonicalText == whole)
    let both = String(repeating: "9", count: 308) + "." + String(repeating: "1", count: 1_100)
    #expect(try JSONParser().parse(both).canonicalText == both)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func numbersAreThoseOfANaiveModel(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let text = NumberText.random(using: &random)
      var other = text
      other.rewrite(using: &random)
      if Bool.random(using: &random) { other.change(using: &random) }
      let (first, second) = (
        try JSONParser().parse(text.text), try JSONParser().parse(other.text)
      )
      let isSame = text.plain == other.plain
      #expect((first == second) == isSame, "\(text.text) \(other.text)")
      #expect((first.canonicalText == second.canonicalText) == isSame, "\(text.text) \(other.text)")
      #expect(!isSame || first.hashValue == second.hashValue, "\(text.text) \(other.text)")
      let again = try JSONParser().parse(first.canonicalText)
      #expect(again == first && again.canonicalText == first.canonicalText, "\(text.text)")
      #expect(NumberText(first.canonicalText)?.plain == text.plain, "\(text.text)")
    }
  }

  private static func fingerprint(of model: JSONValue) throws -> String {
    var fingerprint = Fingerprint()
    fingerprint.addItem(model: model)
    return fingerprint.hex
  }
}

/// A number as its text, and what it says, written without an exponent.
private struct NumberText {
  var isNegative = false
  var whole = "0"
  var fraction = ""
  var exponent = 0

  static func random(using random: inout SplitMix64) -> NumberText {
    func digits(_ counts: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: counts, using: &random)).map { _ in
          "0123456789".randomElement(using: &random) ?? "0"
        })
    }
    var number = NumberText()
    number.isNegative = Bool.random(using: &random)
    let whole = digits(1...(Bool.random(using: &random) ? 20 : 40)).drop { $0 == "0" }
    number.whole = whole.isEmpty ? "0" : String(whole)
    if Bool.random(using: &random) { number.fraction = digits(1...25) }
    if Bool.random(using: &random) { number.exponent = Int.random(in: -40...40, using: &random) }
    return number
  }

  init() {}

  /// Reads canonical text.
  init?(_ text: String) {
    isNegative = text.first == "-"
    let parts = text.drop { $0 == "-" }.split(separator: "e")
    guard let digits = parts.first?.split(separator: "."), let first = digits.first else {
      return nil
    }
    whole = String(first)
    fraction = digits.count > 1 ? String(digits[1]) : ""
    exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  }

  var text: String {
    (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
      + (exponent == 0 ? "" : "e\(exponent)")
  }

  /// What the number is, in one form for each value.
  var plain: String {
    let zeros = String(repeating: "0", count: 100)
    var digits = Array(zeros + whole + fraction + zeros)
    digits.insert(".", at: 100 + whole.count + exponent)
    let trimmed = digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }.reversed()
    return (isNegative && trimmed.count > 1 ? "-" : "") + String(trimmed)
  }

  /// Writes the same number in another way.
  mutating func rewrite(using random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 0...3, using: &random) { fraction += "0" }
    let shift = Int.random(in: 0...5, using: &random)
    for _ in 0..<shift {
      if whole == "0" || whole.count == 1 {
        whole += fraction.isEmpty ? "0" : String(fraction.removeFirst())
        if whole.count > 1, whole.first == "0" { whole.removeFirst() }
        exponent -= 1
      } else {
        fraction = String(whole.removeLast()) + fraction
        exponent += 1
      }
    }
  }

  /// Changes the last digit.
  mutating func change(using random: inout SplitMix64) {
    let digit = "123456789".randomElement(using: &random).map { String($0) } ?? "1"
    if fraction.isEmpty {
      whole = whole == "0" ? digit : whole.dropLast() + digit
    } else {
      fraction = fraction.dropLast() + digit
    }
  }
}
