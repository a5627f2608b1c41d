import RosterJSON
import Testing

@testable import RosterPages

/// What people read of values.
struct ReadingTests {
  private let base64 = String(repeating: "Zm9vYmFy0123", count: 6)

  @Test(arguments: [
    (315_532_800, "1980-01-01 00:00:00 UTC"), (951_782_399, "2000-02-28 23:59:59 UTC"),
    (951_782_400, "2000-02-29 00:00:00 UTC"), (951_868_800, "2000-03-01 00:00:00 UTC"),
    (1_714_979_289, "2024-05-06 07:08:09 UTC"), (1_735_689_599, "2024-12-31 23:59:59 UTC"),
    (1_714_979_289_999, "2024-05-06 07:08:09 UTC"), (4_102_444_799, "2099-12-31 23:59:59 UTC"),
  ])
  func momentIsADateWithItsTime(_ number: Double, _ text: String) {
    #expect(Moment(number)?.description == text)
    #expect(Moment(number * 1_000)?.description.prefix(10) == text.prefix(10))
  }

  @Test(arguments: [0, -1, 315_532_799, 4_102_444_800, .infinity, .nan])
  func otherNumbersAreNoMoments(_ number: Double) { #expect(Moment(number) == nil) }

  @Test func numbersAreTimesByTheirNames() {
    let number: JSONValue = 1_714_979_289
    #expect(number.plainText(named: "createdAt") == "2024-05-06 07:08:09 UTC")
    #expect(number.plainText(named: "count") == "1714979289")
    #expect(JSONValue.array([number]).plainText(named: "when") == "2024-05-06 07:08:09 UTC")
    #expect(JSONValue.number(5).plainText(named: "when") == "5")
  }

  @Test func bytesInLettersAreOnlyCounted() {
    #expect(JSONValue.string(base64).plainText(named: "text") == "72 characters of data")
    #expect(
      JSONValue.string("data:image/png;base64,AAAA").plainText(named: "") == "26 characters of data"
    )
    #expect(
      JSONValue.string("data: see below, please").plainText(named: "") == "data: see below, please")
    for text in [
      "data:1,2,3", "data: see a/b, please",
      "Sources/RosterPages/Browsing/Templates/2024/Some-Very-Long-Title/And-More/Fields",
    ] {
      #expect(JSONValue.string(text).plainText(named: "") == text)
    }
    let model: JSONValue = ["a": [.string(base64), 1], "b": ["c": "data:,x"], "d": "text"]
    #expect(
      model.withoutData
        == ["a": ["72 characters of data", 1], "b": ["c": "7 characters of data"], "d": "text"])
    #expect(
      JSONValue.array([["x": .string(base64)]]).plainText(named: "")
        == #"[{"x":"72 characters of data"}]"#)
  }

  @Test func linesBeginWithTheMembersThatTellMost() {
    let fields = RowFields([
      ["title": "t", "size": 3, "z": "x", "avatar": "data:image/png;base64,AAAA"]
    ])
    let model: JSONValue = [
      "avatar": "data:image/png;base64,AAAA", "size": 3, "title": "t", "z": ["b": 1, "a": 2],
    ]
    #expect(
      (fields?.lines(of: model) ?? []) == [
        "{", #"  "title": "t","#, #"  "z": {"#, #"    "a": 2,"#, #"    "b": 1"#, "  },",
        #"  "size": 3,"#, #"  "avatar": "26 characters of data""#, "}",
      ])
  }
}
