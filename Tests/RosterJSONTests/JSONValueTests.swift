import Foundation
import RosterJSON
import Testing

@Suite struct JSONValueTests {
  @Test func accessorsGiveTheValueOfTheirKindOnly() {
    let value: JSONValue = ["a": [true, 1.5, "x"], "b": .null]
    #expect(value["a"]?.arrayValue?.first?.boolValue == true)
    #expect(value["a"]?.arrayValue?.dropFirst().first?.numberValue == 1.5)
    #expect(value["a"]?.arrayValue?.last?.stringValue == "x")
    #expect(value["b"] == .some(.null))
    #expect(value["c"] == .none)
    #expect(value.stringValue == nil)
    #expect(JSONValue.null["a"] == .none)
    #expect(JSONValue.null.objectValue == nil)
  }

  @Test(
    arguments: [
      (3, 3), (-0.0, 0), (9_007_199_254_740_992, 9_007_199_254_740_992),
      (-9_007_199_254_740_992, -9_007_199_254_740_992),
    ] as [(JSONValue, Int)])
  func wholeNumbersAreInts(value: JSONValue, expected: Int) {
    #expect(value.intValue == expected)
  }

  @Test(arguments: [0.5, 1e16, .number(.nan), .number(.infinity), "3", true] as [JSONValue])
  func otherValuesAreNoInts(value: JSONValue) {
    #expect(value.intValue == nil)
  }

  @Test func stringsThatDifferInNormalizationOnlyAreDifferentValues() {
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(JSONValue.object(["\u{E9}": 1]) != .object(["e\u{301}": 1]))
    #expect(JSONValue.object(["\u{E9}": 1]) == .object(["\u{E9}": 1]))
  }

  @Test func aValueEqualsItselfAlsoIfItIsNoNumber() {
    let value: JSONValue = [.number(.nan), ["a": .number(-.nan)]]
    #expect(value == [.number(-.nan), ["a": .number(.nan)]])
    #expect(Set([value, [.number(-.nan), ["a": .number(.nan)]]]).count == 1)
    #expect(JSONValue.number(.nan) != .number(0))
    #expect(JSONValue.number(.nan) != .null)
    #expect(Set<JSONValue>([0, .number(-0.0), false, .null, "", [], [:]]).count == 6)
  }

  @Test func lastMemberOfALiteralStays() {
    let value: JSONValue = ["a": 1, "a": 2]
    #expect(value == ["a": 2])
  }

  @Test func messagesShowJSON() {
    let value: JSONValue = ["a": [1.5, "b", .null]]
    #expect("\(value)" == #"{"a":[1.5,"b",null]}"#)
    #expect("\([value, 2])" == #"[{"a":[1.5,"b",null]}, 2]"#)
    #expect("\(["a": "b"] as JSONObject)" == #"{"a":"b"}"#)
  }

  @Test func codersCarryEveryKindOfValue() throws {
    let value: JSONValue = [
      "a": [.null, true, false, 1, -2.5, "1", [:], []], "b": ["c": "é"],
      "d": [
        738_529_527_931_269_425, .integer(Int64.min), .integer(UInt64.max), .integer(UInt128.max),
        .integer(Int128.min), .number(7.385295279312694e17), .number(1e17), .number(1e300),
      ],
    ]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    #expect(try JSONParser().parse(data) == value)
  }

  @Test func aNumberThatAnEncoderWouldRoundIsRefusedWithItsPath() throws {
    let value = try JSONParser().parse(#"{"a":{"b":0.10000000000000001}}"#)
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "b"])
  }

  @Test func aValueIsAsLargeAsATextAndItsKind() {
    #expect(MemoryLayout<JSONValue>.size == MemoryLayout<String>.size + 1)
  }
}
