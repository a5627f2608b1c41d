import RosterCore
import RosterJSON
import RosterLog
import Testing

@Suite("Log entries: states of headers and footers") struct SupplementEntryTests {
  private let scope = ScopePath([ScopeKey(typeName: "Day")])

  private func entry(_ line: String) throws -> ChangesetLogEntry? {
    var reader = try ChangesetLogReader(log(line))
    return try reader.next()?.entry
  }

  @Test func aSectionIsNamedInPlaceOfAnItem() throws {
    let line = #"{"state":{"header":2,"scope":"Day","version":2,"value":{"isFolded":true}}}"#
    let state = LoggedState(
      .supplement(.header, ofSection: 2), scope: scope,
      JSONState(typeVersion: 2, ["isFolded": true]))
    #expect(try entry(line) == .changeset(LoggedChangeset(Changeset(), states: [state])))
    #expect(
      ChangesetLogWriter.line(.changeset(LoggedChangeset(Changeset(), states: [state]))) == line)
    let footer = #"{"expect":{"state":{"footer":0,"scope":"Day"}}}"#
    var expectation = Expectation()
    expectation.states = [LoggedState(.supplement(.footer, ofSection: 0), scope: scope, nil)]
    #expect(try entry(footer) == .expect(expectation))
    #expect(ChangesetLogWriter.line(.expect(expectation)) == footer)
  }

  @Test func statesAscendAsTheListDoes() throws {
    let places: [TreePlace] = [
      .supplement(.header, ofSection: 1), .supplement(.footer, ofSection: 0),
      .item(ItemPath(section: 0, item: 1)), .supplement(.header, ofSection: 0),
    ]
    let states = places.map { LoggedState($0, scope: scope, nil) }
    let line = ChangesetLogWriter.line(.changeset(LoggedChangeset(Changeset(), states: states)))
    #expect(
      line
        == #"{"state":[{"header":0,"scope":"Day"},{"item":[0,1],"scope":"Day"},"#
        + #"{"footer":0,"scope":"Day"},{"header":1,"scope":"Day"}]}"#)
    #expect(
      places.map(\.description) == [
        "header of section 1", "footer of section 0", "item at [0, 1]", "header of section 0",
      ])
  }

  @Test(arguments: [
    (
      #"{"header":0,"footer":0,"scope":"A"}"#,
      #"state: expected one of "item", "header" and "footer", and "scope""#
    ),
    (
      #"{"header":0,"item":[0,0],"scope":"A"}"#,
      #"state: expected one of "item", "header" and "footer", and "scope""#
    ),
    (#"{"header":[0],"scope":"A"}"#, "state.header: expected an integer of at most 53 bits"),
    (
      #"[{"header":0,"scope":"A"},{"header":0,"scope":"A","value":1}]"#,
      "state[1]: the same scope of the same header as in an element before"
    ),
  ])
  func whatIsMalformedIsRefused(state: String, message: String) throws {
    var reader = try ChangesetLogReader(log(#"{"state":\#(state)}"#))
    let error = #expect(throws: ChangesetLogError.self) { try reader.next() }
    #expect(error?.message == message)
  }

  @Test func headerAndFooterOfASectionAreTwo() throws {
    let line = #"{"state":[{"header":0,"scope":"A"},{"footer":0,"scope":"A"}]}"#
    guard case .changeset(let logged) = try entry(line) else {
      Issue.record("no changeset")
      return
    }
    #expect(logged.states.count == 2)
  }

  @Test func aRefusalNamesTheSection() {
    let refusal = EntryRefusal.noSuchSection(3)
    #expect(refusal.kind == .setState && refusal.reason == .outOfBounds)
    #expect(refusal.section == 3 && refusal.item == nil)
    #expect(refusal.description == "setState at target section 3: it does not exist")
  }
}
