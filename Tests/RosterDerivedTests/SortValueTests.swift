import Foundation
import Roster
import RosterTestKit
import Testing

@testable import RosterDerived

@Suite("Derived lists: forms of values")
struct SortValueTests {
  /// The forms are kept in files: they never change.
  @Test(arguments: [
    (golden(0), "80 00 00 00 00 00 00 00"),
    (golden(-1), "7f ff ff ff ff ff ff ff"),
    (golden(Int.max), "ff ff ff ff ff ff ff ff"),
    (golden(Int8(-1)), "7f ff ff ff ff ff ff ff"), (golden(Int64.min), "00 00 00 00 00 00 00 00"),
    (golden(UInt8.max), "00 00 00 00 00 00 00 ff"), (golden(UInt64.max), "ff ff ff ff ff ff ff ff"),
    (golden(false), "00"), (golden(true), "01"),
    (golden(0.0), "80 00 00 00 00 00 00 00"), (golden(-0.0), "80 00 00 00 00 00 00 00"),
    (golden(1.5), "bf f8 00 00 00 00 00 00"), (golden(-1.5), "40 07 ff ff ff ff ff ff"),
    (golden(Double.infinity), "ff f0 00 00 00 00 00 00"),
    (golden(Double.nan), "ff ff ff ff ff ff ff ff"),
    (golden(-Double.nan), "ff ff ff ff ff ff ff ff"),
    (golden(""), "00 00"), (golden("a"), "61 00 00"), (golden("a\0b"), "61 00 ff 62 00 00"),
    (golden("é"), "c3 a9 00 00"),
    (golden(Data([0, 1])), "00 ff 01 00 00"),
    (golden(Date(timeIntervalSinceReferenceDate: 1.5)), "80 00 00 00 00 16 e3 60"),
    (golden(Date(timeIntervalSinceReferenceDate: .infinity)), "ff ff ff ff ff ff ff ff"),
    (golden(Date(timeIntervalSinceReferenceDate: -1e300)), "00 00 00 00 00 00 00 00"),
    (
      golden(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")),
      "02 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff"
    ),
    (golden(Int?.none), "01"), (golden(Int?.some(7)), "02 80 00 00 00 00 00 00 07"),
    (golden(Int??.some(nil)), "02 01"),
    (golden(Weekday.tuesday), "80 00 00 00 00 00 00 01"),
    (golden(JSONValue.null), "00"), (golden(JSONValue.bool(false)), "01"),
    (golden(JSONValue.bool(true)), "02"),
    (golden(0 as JSONValue), "04"), (golden(-0.0 as JSONValue), "04"),
    (golden(JSONValue.number(.nan)), "00"), (golden(1 as JSONValue), "05 80 01 31 00"),
    (golden(1250 as JSONValue), "05 80 04 31 32 35 00"),
    (golden(0.05 as JSONValue), "05 7f ff 35 00"), (golden(-1.5 as JSONValue), "03 7f fe ce ca ff"),
    (golden("a" as JSONValue), "06 61 00 00"), (golden([1] as JSONValue), "07 5b 31 5d 00 00"),
    (golden(["a": 1] as JSONValue), "08 7b 22 61 22 3a 31 7d 00 00"),
  ])
  func aValueHasItsForm(form: String, expected: String) {
    #expect(form == expected)
  }

  @Test func formsStandInTheOrderOfTheValues() {
    requireOrder([Int.min, -256, -2, -1, 0, 1, 255, 256, Int.max])
    requireOrder([Int32.min, -1, 0, Int32.max])
    requireOrder([UInt64.min, 255, 256, UInt64.max])
    requireOrder([false, true])
    requireOrder([
      -Double.infinity, -1e300, -2.5, -Double.leastNonzeroMagnitude, 0,
      Double.leastNonzeroMagnitude, 1, 1.0000000001, 1e300, .infinity,
    ])
    requireOrder(["", "\0", "\0\0", "\0a", "\u{1}", "A", "a", "a\0", "a\0a", "aa", "b", "é", "😀"])
    requireOrder([Data(), Data([0]), Data([0, 0]), Data([0, 255]), Data([1]), Data([255])])
    requireOrder([
      Date.distantPast, Date(timeIntervalSinceReferenceDate: -0.000001),
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 1.25),
      Date.distantFuture,
    ])
    requireOrder([Int?.none, .some(.min), .some(0)])
    requireOrder([Weekday.monday, .tuesday])
    requireOrder(
      [
        .null, .bool(false), .bool(true), -1e300, .integer(Int64.min), -100, -10, -1.5, -1,
        decimal("-0.10000000000000001"), -0.1, -1e-300, 0, .number(.leastNonzeroMagnitude), 1e-300,
        0.05, 0.1,
        decimal("0.10000000000000001"), 0.5, 1, 1.05, 1.5, 9, 10, 11, 99, 100,
        .integer(1 << 53), decimal("9007199254740992.5"), .integer(1 << 53 + 1),
        .integer(1 << 53 + 2), .integer(Int64.max), .integer(UInt64(1) << 63),
        .integer(UInt64.max), 1e21, 1e300, "", "a", "b", [0], [], ["a": 1],
      ] as [JSONValue])
  }

  private func decimal(_ text: String) -> JSONValue {
    (try? JSONParser().parse(text)) ?? "not a number"
  }

  /// Each number, and each value that a text says, comes back as it was.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aValueOfJSONComesBack(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let digits = (0..<1 + random.index(below: 30)).map { _ in "\(random.index(below: 10))" }
      let point = random.index(below: digits.count)
      let text =
        (random.happens(percent: 50) ? "-" : "")
        + (point == 0 ? "0." : "1" + digits[..<point].joined() + ".")
        + digits[point...].joined() + "e\(random.index(below: 80) - 40)"
      let value = decimal(text)
      var bytes = value.sortBytes[...]
      #expect(JSONValue(takingSortBytesFrom: &bytes) == value, "\(text)")
      #expect(bytes.isEmpty, "\(text)")
    }
  }

  /// Bytes that are the form of no value are refused, and none traps.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func otherBytesAreNoValueOfJSON(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let wrong: [[UInt8]] = [
      [], [9], [5], [5, 128], [5, 128, 1, 0x30, 0x31, 0], [5, 128, 1, 0], [7, 0x31, 0, 0],
      [8, 0, 0],
    ]
    for bytes in wrong {
      var slice = bytes[...]
      #expect(JSONValue(takingSortBytesFrom: &slice) == nil, "\(bytes)")
    }
    for _ in 0..<2_000 {
      let kind = UInt8(random.index(below: 9))
      let rest = (0..<random.index(below: 12)).map { _ in
        [0, 0x30, 0x31, 0x7F, 0x80, 0xCE, 0xFF][random.index(below: 7)] as UInt8
      }
      var slice = ([kind] + rest)[...]
      guard let value = JSONValue(takingSortBytesFrom: &slice) else { continue }
      // The form of the value may be shorter than what was taken.
      var again = value.sortBytes[...]
      #expect(JSONValue(takingSortBytesFrom: &again) == value, "\([kind] + rest)")
    }
  }

  /// What is sorted stands as the values stand, in both directions, and with equal first parts.
  private func requireOrder<Value: SortValue>(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      var rest = value.sortBytes[...] + [7]
      #expect(Value(takingSortBytesFrom: &rest) == value)
      #expect(Array(rest) == [7], "\(value) is taken exactly")
      for (otherIndex, other) in values.enumerated() {
        for (first, second) in [(1, 1), (1, 2), (2, 1)] {
          let ascending = [value, other].map { SortKey.joined([.ascending($0)]) }
          #expect(ascending[0].precedes(ascending[1]) == (index < otherIndex), "\(value), \(other)")
          let descending = [
            SortKey.joined([.descending(value), .ascending(first)]),
            SortKey.joined([.descending(other), .ascending(second)]),
          ]
          let isBefore = index == otherIndex ? first < second : index > otherIndex
          #expect(descending[0].precedes(descending[1]) == isBefore, "\(value), \(other)")
        }
        // No form begins another one, so what follows a value never decides.
        #expect(index == otherIndex || !value.sortBytes.starts(with: other.sortBytes))
      }
    }
  }

  @Test func bytesThatNoValueHasAreRefused() {
    var none: ArraySlice<UInt8> = [1, 2, 3]
    #expect(Int(takingSortBytesFrom: &none) == nil)
    var large: ArraySlice<UInt8> = [0x80, 0, 0, 0, 0, 0, 1, 0]
    #expect(Int8(takingSortBytesFrom: &large) == nil)
    var open: ArraySlice<UInt8> = [0x61]
    #expect(String(takingSortBytesFrom: &open) == nil)
    var invalid: ArraySlice<UInt8> = [0xFF, 0, 0]
    #expect(String(takingSortBytesFrom: &invalid) == nil)
    var escaped: ArraySlice<UInt8> = [0x61, 0, 7, 0, 0]
    #expect(String(takingSortBytesFrom: &escaped) == nil)
    var third: ArraySlice<UInt8> = [3]
    let wrapped: Int?? = Int?(takingSortBytesFrom: &third)
    #expect(wrapped == nil)
    var day: ArraySlice<UInt8> = [0x80, 0, 0, 0, 0, 0, 0, 9]
    #expect(Weekday(takingSortBytesFrom: &day) == nil)
  }

  @Test func aLongKeyIsCutAndStaysInOrder() {
    let long = String(repeating: "a", count: 600)
    let keys = ["a", long, long + "b", "b"].map { SortKey.joined([.ascending($0)]) }
    #expect(keys.map(\.count) == [3, 512, 512, 3])
    #expect(keys[1] == keys[2])
    #expect(keys[0].precedes(keys[1]) && keys[2].precedes(keys[3]))
  }
}

private enum Weekday: Int, SortValue { case monday, tuesday }

private func golden(_ value: some SortValue) -> String {
  value.sortBytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
