import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import Testing

@testable import RosterPages

/// Which members of models tell people most.
struct RowFieldsTests {
  /// The title, the text, the picture, and then the columns, telling ones without brackets.
  private func describe(_ samples: [JSONValue]) -> String? {
    RowFields(samples).map { fields in
      let columns = fields.columns.map { $0.isTelling ? $0.name : "(\($0.name))" }
      return ([fields.title ?? "–", fields.text ?? "–", fields.image ?? "–"] + columns)
        .joined(separator: " ")
    }
  }

  private let hash = "9e107d9d372bb6826bd81d3542a419d6"
  private let base64 = String(repeating: "Zm9vYmFy0123", count: 6)

  @Test func numberedColumnsAndIdentifiersComeLast() {
    let orders = (0..<20).map { number -> JSONValue in
      var order: JSONObject = [
        "id": .number(Double(number)), "customer": .string("Customer \(number)"),
        "total": .number(Double(number * 3)), "status": .string(number % 2 == 0 ? "open" : "paid"),
        "created": .string("2024-05-\(number + 10)T08:00:00Z"), "currency": "EUR",
        "blob": .string(hash),
      ]
      for column in 0..<3 { order["col0\(column)"] = .string("\(number * column)x") }
      return .object(order)
    }
    #expect(
      describe(orders)
        == "customer – – status created total col01 col02 (col00) (currency) (blob) (id)")
    var random = SplitMix64(seed: 3)
    #expect(RowFields(orders.shuffled(using: &random)) == RowFields(orders))
  }

  @Test func firstOfEachKindStandBeforeTheSecondOnes() {
    let row: JSONValue = [
      "title": "t", "a": "x", "b": "y", "amount": 1, "count": 2, "done": true,
      "dueDate": "2024-05-06",
    ]
    #expect(describe([row]) == "title – – a dueDate amount done b count")
  }

  @Test func whatIsEmptyOrRareTellsLittle() {
    let rows = (0..<10).map { number -> JSONValue in
      var row: JSONObject = [
        "name": .string("n\(number)"), "none": .null, "blank": "", "list": [], "object": [:],
        "size": .number(Double(number)),
      ]
      if number < 5 { row["rare"] = .number(Double(number)) }
      return .object(row)
    }
    #expect(describe(rows) == "name – – size (rare)")
  }

  @Test func bytesAreNoTextAndPicturesNoColumns() {
    let row: JSONValue = [
      "subject": "s", "body": .string(base64), "avatar": "data:image/png;base64,AAAA",
      "link": "https://example.com/a", "cover": "https://example.com/b", "tags": ["a"],
      "file_hash": "x", "size": 3,
    ]
    #expect(describe([row]) == "subject – avatar size (cover) (link) (tags) (file_hash) (body)")
  }

  @Test(
    arguments: [
      ([["id": 3, "total": 1]], "id – – total"),
      ([["id": 3, "body": "Dear all"]], "id body –"),
      ([["Display_Name": "n", "key": "k"]], "Display_Name – – key"),
      ([["from": 3, "to": 5]], "– – – from to"),
      ([["x": .null]], "– – –"),
      ([["a": 1], "b"], nil), ([], nil), ([1], nil),
    ] as [([JSONValue], String?)])
  func titleIsAMemberThatNamesTheRow(_ samples: [JSONValue], _ fields: String?) {
    #expect(describe(samples) == fields)
  }

  @Test func aLongTextOfWordsIsTheText() {
    let long = String(repeating: "some words ", count: 20)
    #expect(describe([["a": .string(long), "b": "short", "id": 1]]) == "id a – b")
  }

  @Test func widthIsThatOfMostValues() {
    let rows = (0..<20).map { number -> JSONValue in
      ["title": "t", "a": .string(String(repeating: "x", count: number == 0 ? 400 : 7))]
    }
    #expect(RowFields(rows)?.columns.map(\.width) == [7])
  }

  @Test func otherRowsOfTheSameFormChangeNothing() {
    var random = SplitMix64(seed: 11)
    let rows = (0..<400).map { _ -> JSONValue in
      [
        "id": .number(Double(random.index(below: 10_000))),
        "name": .string("n\(random.index(below: 1_000))"),
        "city": .string(String(repeating: "c", count: 1 + random.index(below: 30))),
        "age": .number(Double(random.index(below: 90))), "isIn": .bool(random.happens(percent: 50)),
      ]
    }
    let names = RowFields(Array(rows.prefix(64)))?.names
    #expect(names == ["name", "city", "age", "isIn", "id"])
    for start in stride(from: 0, to: 336, by: 16) {
      #expect(RowFields(Array(rows[start..<start + 64]))?.names == names, "from \(start)")
    }
  }

  @Test func linesHaveTheMembersThatAreNotEmptyInThatOrder() throws {
    let fields = try #require(RowFields([["id": 1, "b": "x", "title": "t", "a": true]]))
    #expect(
      fields.line(of: ["a": false, "id": 2, "title": "u", "z": .null, "Y": [1], "b": "", "X": []])
        == #"{"title":"u","a":false,"id":2,"Y":[1]}"#)
    #expect(
      fields.line(of: ["a": ["x": .string(base64)]]) == #"{"a":{"x":"72 characters of data"}}"#)
    #expect(fields.line(of: [:]) == "{}")
    #expect(fields.line(of: [1, "x"]) == #"[1,"x"]"#)
  }

  @Test func titleIsWhatTellsWhichRowAModelIs() throws {
    let fields = try #require(
      RowFields([["avatar": "data:image/png;base64,AAAA", "name": "Ann", "bio": "x", "id": 7]]))
    #expect(fields.titleNames == ["name", "bio"])
    #expect(fields.title(of: ["avatar": "data:image/png;base64,AAAA", "name": "Ben"]) == "Ben")
    #expect(fields.title(of: ["avatar": "data:,A", "name": "", "bio": "hi"]) == "hi")
    #expect(fields.title(of: ["avatar": "data:,A"]) == #"{"avatar":"7 characters of data"}"#)
    #expect(fields.title(of: "milk") == "milk")
    let photos = try #require(
      RowFields([["isNew": true, "photo": ["title": "Fog", "id": "p1"]]]))
    #expect(photos.title(of: ["isNew": true, "photo": ["title": "Tea", "id": "p2"]]) == "Tea")
    #expect(photos.title(of: ["isNew": true]) == "true")
  }

  @Test func fieldsStayOnceEnoughModelsWereSeen() {
    var fields = SampledFields()
    #expect(!fields.isSettled(ofItems: 1) && fields.isSettled(ofItems: 0))
    fields.take([["x": 1]], ofItems: 1)
    #expect(fields.isSettled(ofItems: 1) && !fields.isSettled(ofItems: 2))
    fields.take((0..<9).map { ["name": .string("n\($0)")] }, ofItems: 9)
    #expect(fields.fields?.title == "name")
    #expect(fields.isSettled(ofItems: 1_000))
    // Another page may have been slower, and seen less.
    fields.take([["y": 1]], ofItems: 1)
    #expect(fields.fields?.title == "name")
  }

  @Test func samplesAreFromAllOverTheList() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    let list = try ListDataSource<JSONValue, JSONValue, Never>(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    #expect(try list.snapshot.sampledModels() == [])
    try await list.apply(
      Changeset<JSONValue, JSONValue> { changes in
        for section in 0..<10 {
          changes.insertSection(at: section)
          changes.insertItems(
            (0..<100).map { .number(Double(section * 100 + $0)) },
            at: ItemPath(section: section, item: 0))
        }
      })
    let samples = try list.snapshot.sampledModels().compactMap(\.intValue)
    #expect(samples.count == RowTemplate.sampleCount && samples == samples.sorted())
    #expect(samples.prefix(9) == [0, 1, 2, 3, 4, 5, 6, 7, 141] && samples.last == 999)
    await list.close()
  }

  @Test(arguments: [0, 1, 63, 64, 65, 66, 100, 1_000_000])
  func sampledOffsetsAreInTheList(_ count: Int) {
    let ranges = ListState.sampledOffsets(of: count)
    #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == count)
    #expect(ranges.reduce(0) { $0 + $1.count } == min(count, RowTemplate.sampleCount))
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }
}
