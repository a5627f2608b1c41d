import RosterCore
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Format: views for a SQL shell")
struct ShellViewTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func theItemsOfEveryListAreListedInOrder(seed: UInt64) throws {
    try withStore { temporary in
      var generator = RandomChangesets(seed: seed)
      for name in ["one", "it's \"another\""] {
        var list = try CommittedList(temporary.list(name))
        try list.commit([newSection((0..<700).map { "\($0)" }), newSection(at: 1, ["x", "y"])])
        for _ in 0..<12 { try list.commit(1, from: &generator) }
        let expected = list.naive.sections.enumerated().flatMap { section, row in
          row.items.enumerated().map { ["\(section)", "\($0)", $1.model] }
        }
        let quoted = name.split(separator: "'").joined(separator: "''")
        let found = try SQLShell(path: temporary.path).rows(
          "SELECT section, position, model FROM list_items WHERE list = '\(quoted)'")
        #expect(found == expected, "seed \(seed), list \(name)")
      }
      let all = try SQLShell(path: temporary.path).rows("SELECT DISTINCT list FROM list_items")
      #expect(all.allSatisfy { ["one", "it's \"another\""].contains($0[0]) })
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func theStatesOfEveryListAreListedInTheOrderOfItsItems(seed: UInt64) throws {
    try withStore { temporary in
      for name in ["one", "another"] {
        var generator = RandomChangesets(seed: seed)
        var states = RandomStates(seed: seed)
        let list = try temporary.list(name)
        var builder = CommitGroupBuilder(try list.load())
        try builder.add(newSection((0..<700).map { "\($0)" }))
        for _ in 0..<8 {
          let changeset = generator.valid(for: builder.group.target.itemCounts).changeset()
          try builder.add(changeset) { change in
            let items = try (0..<change.target.sectionCount).flatMap {
              try change.target.itemIDs(inSection: $0)
            }
            return states.changes(items, countMax: 60)
          }
        }
        try list.commit(builder.group)
        let state = builder.group.target
        let expected = try (0..<state.sectionCount).flatMap { section in
          try list.states(of: state.itemIDs(inSection: section), at: state.revision).enumerated()
            .flatMap { item, states in
              states.map { (["\(section)", "\(item)", $0.key.description], $0.key.description) }
                .sorted { $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) }.map(\.0)
            }
        }
        let found = try SQLShell(path: temporary.path).rows(
          "SELECT section, position, scope FROM list_states WHERE list = '\(name)'")
        #expect(
          found.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } })
        #expect(!found.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func aStateThatIsJSONCanBeAskedForItsParts() throws {
    try withStore { temporary in
      let list = try temporary.list()
      let row = ScopePath([ScopeKey(typeName: "Row")])
      let state = StoredState(value: .text(#"{"isLiked":true,"page":7}"#))
      var builder = CommitGroupBuilder(try list.load())
      let change = StateChange(StateAddress(item: ItemID(rawValue: 2), scope: row), state)
      try builder.add(newSection(["a", "b"]), states: [change])
      try list.commit(builder.group)
      let found = try SQLShell(path: temporary.path).rows(
        "SELECT list, section, position, scope, value ->> 'page' FROM list_states")
      #expect(found == [["main", "0", "1", "Row", "7"]])
    }
  }

  @Test func theJournalOfAListIsListedInOrder() throws {
    try withStore { temporary in
      let list = try temporary.list("a list")
      var builder = CommitGroupBuilder(try list.load())
      try builder.add(newSection(["a"]), ChangeAnnotation(origin: "me", at: "now"))
      try builder.add(
        Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) },
        ChangeAnnotation(userInfo: ["key": [1]]))
      try list.commit(builder.group)
      let found = try SQLShell(path: temporary.path).rows("SELECT * FROM list_journal")
      #expect(
        found == [
          [
            "a list", "1", #"{"insertedItems":[[0,0,1,1]],"insertedSections":[[0,1]]}"#, "me",
            "now", "",
          ],
          ["a list", "2", #"{"removedItems":[[0,0,1,1]]}"#, "", "", #"{"key":[1]}"#],
        ])
    }
  }

  @Test func modelsThatAreJSONCanBeAskedForTheirParts() throws {
    struct Track: Codable, Sendable {
      var title: String
      var seconds: Int
    }
    try withStore { temporary in
      let list = try temporary.list()
      var builder = CommitGroupBuilder(try list.load())
      try builder.add(newSection(["", ""]))
      var group = builder.group
      group.changes[0] = group.changes[0].with(insertedItems: [
        try JSONModelCodec<Track>().encode(Track(title: "One / \"two\"", seconds: 90)),
        try CanonicalJSONCodec().encode(["title": "Drei", "seconds": 100]),
      ])
      try list.commit(group)
      let found = try SQLShell(path: temporary.path).rows(
        "SELECT json_extract(model, '$.title'), model ->> 'seconds' FROM list_items")
      #expect(found == [["One / \"two\"", "90"], ["Drei", "100"]])
    }
  }
}
