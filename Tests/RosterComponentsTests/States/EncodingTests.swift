import Foundation
import RosterJSON
import Testing

@testable import RosterComponents

@Suite("Encoding of states")
struct EncodingTests {
  private struct Everything: Codable, Equatable {
    enum Shape: Codable, Equatable {
      case circle(radius: Double)
      case pair(Int, Int)
      case none
    }

    struct Inner: Codable, Equatable {
      var list: [[Int]] = [[1], [], [2, 3]]
      var missing: Int?
      var found: Int? = 4
    }

    var flag = true
    var text = "Größe 👩‍👧 \"\n\u{1}"
    var wholes: [Int64] = [0, -1, 1 << 53, -1 << 53]
    var small = UInt8.max
    var float: Float = 0.1
    var double = 1e300
    var byNumber = [3: "three", -1: "minus one"]
    var byText = ["b": 2, "a": 1]
    var shapes: [Shape] = [.circle(radius: 0.5), .pair(1, 2), .none]
    var inner = Inner()
    var optionals: [Int?] = [1, nil, 3]
    var date = Date(timeIntervalSinceReferenceDate: 12345.678)
    var data = Data([0, 255, 7])
    var url = URL(string: "https://example.org/a%20b?c=d")
    var identifier = UUID(uuidString: "6D5AC06A-4B38-4B36-AE9F-7A0CB6225B82")
    var price = Decimal(string: "12.99")
    var range = 1...3
    var set: Set<String> = ["one"]
    var json: JSONValue = ["x": [1, .null, "y"]]
  }

  /// Makes use of what few types make use of.
  private struct Odd: Codable, Equatable {
    enum Key: CodingKey { case list, object, base }
    enum InnerKey: CodingKey { case a, b }

    var a = 1
    var b = "two"

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      a = try list.decode(Int.self)
      let object = try container.nestedContainer(keyedBy: InnerKey.self, forKey: .object)
      b = try object.decode(String.self, forKey: .b)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(a)
      var inner = list.nestedContainer(keyedBy: InnerKey.self)
      try inner.encode(a, forKey: .a)
      var deep = list.nestedUnkeyedContainer()
      try deep.encodeNil()
      try b.encode(to: list.superEncoder())
      #expect(list.count == 4)
      var object = container.nestedContainer(keyedBy: InnerKey.self, forKey: .object)
      try object.encodeNil(forKey: .a)
      try object.encode(b, forKey: .b)
      try a.encode(to: container.superEncoder())
      try b.encode(to: container.superEncoder(forKey: .base))
    }
  }

  private struct Silent: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }

  private struct Wrapper<Value: Codable & Equatable>: Codable, Equatable { var value: Value }

  @Test func jsonDecoderReadsBackWhatWasEncoded() throws {
    let value = Everything()
    let text = try StateJSON.encode(value)
    #expect(try StateJSON.decode(Everything.self, from: text) == value)
  }

  @Test func theJSONIsTheSameAsThatOfJSONEncoder() throws {
    let value = Everything()
    let expected = try JSONParser().parse(JSONEncoder().encode(value))
    #expect(try StateEncoder.json(of: value) == expected)
    let odd = try JSONParser().parse(JSONEncoder().encode(Odd()))
    #expect(try StateEncoder.json(of: Odd()) == odd)
    #expect(try StateJSON.decode(Odd.self, from: StateJSON.encode(Odd())) == Odd())
  }

  @Test func theTextIsCanonical() throws {
    #expect(
      try StateJSON.encode(["b": 1.0, "a": 1e21, "ä": -0.5, "A": 0])
        == #"{"A":0,"a":1e+21,"b":1,"ä":-0.5}"#)
    #expect(try StateJSON.encode(Float(0.1)) == "0.1")
    #expect(try StateJSON.encode("/") == #""/""#)
  }

  @Test func aStateMayBeAValueWithoutMembers() throws {
    #expect(try StateJSON.encode(7) == "7")
    #expect(try StateJSON.encode("text") == #""text""#)
    #expect(try StateJSON.encode(Int?.none) == "null")
    #expect(try StateJSON.encode([Int]()) == "[]")
    #expect(try StateJSON.encode(NoState()) == "{}")
    #expect(try StateJSON.encode(Date(timeIntervalSinceReferenceDate: 1.5)) == "1.5")
    #expect(try StateJSON.decode(Int.self, from: "7") == 7)
  }

  @Test(arguments: [Int64.max, .min, 1 << 53 + 1, -1 << 53 - 1, 1 << 60])
  func aWholeNumberKeepsItsDigits(_ number: Int64) throws {
    let text = try StateJSON.encode(["a": [number]])
    #expect(text == #"{"a":[\#(number)]}"#)
    #expect(try StateJSON.decode([String: [Int64]].self, from: text) == ["a": [number]])
  }

  @Test func theLongestUnsignedNumberKeepsItsDigits() throws {
    let text = try StateJSON.encode(UInt64.max)
    #expect(text == "\(UInt64.max)")
    #expect(try StateJSON.decode(UInt64.self, from: text) == .max)
  }

  @Test(arguments: [
    "0.1234567890123456", "12345678901234567890.123", "-0.1", "1e100", "1e-100",
    "9.9999999999999999999999999999999999999", "99999999999999999999999999999999999999e90",
  ])
  func aDecimalKeepsItsDigits(_ text: String) throws {
    let decimal = try #require(Decimal(string: text))
    let json = try StateJSON.encode(Wrapper(value: decimal))
    #expect(try StateJSON.decode(Wrapper<Decimal>.self, from: json).value == decimal)
  }

  @Test func aDecimalThatIsNoNumberIsRefused() {
    #expect(
      reason { try StateJSON.encode(Wrapper(value: Decimal.nan)) }
        == "value: NaN is no number in JSON")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberThatIsNotFiniteIsRefused(_ number: Double) {
    #expect(
      reason { try StateJSON.encode(Wrapper(value: [number])) }
        == "value.[0]: \(number) is no number in JSON")
    #expect(throws: EncodingError.self) { try StateJSON.encode(Float(number)) }
  }

  @Test func aStateThatEncodesNothingIsRefused() {
    #expect(
      reason { try StateEncoder.json(of: Silent()) } == "the value encodes as nothing")
  }

  private func reason(_ body: () throws -> some Any) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return StateCoding.reason(of: error)
    }
  }
}
