import Foundation
import RosterJSON
import Testing

/// Keys are code points, of which Swift's strings hold some for the same.
struct JSONObjectTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  private static let both: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]

  @Test func keysThatDifferInTheirNormalizationAreTwo() {
    #expect(Self.both.count == 2)
    #expect(Self.both[Self.composed] == 1)
    #expect(Self.both[Self.decomposed] == 2)
    #expect(Self.both != ["\u{E9}": 2, "e\u{301}": 1])
    #expect(Self.both == ["e\u{301}": 2, "\u{E9}": 1])
    #expect(Self.both["\u{65}\u{301}\u{301}"] == nil)
  }

  @Test(arguments: [
    #"{"é":1,"e\u0301":2}"#, "{\"e\u{301}\":2,\"\u{E9}\":1}", #"{"\u00e9":1,"e\u0301":2}"#,
    // An ohm is a capital omega, and a Kelvin a K, to Swift and not to JSON.
    "{\"\u{2126}\":1,\"\u{3A9}\":2,\"\u{212A}\":3,\"K\":4}",
    "{\"\u{AC00}\":1,\"\u{1100}\u{1161}\":2}",
  ])
  func parserTakesBoth(_ text: String) throws {
    let value = try JSONParser().parse(text)
    let keys = try #require(value.objectValue?.keys)
    #expect(keys.count == text.split(separator: ":").count - 1)
    #expect(try JSONParser().parse(value.canonicalText) == value)
    let order = keys.map { Array($0.utf16) }
    #expect(order == order.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(arguments: [#"{"é":1,"é":2}"#, #"{"é":1,"\u00e9":2}"#, #"{"a":1,"b":{},"\u0061":2}"#])
  func parserRefusesTheSameKeyTwice(_ text: String) {
    #expect(throws: JSONParseError.self) { try JSONParser().parse(text) }
  }

  @Test func canonicalTextHasBothInTheOrderOfTheirCodeUnits() {
    #expect(JSONValue.object(Self.both).canonicalText == "{\"e\u{301}\":2,\"\u{E9}\":1}")
  }

  @Test func modelsThatDifferInTheirNormalizationAreTwo() {
    let models: Set<JSONValue> = [
      .string(Self.composed), .string(Self.decomposed), [.string(Self.composed)],
      [.string(Self.decomposed)], ["\u{E9}": .null], ["e\u{301}": .null],
    ]
    #expect(models.count == 6)
    let fingerprints = models.map { model in
      var fingerprint = Fingerprint()
      fingerprint.addItem(model: model)
      return fingerprint.hex
    }
    #expect(Set(fingerprints).count == 6)
  }

  @Test func membersAreSetReplacedAndRemoved() {
    var object = Self.both
    #expect(object.updateValue(3, forKey: Self.composed) == 1)
    object[Self.decomposed] = nil
    #expect(object == ["\u{E9}": 3])
    #expect(object.merging(["\u{E9}": 4, "a": 5]) == ["\u{E9}": 4, "a": 5])
    object[Self.composed] = nil
    #expect(object.isEmpty && object == JSONObject())
    #expect(JSONObject([(key: "a", value: 1), (key: "a", value: 2)]) == ["a": 2])
  }

  @Test func everyMemberIsIteratedOnce() {
    let members = Self.both.map { "\($0.key)=\($0.value.canonicalText)" }
    #expect(
      Set(members.map { Array($0.utf8) }) == [Array("e\u{301}=2".utf8), Array("\u{E9}=1".utf8)])
  }

  @Test func objectIsEncodedWithItsKeys() throws {
    let object: JSONObject = ["a": 1, "b": ["c": [.null, true]], "": "x"]
    let data = try JSONEncoder().encode(object)
    #expect(try JSONParser().parse(data) == .object(object))
    #expect(try JSONDecoder().decode(JSONObject.self, from: data) == object)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == .object(object))
  }
}
