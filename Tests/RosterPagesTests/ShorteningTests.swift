import RosterCore
import RosterJSON
import RosterTestKit
import Testing

@testable import RosterPages

/// Large models, cut to what a row shows.
@Suite struct ShorteningTests {
  @Test func smallValueStaysAsItIs() {
    let value: JSONValue = ["a": [1, 2.5, true, .null, "x"], "b": ["c": "\u{0}\"\\"]]
    let shortened = value.shortened(byteCountMax: value.canonicalText.utf8.count)
    #expect(shortened.value == value && !shortened.isCut)
    #expect(value.shortened(byteCountMax: value.canonicalText.utf8.count - 1).isCut)
  }

  @Test func partsAreShortenedAlike() {
    let value: JSONValue = [
      "a": .string(String(repeating: "long ", count: 1_000)), "b": "short",
      "c": .array((0..<10_000).map { .number(Double($0)) }),
    ]
    let shortened = value.shortened(byteCountMax: 4_096)
    #expect(shortened.isCut)
    #expect(shortened.value["b"] == "short")
    #expect(shortened.value["a"]?.stringValue?.hasPrefix("long long") == true)
    #expect((shortened.value["c"]?.arrayValue?.count ?? 0) >= 16)
  }

  @Test func numbersOfPartsAreThoseOfTheWholeValue() {
    let numbers = JSONValue.array((0..<20_000).map { .number(Double($0)) })
    let fields = JSONValue.object(
      JSONObject((0..<300).map { (key: "field \($0)", value: .string("some text")) }))
    #expect(numbers.shortened(byteCountMax: 4_096).count == 20_000)
    #expect(numbers.shortened(byteCountMax: 4_096).counts.isEmpty)
    #expect(fields.shortened(byteCountMax: 4_096).count == 300)

    let object = (["a": numbers, "b": fields, "c": [1, 2], "d": "text"] as JSONValue)
      .shortened(byteCountMax: 4_096)
    #expect(object.count == nil)
    #expect(object.counts == ["a": 20_000, "b": 300])
    let array = ([[1], numbers] as JSONValue).shortened(byteCountMax: 4_096)
    #expect(array.counts == ["1": 20_000])

    // All parts of a part are left out, and its key has another end.
    let key = String(repeating: "k", count: 60)
    let deep = JSONValue.object([key: .array(Array(repeating: "some text", count: 20))])
    #expect(
      deep.shortened(byteCountMax: 60).counts == [String(repeating: "k", count: 24) + "…": 20])
    #expect(numbers.shortened(byteCountMax: 1 << 20).count == nil)
  }

  @Test func contentsInAnAddressAreLeftOutForPeople() {
    var limits = ValueShortening(textByteCountMax: 80, countMax: 2, depthMax: 1)
    let address = JSONValue.string("data:image/png;base64," + String(repeating: "A", count: 300))
    let beginning = "data:image/png;base64,"
    expect(
      limits, address,
      becomes: .string(beginning + String(repeating: "A", count: 80 - beginning.utf8.count) + "…"),
      isCut: true)
    limits.marksGaps = true
    expect(limits, address, becomes: "data:image/png;base64, 322 bytes", isCut: true)
    expect(limits, "data:,short", becomes: "data:,short", isCut: false)
    let base64 = JSONValue.string(String(repeating: "Zm9vYmFy0123", count: 6))
    expect(limits, base64, becomes: "72 characters of data", isCut: true)
    limits.marksGaps = false
    expect(limits, base64, becomes: base64, isCut: false)
  }

  @Test func whatIsLeftOutIsNamedForPeople() {
    var limits = ValueShortening(textByteCountMax: 4, countMax: 2, depthMax: 1)
    limits.marksGaps = true
    expect(limits, [1, 2], becomes: [1, 2], isCut: false)
    expect(limits, [1, 2, 3], becomes: [1, 2, "… 1 more"], isCut: true)
    expect(
      limits, ["a": 1, "b": 2, "c": 3], becomes: ["a": 1, "b": 2, "…": "1 more"], isCut: true)
    expect(limits, [[1], []], becomes: ["[…]", []], isCut: true)
    expect(limits, [["a": 1], [:]], becomes: ["{…}", [:]], isCut: true)
    // With its ellipsis it is as long as it was, and still it is cut.
    expect(limits, "1234567", becomes: "1234…", isCut: true)
    expect(limits, "1234", becomes: "1234", isCut: false)
    expect(limits, ["12345": 1], becomes: ["1234…": 1], isCut: true)
    limits.marksGaps = false
    expect(limits, [1, 2, [3]], becomes: [1, 2], isCut: true)
    expect(limits, [[1], ["a": 1]], becomes: [[], [:]], isCut: true)
  }

  private func expect(
    _ limits: ValueShortening, _ value: JSONValue, becomes expected: JSONValue, isCut: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let shortened = limits(value)
    #expect(shortened.value == expected, sourceLocation: sourceLocation)
    #expect(shortened.isCut == isCut, sourceLocation: sourceLocation)
  }

  @Test func allPartsTogetherAreLimited() {
    var limits = ValueShortening(textByteCountMax: 100, countMax: 100, depthMax: 9)
    limits.valueCountMax = 4
    // The outer array is one of them.
    expect(limits, [[1, 2], 3], becomes: [[1, 2]], isCut: true)
    expect(limits, [[1], 2], becomes: [[1], 2], isCut: false)
    limits.valueCountMax = .max
    limits.byteCountMax = 6
    expect(limits, ["1234", "5678", "9"], becomes: ["1234", "56…"], isCut: true)
    expect(limits, ["1234", "56"], becomes: ["1234", "56"], isCut: false)
  }

  @Test func anythingFits() {
    var random = SplitMix64(seed: 3)
    for seed in 0..<300 {
      let value = Self.value(&random, depth: 0)
      for limit in [64, 300, 4_096] {
        let shortened = value.shortened(byteCountMax: limit)
        let byteCount = shortened.value.canonicalText.utf8.count
        #expect(byteCount <= limit, "value \(seed), limit \(limit)")
        #expect(shortened.isCut == (value.canonicalText.utf8.count > limit))
        #expect(shortened.isCut || shortened.value == value)
      }
    }
  }

  private static func value(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    switch random.index(below: depth > 3 ? 4 : 7) {
    case 0: return .null
    case 1: return .number(Double(random.index(below: 1_000_000)) / 7)
    case 2, 3: return .string(text(&random))
    case 4:
      return .array((0..<random.index(below: 30)).map { _ in value(&random, depth: depth + 1) })
    case 5: return .array([value(&random, depth: depth + 1)])
    default:
      var members: JSONObject = [:]
      for _ in 0..<random.index(below: 12) {
        members[text(&random)] = value(&random, depth: depth + 1)
      }
      return .object(members)
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let characters = ["a", "é", "\u{1}", "\"", "👩‍👩‍👧‍👦", "\u{202E}", "字", "\n", "e\u{301}"]
    let count = random.happens(percent: 5) ? random.index(below: 3_000) : random.index(below: 20)
    return (0..<count).map { _ in characters[random.index(below: characters.count)] }.joined()
  }

  @Test func textEndsAtACharacter() {
    #expect("family 👩‍👩‍👧‍👦 at home".shortened(byteCountMax: 20) == "family …")
    #expect("e\u{301}e\u{301}".shortened(byteCountMax: 4) == "e\u{301}…")
    #expect("abc".shortened(byteCountMax: 3) == "abc")
    #expect("abcd".shortened(byteCountMax: 3) == "abc…")
    // A single character of any length.
    let zalgo = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(zalgo.shortened(byteCountMax: 8).unicodeScalars.count == 5)
    #expect("字".shortened(byteCountMax: 1) == "…")
  }

  @Test func cacheForgetsWhatIsNotRead() {
    var cache = RowCache(countMax: 100, byteCountMax: 10_000)
    let content = RowContent.model("x")
    for number in 1...1_000 {
      cache.insert(content, for: .item(ItemID(rawValue: number)))
      // What is read again and again stays.
      #expect(cache.content(of: .item(ItemID(rawValue: 1))) == content)
      #expect(cache.count <= 100)
    }
    #expect(cache.byteCount == cache.count * content.bytes.count)
    cache.remove(.item(ItemID(rawValue: 1)))
    #expect(cache.content(of: .item(ItemID(rawValue: 1))) == nil)
    let large = RowContent.model(.string(String(repeating: "x", count: 4_000)))
    for number in 1...10 {
      cache.insert(large, for: .item(ItemID(rawValue: number)))
      #expect(cache.byteCount <= 10_000)
    }
    cache.removeAll()
    #expect(cache.count == 0 && cache.byteCount == 0)
  }
}
