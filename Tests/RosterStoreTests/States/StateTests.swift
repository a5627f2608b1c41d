import RosterCore
import RosterStore
import RosterTestSupport
import Testing

@Suite("States")
struct StateTests {
  private let like = ScopePath([ScopeKey(typeName: "Row"), ScopeKey(typeName: "Like")])
  private let more = ScopePath([ScopeKey(typeName: "Row", identifier: "a/\"b\"", ordinal: 2)])

  private func item(_ number: Int) -> ItemID { ItemID(rawValue: number) }

  private func change(_ number: Int, _ scope: ScopePath, _ text: String?) -> StateChange {
    StateChange(
      StateAddress(item: item(number), scope: scope),
      text.map { StoredState(value: .text($0)) })
  }

  private func text(_ text: String) -> StoredState { StoredState(value: .text(text)) }

  @Test func areReadAtTheRevisionThatWroteThemAndLater() throws {
    try withStore { temporary in
      let list = try temporary.list()
      var builder = CommitGroupBuilder(try list.load())
      try builder.add(newSection(["a", "b"]), states: [change(1, like, "1")])
      try builder.add(states: [change(2, more, "2"), change(1, like, "3")])
      try builder.add(states: [change(1, like, nil)])
      try builder.add(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 1)) })
      try list.commit(builder.group)
      let items = [item(1), item(2), item(3)]
      let expected: [[[ScopePath: StoredState]]] = [
        [[:], [:], [:]], [[like: text("1")], [:], [:]],
        [[like: text("3")], [more: text("2")], [:]], [[:], [more: text("2")], [:]],
        [[:], [:], [:]],
      ]
      for (revision, states) in expected.enumerated() {
        #expect(try list.states(of: items, at: revision) == states, "revision \(revision)")
      }
    }
  }
}
