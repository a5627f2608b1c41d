import Roster
import RosterTestKit
import Testing

@testable import RosterDerived

/// Derived lists whose definitions are JSON.
@Suite("Derived lists: definitions in JSON")
struct JSONDefinitionTests {
  private func condition(_ text: String) throws -> JSONCondition {
    try JSONCursor.decode(try JSONParser().parse(text)) { cursor throws(JSONDecodingError) in
      try JSONCondition(cursor)
    }
  }

  private static let model =
    #"{"a":{"b":"text é"},"n":3,"big":9007199254740993,"t":true,"z":null,"tags":["x",1]}"#

  @Test(arguments: [
    (#"{"member":"n","is":3}"#, true), (#"{"member":"n","is":3.0}"#, true),
    (#"{"member":"n","is":"3"}"#, false), (#"{"member":"n","isNot":4}"#, true),
    (#"{"member":"z","is":null}"#, true), (#"{"member":"none","is":null}"#, true),
    (#"{"member":"none","isNot":1}"#, true), (#"{"member":"n.x","is":null}"#, true),
    (#"{"member":"a.b","is":"text é"}"#, true), (#"{"member":"a","is":{"b":"text é"}}"#, true),
    (#"{"member":"n","oneOf":[1,3]}"#, true), (#"{"member":"n","oneOf":[]}"#, false),
    (#"{"member":"n","less":3}"#, false), (#"{"member":"n","less":3.5}"#, true),
    (#"{"member":"n","atMost":3}"#, true), (#"{"member":"n","more":3}"#, false),
    (#"{"member":"n","atLeast":3}"#, true), (#"{"member":"n","less":"4"}"#, false),
    (#"{"member":"none","less":4}"#, false), (#"{"member":"t","atLeast":0}"#, false),
    (#"{"member":"big","more":9007199254740992}"#, true),
    (#"{"member":"big","less":9007199254740994}"#, true),
    (#"{"member":"big","less":9007199254740993.5}"#, true),
    (#"{"member":"big","atLeast":9007199254740992.5}"#, true),
    (#"{"member":"big","atMost":9223372036854775808}"#, true),
    (#"{"member":"a.b","more":"text"}"#, true), (#"{"member":"a.b","less":"text f"}"#, false),
    (#"{"member":"a.b","contains":"xt "}"#, true), (#"{"member":"a.b","contains":"XT"}"#, false),
    (#"{"member":"a.b","contains":""}"#, true), (#"{"member":"a.b","contains":1}"#, false),
    (#"{"member":"tags","contains":1}"#, true), (#"{"member":"tags","contains":"y"}"#, false),
    (#"{"member":"n","contains":3}"#, false), (#"{"member":"a.b","beginsWith":"text"}"#, true),
    (#"{"member":"a.b","beginsWith":"ext"}"#, false), (#"{"member":"n","beginsWith":"3"}"#, false),
    (#"{"member":"n","atLeast":3,"less":4}"#, true),
    (#"{"member":"n","atLeast":3,"less":3}"#, false),
    (#"{"member":"n","atLeast":4,"less":5}"#, false),
    (#"{"all":[]}"#, true), (#"{"any":[]}"#, false), (#"{"not":{"all":[]}}"#, false),
    (#"{"all":[{"member":"n","is":3},{"member":"t","is":false}]}"#, false),
    (#"{"any":[{"member":"n","is":4},{"member":"t","is":true}]}"#, true),
    (#"{"not":{"member":"n","is":3}}"#, false),
    (#"{"isNot":null}"#, true),
  ])
  func aConditionHolds(text: String, expected: Bool) throws {
    let model = try JSONParser().parse(Self.model)
    #expect(try condition(text).holds(for: model) == expected, "\(text)")
  }

  @Test(arguments: [
    "[]", "{}", #"{"member":"n"}"#, #"{"all":{}}"#, #"{"all":[1]}"#, #"{"member":"n","like":1}"#,
    #"{"member":"n","is":1,"not":{"all":[]}}"#, #"{"member":"","is":1}"#,
    #"{"member":"a.","is":1}"#, #"{"member":1,"is":1}"#, #"{"member":"n","less":null}"#,
    #"{"member":"n","oneOf":1}"#, #"{"member":"n","beginsWith":1}"#, #"{"member":"n","all":[]}"#,
  ])
  func whatIsNoConditionIsRefused(text: String) {
    #expect(throws: JSONDecodingError.self) { try condition(text) }
  }

  // MARK: Lists

  private typealias Values = ListDataSource<JSONValue, JSONValue, Never>

  private func open(
    _ text: String, of source: Values, union others: [Values]? = nil, named name: String = "shown"
  ) throws -> DerivedList<JSONValue, JSONValue, Never> {
    try JSONCursor.decode(try JSONParser().parse(text)) { cursor throws(JSONDecodingError) in
      try JSONDefinition(cursor)
    }.definition(of: source, union: others, named: name).open()
  }

  private func values(_ random: inout SplitMix64) -> JSONValue {
    let numbers: [JSONValue] = [
      .null, 0, 1, 2.5, -3, "a", "b", .bool(true), [1], .integer(Int64.max),
    ]
    return [
      "n": numbers[random.index(below: numbers.count)], "g": .integer(random.index(below: 3)),
    ]
  }

  /// The list is what sorting and filtering the models gives, after each of many random changes.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func aListIsWhatItsDefinitionSays(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let store = try SQLiteStore.inMemory()
    let source = try Values(.stored(#require(try store.list(named: "values"))))
    let sorted = try open(
      #"{"where":{"not":{"member":"n","is":1}},"sorted":[{"by":"n","descending":true},"g"]}"#,
      of: source, named: "sorted")
    let grouped = try open(
      #"{"sections":"n","sorted":["g"],"limit":{"count":1,"inEachSection":true}}"#, of: source,
      named: "grouped")
    for step in 0..<60 {
      let (value, choice) = (values(&random), random.index(below: 4))
      let place = random.index(below: max(1, source.snapshot.itemCount))
      try await source.change { list, change in
        switch choice {
        case 0 where list.itemCount > 0:
          try change.apply(changeset: Changeset { $0.updateItem(at: place, value) })
        case 1 where list.itemCount > 0:
          try change.apply(changeset: Changeset { $0.removeItem(at: place) })
        default: try change.insert(value, at: min(place, list.itemCount))
        }
      }
      try await sorted.bringUpToDate()
      try await grouped.bringUpToDate()
      let items = try source.snapshot.items().sorted { $0.id.rawValue < $1.id.rawValue }
      func key(_ value: JSONValue, _ member: String) -> [UInt8] {
        (value[member] ?? .null).sortBytes
      }
      let expected = items.filter { $0.model["n"] != 1 }.sorted {
        let order = key($1.model, "n").order(to: key($0.model, "n"))
        if order != 0 { return order < 0 }
        let ties = key($0.model, "g").order(to: key($1.model, "g"))
        return ties == 0 ? $0.id.rawValue < $1.id.rawValue : ties < 0
      }
      let comment: Comment = "seed \(seed), step \(step)"
      #expect(sorted.list.snapshot.sectionCount == 1, comment)
      #expect(try sorted.list.snapshot.items().map(\.id) == expected.map(\.id), comment)
      let kinds = Dictionary(grouping: items) { $0.model["n"] ?? .null }
      let sections = kinds.keys.sorted { $0.sortBytes.precedes($1.sortBytes) }
      #expect(try grouped.list.snapshot.sectionModels() == sections, comment)
      for (index, section) in sections.enumerated() {
        let least = kinds[section]?.map { key($0.model, "g") }.min { $0.precedes($1) }
        let shown = try grouped.list.snapshot.models(inSection: index)
        #expect(shown.map { key($0, "g") } == least.map { [$0] }, comment)
      }
    }
    #expect(try store.check() == [])
  }

  @Test func sectionsOfTheSourceAndWordsAreShown() async throws {
    let source = try Values(.memory(list: "values"))
    try await source.change { _, change in
      try change.insertSection("one")
      try change.append(["t": "Lunch at noon"])
      try change.insertSection("two")
      try change.append(["t": "Dinner", "u": "at noon"])
      try change.append(["t": 3])
    }
    let sections = try open(#"{"sections":{"of":"source"},"limit":2}"#, of: source, named: "s")
    #expect(try sections.list.snapshot.sectionModels() == ["one", "two"])
    #expect(sections.list.snapshot.itemCount == 2)
    let found = try open(
      #"{"search":{"in":["t","u"],"text":"NOO"}}"#, of: source, named: "found")
    #expect(found.list.snapshot.itemCount == 2)
    try await found.search("din noon")
    #expect(try found.list.snapshot.models().map { $0["t"] } == ["Dinner"])
    let inside = try open(
      #"{"search":{"in":["t","u"],"text":"OO","insideWords":true,"byRelevance":true}}"#, of: source,
      named: "inside")
    // "u" is the second text, also of an item that has no "t".
    try await source.change { _, change in
      try change.insert(["u": "moon"], at: ItemPath(section: 0, item: 0))
    }
    try await inside.bringUpToDate()
    #expect(
      try inside.list.snapshot.models().map { $0["t"] } == ["Lunch at noon", nil, "Dinner"])
    for definition in [
      #"{"search":{"in":["t"],"insideWords":1}}"#, #"{"search":{"in":["t"],"byRelevance":"t"}}"#,
    ] {
      #expect(throws: JSONDecodingError.self) {
        try open(definition, of: source, named: "wrong")
      }
    }
  }

  @Test func eachValueIsShownOnce() async throws {
    let source = try Values(.memory(list: "values"))
    try await source.change { _, change in
      try change.append(contentsOf: [["n": 1, "g": "a"], ["n": 3], ["n": 2, "g": "a"], ["n": 4]])
    }
    let shown = try open(
      #"{"sorted":[{"by":"n","descending":true}],"distinct":"g"}"#, of: source)
    // A member that is missing is null.
    #expect(try shown.list.snapshot.models().map { $0["n"] } == [4, 2])
  }

  @Test func aListIsKeptTogetherWithItsSourceIfItsDefinitionSaysSo() throws {
    let store = try SQLiteStore.inMemory()
    let source = try Values(.stored(#require(try store.list(named: "values"))))
    try source.changeSynchronously { _, change in try change.append(contentsOf: [1, 2]) }
    let kept = try open(#"{"where":{"atLeast":2},"together":true}"#, of: source)
    try source.changeSynchronously { _, change in try change.append(3) }
    #expect(try kept.list.snapshot.models() == [2, 3])
    // A list that follows makes no revision of what it does not show.
    try source.changeSynchronously { _, change in try change.append(0) }
    #expect(kept.list.snapshot.revision == 3)
    #expect(try kept.basis(of: kept.list.snapshot) == 3)
    for definition in [#"{"together":1}"#, #"{"search":{"in":["t"]},"together":true}"#] {
      let error = #expect(throws: JSONDecodingError.self) {
        try open(definition, of: source, named: "refused")
      }
      #expect(error?.description.contains("together") ?? false)
    }
    #expect(throws: StorageError.self) {
      try open(#"{"together":true}"#, of: source, union: [], named: "refused")
    }
    #expect(try store.list(named: "refused", create: false) == nil)
  }

  @Test func severalListsAreShownAsOne() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try ["home", "work"].map { name in
      try Values(.stored(#require(try store.list(named: name))))
    }
    for (source, numbers) in zip(sources, [[3, 1], [2] as [JSONValue]]) {
      try await source.change { _, change in
        try change.append(contentsOf: numbers.map { ["n": $0] })
      }
    }
    let sorted = try open(#"{"sorted":["n"]}"#, of: sources[0], union: [sources[1]])
    #expect(try sorted.list.snapshot.models().map { $0["n"] } == [1, 2, 3])
    let grouped = try open(
      #"{"sections":{"of":"sources","models":["Work",null],"keepsEmpty":true}}"#, of: sources[1],
      union: [sources[0]], named: "grouped")
    #expect(try grouped.list.snapshot.sectionModels() == ["Work", .null])
    try await sources[1].change { _, change in
      try change.apply(changeset: Changeset { $0.removeItem(at: 0) })
    }
    try await grouped.bringUpToDate()
    #expect(try grouped.list.snapshot.sectionModels() == ["Work", .null])
    #expect(try grouped.list.snapshot.models(inSection: 1).map { $0["n"] } == [3, 1])
    let one = try open("{}", of: sources[0], union: [], named: "one")
    #expect(one.list.snapshot.itemCount == 2)
    for definition in [
      #"{"sections":{"of":"source"}}"#, #"{"sections":{"of":"sources","models":["Home"]}}"#,
    ] {
      #expect(throws: StorageError.self) {
        try open(definition, of: sources[0], union: [sources[1]], named: "refused")
      }
    }
    #expect(throws: StorageError.self) {
      try open("{}", of: sources[0], union: [sources[0]], named: "refused")
    }
    #expect(try !store.lists().map(\.name).contains("refused"))
    #expect(try store.check() == [])
  }

  /// Sections may be of any value that a list of JSON holds.
  @Test func aSectionMayBeAnyValue() async throws {
    let stored = try #require(try SQLiteStore.inMemory().list(named: "values"))
    let source = try Values(
      storage: stored, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    let values = [
      #"{"n":0.10000000000000001}"#, #"{"n":{"\u00e9":1,"e\u0301":2}}"#, #"{"n":1e400}"#,
    ].compactMap { try? JSONParser().parse($0) }
    #expect(values.count == 2)
    try await source.change { _, change in try change.append(contentsOf: values) }
    let shown = try open(#"{"sections":"n"}"#, of: source)
    #expect(try shown.list.snapshot.sectionModels() == values.map { $0["n"] })
  }

  @Test func aListThatIsNotDerivedStaysAndNothingIsLeftBeside() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try Values(.stored(#require(try store.list(named: "values"))))
    let other = try Values(.stored(#require(try store.list(named: "other"))))
    try await other.change { _, change in try change.append(1) }
    for definition in [#"{"limit":5}"#, #"{"search":{"in":["t"]}}"#] {
      #expect(throws: StorageError.self) { try open(definition, of: source, named: "other") }
    }
    #expect(try store.lists().map(\.name).sorted() == ["other", "values"])
    #expect(try source.registeredSubscribers().isEmpty)
  }

  /// The version names what the list shows, apart from what is searched for.
  @Test func anotherDefinitionHasAnotherVersion() throws {
    func version(_ text: String) throws -> String {
      try JSONCursor.decode(try JSONParser().parse(text)) { cursor throws(JSONDecodingError) in
        try JSONDefinition(cursor)
      }.version
    }
    #expect(try version(#"{"limit":1}"#) == version(#"{ "limit" : 1.0 }"#))
    #expect(try version(#"{"limit":1}"#) != version(#"{"limit":2}"#))
    #expect(
      try version(#"{"search":{"in":["a"],"text":"x"}}"#) == version(#"{"search":{"in":["a"]}}"#))
    #expect(
      try version(#"{"search":{"in":["a"]}}"#) != version(#"{"search":{"in":["b"]}}"#))
    #expect(try version(#"{"limit":1,"together":true}"#) == version(#"{"limit":1}"#))
    func longVersion(_ last: Int) throws -> String {
      let numbers = ((0..<1_000).map(String.init) + ["\(last)"]).joined(separator: ",")
      return try version(#"{"where":{"member":"n","oneOf":[\#(numbers)]}}"#)
    }
    #expect(try longVersion(1) != longVersion(2))
    #expect(try longVersion(1).utf8.count < 100)
  }
}
