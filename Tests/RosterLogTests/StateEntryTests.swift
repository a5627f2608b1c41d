import RosterCore
import RosterJSON
import RosterLog
import Testing

@Suite struct StateEntryTests {
  private let like = LoggedState(
    item: ItemPath(section: 0, item: 1), scope: ScopePath([ScopeKey(typeName: "Like")]),
    JSONState(["isLiked": true]))

  // MARK: Reading

  @Test func oneStateIsReadAsAChangesetThatIsEmpty() throws {
    let line = #"{"state":{"item":[0,1],"scope":"Like","value":{"isLiked":true}}}"#
    #expect(try entry(line) == .changeset(LoggedChangeset(Changeset(), states: [like])))
    let array = #"{"state":[{"item":[0,1],"scope":"Like","value":{"isLiked":true}}]}"#
    #expect(try entry(array) == entry(line))
  }

  @Test func statesStandBesideAChangesetAndWhatElseItHas() throws {
    let line = #"""
      {"at":"now","state":[{"value":null,"scope":"","item":[3,0]},
      {"item":[0,1],"scope":"Row[\"é/1\"]#2/B%2FC[-7]","version":3,"value":[1.5]}],
      "userInfo":{},"changeset":{"removedSections":[2]},"origin":"o"}
      """#.replacing("\n", with: "")
    let scope = ScopePath([
      ScopeKey(typeName: "Row", identifier: "é/1", ordinal: 2),
      ScopeKey(typeName: "B/C", identifier: -7),
    ])
    let expected = LoggedChangeset(
      Changeset { $0.removeSection(at: 2) },
      states: [
        LoggedState(item: ItemPath(section: 3, item: 0), scope: .root, JSONState(.null)),
        LoggedState(
          item: ItemPath(section: 0, item: 1), scope: scope, JSONState(typeVersion: 3, [1.5])),
      ],
      origin: "o", at: "now", userInfo: [:])
    #expect(try entry(line) == .changeset(expected))
  }

  @Test func stateWithoutAValueIsForgotten() throws {
    var forgotten = like
    forgotten.state = nil
    let line = #"{"state":{"item":[0,1],"scope":"Like"}}"#
    #expect(try entry(line) == .changeset(LoggedChangeset(Changeset(), states: [forgotten])))
  }

  @Test func aChangesetMayHaveAnArrayOfNoStates() throws {
    let line = #"{"changeset":{},"state":[]}"#
    #expect(try entry(line) == .changeset(LoggedChangeset(Changeset())))
  }

  @Test func pathsOfItemsAreNotVerified() throws {
    let line = #"{"state":{"item":[-1,9007199254740992],"scope":"A"}}"#
    let path = ItemPath(section: -1, item: 1 << 53)
    let state = LoggedState(item: path, scope: ScopePath([ScopeKey(typeName: "A")]), nil)
    #expect(try entry(line) == .changeset(LoggedChangeset(Changeset(), states: [state])))
  }

  @Test func scopesThatDifferInTheirCodePointsAreTwo() throws {
    let line =
      #"{"state":[{"item":[0,0],"scope":"A[\"\u00e9\"]"},"#
      + #"{"item":[0,0],"scope":"A[\"e\u0301\"]"}]}"#
    guard case .changeset(let logged) = try entry(line) else {
      Issue.record("no changeset")
      return
    }
    #expect(logged.states.count == 2)
    #expect(logged.states[0] != logged.states[1])
  }

  @Test func statesAreExpected() throws {
    var expected = Expectation()
    expected.states = [like]
    let line = #"{"expect":{"state":{"item":[0,1],"scope":"Like","value":{"isLiked":true}}}}"#
    #expect(try entry(line) == .expect(expected))
    expected.states.append(
      LoggedState(item: ItemPath(section: 0, item: 0), scope: like.scope, nil))
    expected.revision = 2
    let two =
      #"{"expect":{"revision":2,"state":[{"item":[0,1],"scope":"Like","value":{"isLiked":true}},"#
      + #"{"item":[0,0],"scope":"Like"}]}}"#
    #expect(try entry(two) == .expect(expected))
    #expect(try entry(#"{"expect":{"state":[]}}"#) == .expect(Expectation()))
  }

  // MARK: Errors

  @Test(arguments: [
    ("{}", #"state: expected one of "item", "header" and "footer", and "scope""#),
    ("[]", "state: expected at least one state"),
    ("null", "state: expected an object or an array"),
    (#""Like""#, "state: expected an object or an array"),
    ("[[]]", "state[0]: expected an object"),
    (#"{"item":[0,0]}"#, #"state: expected one of "item", "header" and "footer", and "scope""#),
    (
      #"{"scope":"A","value":1}"#,
      #"state: expected one of "item", "header" and "footer", and "scope""#
    ),
    (#"{"item":0,"scope":"A"}"#, "state.item: expected an array of 2 elements"),
    (#"{"item":[0],"scope":"A"}"#, "state.item: expected an array of 2 elements"),
    (#"{"item":[0,0.5],"scope":"A"}"#, "state.item: expected an integer of at most 53 bits"),
    (#"{"item":["0",0],"scope":"A"}"#, "state.item: expected an integer of at most 53 bits"),
    (#"{"item":[0,0],"scope":7}"#, "state.scope: expected a string"),
    (#"{"item":[0,0],"scope":"A/"}"#, "state.scope: expected the path of a scope"),
    (#"{"item":[0,0],"scope":"A[b]"}"#, "state.scope: expected the path of a scope"),
    (#"{"item":[0,0],"scope":"A#0"}"#, "state.scope: expected the path of a scope"),
    (#"{"item":[0,0],"scope":"A","values":1}"#, #"state: unknown key "values""#),
    (
      #"{"item":[0,0],"scope":"A","version":1.5,"value":1}"#,
      "state.version: expected an integer of at most 53 bits"
    ),
    (
      #"{"item":[0,0],"scope":"A","version":2}"#,
      "state.version: there is no version without a value"
    ),
    (
      #"[{"item":[0,0],"scope":"A"},{"item":[0,0],"scope":"B"},{"item":[0,0],"scope":"A"}]"#,
      "state[2]: the same scope of the same item as in an element before"
    ),
    (
      #"[{"item":[0,0],"scope":"A"},{"item":[0,0],"scope":"A","version":1,"value":1}]"#,
      "state[1]: the same scope of the same item as in an element before"
    ),
    (
      #"[{"item":[0,0],"scope":"A"},{"item":[0,1],"scope":"A","at":1}]"#,
      #"state[1]: unknown key "at""#
    ),
    (
      #"[{"item":[0,0],"scope":"A"},{"item":[0,1],"scope":"["}]"#,
      "state[1].scope: expected the path of a scope"
    ),
  ])
  func brokenStateIsRefused(state: String, message: String) throws {
    try expectRefusal(of: #"{"state":\#(state)}"#, message: message)
    guard state != "[]" else { return }
    try expectRefusal(of: #"{"changeset":{},"state":\#(state)}"#, message: message)
    try expectRefusal(of: #"{"expect":{"state":\#(state)}}"#, message: "expect." + message)
  }

  @Test(arguments: [
    (#"{"state":{"item":[0,0],"scope":"A"},"reopen":true}"#, #"unknown key "reopen""#),
    (#"{"state":{"item":[0,0],"scope":"A"},"expect":{}}"#, #"unknown key "expect""#),
    (#"{"state":{"item":[0,0],"scope":"A"},"states":[]}"#, #"unknown key "states""#),
    (#"{"state":{"item":[0,0],"scope":"A"},"origin":1}"#, "origin: expected a string"),
    (#"{"reopen":true,"version":1}"#, #"unknown key "version""#),
  ])
  func stateStandsBesideNoOtherEntry(line: String, message: String) throws {
    try expectRefusal(of: line, message: message)
  }

  // MARK: Writing

  @Test func oneStateIsWrittenAsAnObjectAndAnEmptyChangesetIsLeftOut() {
    let logged = LoggedChangeset(Changeset(), states: [like], origin: "o")
    let line = ChangesetLogWriter.line(.changeset(logged))
    #expect(
      line == #"{"state":{"item":[0,1],"scope":"Like","value":{"isLiked":true}},"origin":"o"}"#)
  }

  @Test func statesAscendByItemAndThenByTheTextOfTheScope() {
    func state(_ item: Int, _ name: String, _ state: JSONState? = nil) -> LoggedState {
      LoggedState(
        item: ItemPath(section: 0, item: item), scope: ScopePath([ScopeKey(typeName: name)]), state)
    }
    let states = [
      state(1, "é", JSONState(.null)), state(1, "z"), state(0, "b", JSONState(typeVersion: 2, 1)),
      state(1, "B"),
    ]
    let text =
      #"[{"item":[0,0],"scope":"b","version":2,"value":1},{"item":[0,1],"scope":"B"},"#
      + #"{"item":[0,1],"scope":"z"},{"item":[0,1],"scope":"é","value":null}]"#
    let changeset = Changeset<JSONValue, JSONValue> { $0.removeSection(at: 1) }
    let line = ChangesetLogWriter.line(.changeset(LoggedChangeset(changeset, states: states)))
    #expect(line == #"{"changeset":{"removedSections":[1]},"state":\#(text)}"#)
    var expectation = Expectation()
    expectation.counts = [2]
    expectation.states = states
    expectation.revision = 1
    #expect(
      ChangesetLogWriter.line(.expect(expectation))
        == #"{"expect":{"counts":[2],"state":\#(text),"revision":1}}"#)
  }

  // MARK: Refusals

  @Test func kindOfARefusedStateIsSetState() throws {
    let line = #"{"expect":{"error":{"kind":"setState","reason":"outOfBounds","section":3}}}"#
    guard case .expect(let expectation) = try entry(line), let expected = expectation.error else {
      Issue.record("no expectation of an error")
      return
    }
    let refusal = EntryRefusal.noSuchItem(ItemPath(section: 3, item: -1))
    #expect(expected.matches(refusal))
    #expect(ExpectedError(kind: .setState, item: -1).matches(refusal))
    #expect(!ExpectedError(kind: .setState, item: 1).matches(refusal))
    #expect(!ExpectedError(kind: .changeset(.updateItem)).matches(refusal))
    #expect(refusal.description == "setState at target path [3, -1]: it does not exist")
    #expect(ChangesetLogWriter.line(.expect(expectation)) == line)
  }

  @Test func refusedStateIsWrittenLikeARefusedChangeset() {
    var bytes: [UInt8] = []
    let refusal = EntryRefusal.noSuchItem(ItemPath(section: 3, item: 1))
    BatchWriter.append(refused: refusal, line: 7, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"refused":{"line":7,"kind":"setState","reason":"outOfBounds","section":3,"item":1,"#
        + #""message":"setState at target path [3, 1]: it does not exist"}}"# + "\n")
  }

  // MARK: Stored states

  @Test func stateIsStoredAsCanonicalText() throws {
    let state = JSONState(typeVersion: 2, ["b": 1.0, "a": [.null, "é"]])
    #expect(
      state.stored == StoredState(typeVersion: 2, value: .text(#"{"a":[null,"é"],"b":1}"#)))
    #expect(JSONState(state.stored) == state)
    #expect(try LoggedState(like.place, scope: like.scope, stored: nil).state == nil)
    #expect(
      try LoggedState(like.place, scope: like.scope, stored: state.stored).state == state)
  }

  @Test(arguments: [.null, .blob([1]), .text(""), .text("{")] as [StoredValue])
  func storedStateThatIsNoJSONIsRefused(value: StoredValue) throws {
    let error = #expect(throws: StorageError.self) {
      try LoggedState(like.place, scope: like.scope, stored: StoredState(value: value))
    }
    #expect(error?.code == .undecodable)
    #expect(error?.message.contains(#"scope "Like" of the item at [0, 1]"#) == true)
  }

  private func entry(_ line: String) throws -> ChangesetLogEntry? {
    var reader = try ChangesetLogReader(log(line))
    return try reader.next()?.entry
  }

  private func expectRefusal(of line: String, message: String) throws {
    var reader = try ChangesetLogReader(log(line))
    let error = #expect(throws: ChangesetLogError.self) { try reader.next() }
    #expect(error?.message == message)
    #expect(error?.line == 2)
    #expect(error?.column == nil)
  }
}
