import RosterCore
import RosterTestSupport
import Testing

@Suite("States")
struct StateTests {
  private let like = ScopePath([ScopeKey(typeName: "Row"), ScopeKey(typeName: "Like")])
  private let page = ScopePath([ScopeKey(typeName: "Row", identifier: "a/\"b\"", ordinal: 2)])

  private func item(_ number: Int) -> ItemID { ItemID(rawValue: number) }

  private func set(_ number: Int, _ scope: ScopePath, _ text: String) -> StateChange {
    StateChange(StateAddress(item: item(number), scope: scope), state(text))
  }

  private func forget(_ number: Int, _ scope: ScopePath) -> StateChange {
    StateChange(StateAddress(item: item(number), scope: scope), nil)
  }

  private func state(_ text: String) -> StoredState { StoredState(value: .text(text)) }

  /// Runs a test with a list of some items.
  private func withList(
    _ kind: StorageKind, _ items: [String] = ["a", "b", "c"],
    _ body: (any ListStorage, any TemporaryStorage, inout CommitGroupBuilder) throws -> Void
  ) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      var builder = CommitGroupBuilder(try list.commit(newSection(items), on: list.load()))
      try body(list, temporary, &builder)
    }
  }

  private func remove(_ item: Int) -> Changeset<String, String> {
    Changeset { $0.removeItem(at: ItemPath(section: 0, item: item)) }
  }

  private func count(_ table: StateRows, _ temporary: any TemporaryStorage) throws -> Int {
    try temporary.rowCount(table, of: "main")
  }

  // MARK: Reading

  @Test(arguments: StorageKind.all)
  func areReadAtTheRevisionThatWroteThemAndLater(kind: StorageKind) throws {
    try withList(kind) { list, _, builder in
      try builder.add(states: [set(1, like, "1")])
      try builder.add(states: [set(2, page, "2"), set(1, like, "3")])
      try builder.add(states: [forget(1, like)])
      try builder.add(remove(1))
      try list.commit(builder.group)
      let expected: [[[ScopePath: StoredState]]] = [
        [[:], [:], [:]], [[:], [:], [:]], [[like: state("1")], [:], [:]],
        [[like: state("3")], [page: state("2")], [:]], [[:], [page: state("2")], [:]],
        [[:], [:], [:]], [[:], [:], [:]],
      ]
      for (revision, states) in expected.enumerated() {
        let found = try list.states(of: [item(1), item(2), item(9)], at: revision)
        #expect(found == states, "revision \(revision)")
      }
      #expect(try list.states(of: [] as [ItemID], at: 3).isEmpty)
    }
  }

  @Test(arguments: StorageKind.all)
  func eachValueComesBackAsItWas(kind: StorageKind) throws {
    let values: [StoredValue] = [
      .null, .text(""), .text("it's \"é\" \u{0} 🦆"), .text("12"), .blob([]), .blob([0, 255]),
    ]
    try withList(kind) { list, _, builder in
      let scopes = values.indices.map { ScopePath([ScopeKey(typeName: "Row", ordinal: $0)]) }
      let states = zip(values, [0, 1, -1, .max, .min, 7]).map {
        StoredState(typeVersion: $1, value: $0)
      }
      let changes = zip(scopes, states).map {
        StateChange(StateAddress(item: item(1), scope: $0), $1)
      }
      try builder.add(states: changes)
      try builder.add(states: scopes.map { forget(1, $0) })
      try list.commit(builder.group)
      let expected = Dictionary(uniqueKeysWithValues: zip(scopes, states))
      #expect(try list.states(of: [item(1)], at: 2) == [expected])
      #expect(try list.states(of: [item(1)], at: 3) == [[:]])
    }
  }

  /// A database tells names apart that Swift takes for equal, so the keys must as well.
  @Test(arguments: StorageKind.all)
  func scopesThatOnlyLookAlikeAreTwo(kind: StorageKind) throws {
    try withList(kind) { list, _, builder in
      let scopes = ["\u{e9}", "e\u{301}"].map { ScopePath([ScopeKey(typeName: $0)]) }
      try builder.add(states: [set(1, scopes[0], "composed"), set(1, scopes[1], "decomposed")])
      try builder.add(states: [forget(1, scopes[0])])
      try list.commit(builder.group)
      #expect(
        try list.states(of: [item(1)], at: 2)
          == [[scopes[0]: state("composed"), scopes[1]: state("decomposed")]])
      #expect(try list.states(of: [item(1)], at: 3) == [[scopes[1]: state("decomposed")]])
    }
  }

  // MARK: Groups

  @Test(arguments: StorageKind.all)
  func aStateOfAnItemThatItsGroupInserts(kind: StorageKind) throws {
    try withList(kind) { list, _, builder in
      let insertion = Changeset<String, String> {
        $0.insertItem("d", at: ItemPath(section: 0, item: 0))
      }
      try builder.add(insertion, states: [set(4, like, "1")])
      try builder.add(states: [set(4, like, "2"), set(4, page, "2")])
      try list.commit(builder.group)
      #expect(try list.states(of: [item(4)], at: 1) == [[:]])
      #expect(try list.states(of: [item(4)], at: 2) == [[like: state("1")]])
      #expect(try list.states(of: [item(4)], at: 3) == [[like: state("2"), page: state("2")]])
    }
  }

  @Test(arguments: StorageKind.all)
  func aStateOfAnItemThatItsGroupInsertsAndRemoves(kind: StorageKind) throws {
    try withList(kind) { list, temporary, builder in
      let insertion = Changeset<String, String> {
        $0.insertItem("d", at: ItemPath(section: 0, item: 0))
      }
      try builder.add(insertion, states: [set(4, like, "1")])
      try builder.add(remove(0))
      try list.commit(builder.group)
      #expect(try list.states(of: [item(4)], at: 2) == [[like: state("1")]])
      #expect(try list.states(of: [item(4)], at: 3) == [[:]])
      #expect(try count(.state, temporary) == 0)
      #expect(try count(.history, temporary) == 1)
    }
  }

  @Test(arguments: StorageKind.all)
  func aGroupThatFindsNoStatesAtItsFirstRemovalTakesThoseItWritesItself(kind: StorageKind) throws {
    try withList(kind) { list, temporary, builder in
      try builder.add(remove(0))
      try builder.add(states: [set(2, like, "1"), set(3, like, "1")])
      try builder.add(remove(0))
      try list.commit(builder.group)
      #expect(try list.states(of: [item(2), item(3)], at: 4) == [[:], [like: state("1")]])
      #expect(try count(.state, temporary) == 1)
    }
  }

  @Test(arguments: StorageKind.all)
  func aStateThatAGroupWritesForgetsAndWritesAgain(kind: StorageKind) throws {
    try withList(kind) { list, _, builder in
      for change in [set(1, like, "1"), set(1, like, "2"), forget(1, like), set(1, like, "4")] {
        try builder.add(states: [change])
      }
      try list.commit(builder.group)
      let found = try (1...5).map { try list.states(of: [item(1)], at: $0)[0][like]?.value }
      #expect(found == [nil, .text("1"), .text("2"), nil, .text("4")])
    }
  }

  @Test(arguments: StorageKind.all)
  func forgettingAStateThatIsNotThereChangesNothing(kind: StorageKind) throws {
    try withList(kind) { list, temporary, builder in
      try builder.add(states: [forget(1, like)])
      try builder.add(states: [set(1, page, "1")])
      try builder.add(states: [forget(1, like), forget(2, page)])
      try list.commit(builder.group)
      #expect(try list.states(of: [item(1)], at: 4) == [[page: state("1")]])
      #expect(try count(.history, temporary) == 0)
      #expect(try list.journal(after: 3, limit: 1)[0].states.count == 2)
    }
  }

  // MARK: Removal

  @Test(arguments: StorageKind.all)
  func anItemThatGoesTakesAllItsStatesAlong(kind: StorageKind) throws {
    try withList(kind) { list, temporary, builder in
      try builder.add(states: [set(1, like, "1"), set(2, like, "2"), set(2, page, "2")])
      // What is said of the states of an item that goes has no effect.
      try builder.add(remove(1), states: [set(2, like, "late"), set(1, page, "3")])
      try list.commit(builder.group)
      #expect(try list.states(of: [item(2)], at: 3) == [[:]])
      #expect(try list.states(of: [item(1)], at: 3) == [[like: state("1"), page: state("3")]])
      #expect(try list.states(of: [item(2)], at: 2) == [[like: state("2"), page: state("2")]])
      #expect(try count(.state, temporary) == 2)
      let entry = try list.journal(after: 2, limit: 1)[0]
      #expect(entry.states == [StateAddress(item: item(1), scope: page)])
    }
  }

  @Test(arguments: StorageKind.all, [[0, 1, 2, 3, 4, 5], [0, 2, 3, 5], [1], []])
  func statesOfOtherItemsStayWhateverRunsGo(kind: StorageKind, removed: [Int]) throws {
    try withList(kind, ["a", "b", "c", "d", "e", "f"]) { list, _, builder in
      try builder.add(states: (1...6).map { set($0, like, "\($0)") })
      try builder.add(
        Changeset { for index in removed { $0.removeItem(at: ItemPath(section: 0, item: index)) } })
      try list.commit(builder.group)
      let found = try list.states(of: (1...6).map { item($0) }, at: 3)
      #expect(found == (0..<6).map { removed.contains($0) ? [:] : [like: state("\($0 + 1)")] })
    }
  }

  @Test(arguments: StorageKind.all)
  func anItemThatGoesWithItsSectionTakesItsStatesAlongAndOneThatIsMovedOutKeepsThem(
    kind: StorageKind
  ) throws {
    try withList(kind) { list, _, builder in
      try builder.add(
        Changeset { $0.insertSection(at: 1) }, states: (1...3).map { set($0, like, "\($0)") })
      try builder.add(
        Changeset {
          $0.removeSection(at: 0)
          $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0))
        })
      try list.commit(builder.group)
      let found = try list.states(of: [item(1), item(2), item(3)], at: 3)
      #expect(found == [[:], [like: state("2")], [:]])
    }
  }

  @Test(arguments: StorageKind.all)
  func statesComeBackWithAnItemThatReturns(kind: StorageKind) throws {
    try withList(kind) { list, _, builder in
      try builder.add(states: [set(2, like, "2"), set(2, page, "2")])
      let removal = try builder.group.target.applying(remove(1))
      try builder.add(remove(1))
      try list.commit(builder.group)
      let before = try list.states(of: [item(2)], at: 2)[0]
      builder = CommitGroupBuilder(builder.group.target)
      try builder.replay(
        removal.inverse, model: "b again",
        states: before.map { StateChange(StateAddress(item: item(2), scope: $0), $1) })
      try list.commit(builder.group)
      let found = try (2...4).map { try list.states(of: [item(2)], at: $0)[0] }
      #expect(found == [before, [:], before])
    }
  }
}
