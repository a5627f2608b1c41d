import RosterJSON
import Testing

/// What a cursor leads to, and where its errors say that they are.
@Suite struct JSONCursorTests {
  private static let frame: JSONValue = [
    "root": [
      "name": "box", "width": 1.5, "isShown": true, "count": 3,
      "children": [["width": 1], ["width": "1"], [[[["x"]]]]],
    ]
  ]

  private func root() throws -> JSONCursor.Members {
    try JSONCursor(Self.frame).members().required("root").members()
  }

  // MARK: Values

  @Test func valuesAreThoseOfTheirKind() throws {
    let root = try root()
    #expect(try root.required("name").string() == "box")
    #expect(try root.required("width").number() == 1.5)
    #expect(try root.required("isShown").bool())
    #expect(try root.required("count").int() == 3)
    #expect(try root.required("children").array().count == 3)
    #expect(try root.required("children").elements().map(\.value) == root["children"]?.array())
    #expect(try JSONCursor(Self.frame).object() == Self.frame.objectValue)
    #expect(root["depth"] == nil)
  }

  @Test func pairHasTwoElements() throws {
    let (first, second) = try JSONCursor([1, "a"]).pair()
    #expect(try first.int() == 1)
    #expect(try second.string() == "a")
    for value: JSONValue in [[1], [1, 2, 3], [], 1, ["a": 1]] {
      expect("expected an array of 2 elements") { try JSONCursor(value).pair() }
    }
  }

  @Test func valueOfAnotherKindIsRefused() {
    for value: JSONValue in [.null, ["a": []]] {
      let cursor = JSONCursor(value)
      expect("expected true or false") { try cursor.bool() }
      expect("expected a number") { try cursor.number() }
      expect("expected an integer of at most 53 bits") { try cursor.int() }
      expect("expected a string") { try cursor.string() }
      expect("expected an array") { try cursor.array() }
      expect("expected an array") { try cursor.elements() }
    }
    expect("expected an object") { try JSONCursor([]).object() }
    expect("expected an object") { try JSONCursor([]).members() }
  }

  @Test(arguments: [1.5, 1e16, -1e300])
  func numberThatIsNoExactIntegerIsRefused(number: Double) {
    expect("expected an integer of at most 53 bits") { try JSONCursor(.number(number)).int() }
  }

  // MARK: Paths

  @Test func errorNamesThePathThroughMembersAndElements() throws {
    let children = try root().required("children")
    expect("root.children: expected a string") { try children.string() }
    let elements = try children.elements()
    #expect(try elements[0].members().required("width").number() == 1)
    expect("root.children[1].width: expected a number") {
      try elements[1].members().required("width").number()
    }
    expect("root.children[2][0][0][0]: expected a number") {
      var cursor = elements[2]
      for _ in 0..<3 { cursor = try #require(try cursor.elements().first) }
      _ = try cursor.number()
    }
  }

  @Test func pathBeginsWithAnElementIfTheValueIsAnArray() throws {
    let elements = try JSONCursor([1, ["a": ["b": 2]]]).elements()
    expect("[0]: expected an object") { try elements[0].members() }
    expect("[1].a.b: expected a string") {
      try elements[1].members().required("a").members().required("b").string()
    }
  }

  @Test func errorInAPairNamesThePair() throws {
    let removed = try JSONCursor(["removed": [[0, 1], [0, ["a": 2]]]]).members().required("removed")
    let (section, item) = try removed.elements()[1].pair()
    #expect(try section.int() == 0)
    expect("removed[1]: expected an integer of at most 53 bits") { try item.int() }
    expect("removed[1].a: expected a string") { try item.members().required("a").string() }
  }

  @Test func missingMemberIsNamedAtItsObject() throws {
    expect("there is no \"root\"") { try JSONCursor([:]).members().required("root") }
    let children = try root().required("children").elements()
    expect("root.children[0]: there is no \"height\"") {
      try children[0].members().required("height")
    }
  }

  @Test func otherProblemsNameTheirPathToo() throws {
    let name = try root().required("name")
    #expect(name.error("there are two boxes").description == "root.name: there are two boxes")
    #expect(JSONCursor(1).error("the box is empty").description == "the box is empty")
    #expect(name.error("x").path == "root.name")
    #expect(name.error("x").message == "x")
  }

  @Test func pathOfADeepValueIsFound() {
    let depth = 2_000
    var value: JSONValue = "x"
    for _ in 0..<depth { value = ["a": [value]] }
    func number(_ cursor: JSONCursor) throws(JSONDecodingError) -> Double {
      guard let inner = try cursor.members()["a"] else { return 0 }
      for element in try inner.elements() {
        guard case .object = element.value else { return try element.number() }
        return try number(element)
      }
      return 0
    }
    let error = #expect(throws: JSONDecodingError.self) { try number(JSONCursor(value)) }
    let path = repeatElement("a[0]", count: depth).joined(separator: ".")
    #expect(error?.path == path)
  }

  // MARK: Keys

  private enum Key: String, CaseIterable {
    case red, green, blue
  }

  @Test func membersAreDecodedInTheOrderOfTheKeys() throws {
    var keys: [Key] = []
    var sum = 0
    let members = try JSONCursor(["blue": 1, "red": 2]).members()
    try members.decode(Key.allCases) { key, member throws(JSONDecodingError) in
      keys.append(key)
      sum += try member.int()
    }
    #expect(keys == [.red, .blue])
    #expect(sum == 3)
  }

  @Test(
    arguments: [
      (["red": 1, "zinc": 1, "blue": "x", "amber": 1], "a.blue: expected a number"),
      (["red": 1, "zinc": 1, "blue": 1, "amber": 1], "a: unknown key \"amber\""),
      (["\u{E9}\n": 1], "a: unknown key \"\u{E9}\\n\""), ([:], nil),
      (["red": 1, "green": 1, "blue": 1], nil),
    ] as [(JSONObject, String?)])
  func wrongMemberIsNamedBeforeAnUnknownKey(object: JSONObject, message: String?) throws {
    let members = try JSONCursor(["a": .object(object)]).members().required("a").members()
    expect(message) {
      try members.decode(Key.allCases) { _, member throws(JSONDecodingError) in
        _ = try member.number()
      }
    }
  }

  @Test func keysAreRequired() throws {
    let members = try root()
    try members.requireKeys(["name", "width", "isShown", "count", "children", "other"])
    expect("root: unknown key \"children\"") { try members.requireKeys(["name", "width"]) }
  }

  @Test func membersAscend() throws {
    let members = try root().ascending
    #expect(members.map(\.key) == ["children", "count", "isShown", "name", "width"])
    expect("root.count: expected a string") { try members[1].member.string() }
  }

  // MARK: Decoding without paths

  @Test func valueIsDecodedOnceIfItIsValid() throws {
    var count = 0
    let first = try JSONCursor.decode([1, 2]) { cursor throws(JSONDecodingError) in
      count += 1
      return try cursor.pair().0.int()
    }
    #expect(first == 1)
    #expect(count == 1)
  }

  @Test func errorNamesThePathAlthoughNoneWasKept() {
    expect("root.children[1].width: expected a number") {
      try JSONCursor.decode(Self.frame) { cursor throws(JSONDecodingError) in
        let children = try cursor.members().required("root").members().required("children")
        for child in try children.elements() {
          _ = try child.members().required("width").number()
        }
      }
    }
  }

  private func expect<Value>(
    _ message: String?, at location: SourceLocation = #_sourceLocation,
    _ decode: () throws -> Value
  ) {
    do {
      _ = try decode()
      #expect(message == nil, sourceLocation: location)
    } catch {
      let error = error as? JSONDecodingError
      #expect(error?.description == message, sourceLocation: location)
    }
  }
}
