import RosterComponents
import RosterCore
import RosterEngine
import RosterStore
import RosterTestSupport
import Testing

/// States of components that several data sources update.
@Suite("Following states")
struct FollowingStateTests {
  /// Runs a test on two lists of rows with the items "a" and "b". The first list is behind gates.
  private func withTwo(
    _ body: (_ one: RowList, GatedStorage, _ other: RowList) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openRows(.shared, storage)
      try await one.apply(.section("ab"))
      let other = try file.openRows(.shared)
      try await body(one, storage, other)
      await one.close()
      await other.close()
    }
  }

  @Test func theTreesOfOthersUpdatesAreShown() async throws {
    try await withTwo { one, _, other in
      _ = try one.tree(1)
      _ = try await other.add(3, to: "a", in: .id(1)).value
      try await one.publishes(2)
      #expect(try one.tree(1)?.history("a") == [3])
      _ = try await one.add(4, to: "a", in: .id(1)).value
      try await other.publishes(3)
      #expect(try other.tree(1)?.history("a") == [3, 4])
      try await other.apply(.update(0, "ax"))
      try await one.publishes(4)
      #expect(try one.tree(1)?.count("x") == 0)
    }
  }

  @Test func anUpdateOfAnItemThatNobodyTouchedIsCommittedAsItWasMade() async throws {
    try await withTwo { one, storage, other in
      let runs = Recorder<Int>()
      let gate = storage.stop(.commit)
      let update = try one.enqueueUpdate(.counter("b"), of: Counter.self, in: .id(2)) { state in
        runs.record(1)
        state.add(5)
      }
      await gate.arrival()
      _ = try await other.add(1, to: "a", in: .id(1)).value
      try await other.apply(.insert("c"))
      gate.open()
      let batch = try #require(try await update.value.batch)
      #expect(batch.changes.targetRevision == 4)
      #expect(batch.states.map(\.targetPlace) == [.item(ItemPath(section: 0, item: 2))])
      #expect(runs.values == [1])
      try await other.publishes(4)
      #expect(try other.tree(2)?.history("b") == [5])
      #expect(try one.tree(1)?.history("a") == [1])
    }
  }

  @Test func anUpdateThatStillWaitsIsRunOnTheFreshState() async throws {
    try await withTwo { one, storage, other in
      let runs = Recorder<Int>()
      let gate = storage.stop(.commit)
      let first = try one.add(5, to: "a", in: .id(1))
      await gate.arrival()
      let second = try one.enqueueUpdate(.counter("b"), of: Counter.self, in: .id(2)) { state in
        runs.record(state.count)
        state.add(5)
      }
      _ = try await other.add(1, to: "b", in: .id(2)).value
      gate.open()
      _ = try await first.value
      _ = try await second.value
      #expect(runs.values == [1])
      #expect(try one.tree(2)?.history("b") == [1, 5])
    }
  }

  @Test func anUpdateThatWasRunOnAStateThatIsGoneFails() async throws {
    try await withTwo { one, storage, other in
      let runs = Recorder<Int>()
      let gate = storage.stop(.commit)
      let update = try one.enqueueUpdate(.counter("a"), of: Counter.self, in: .id(1)) { state in
        runs.record(1)
        state.add(5)
      }
      await gate.arrival()
      _ = try await other.add(1, to: "a", in: .id(1)).value
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(runs.values == [1])
      #expect(try one.tree(1)?.history("a") == [1])
      #expect(one.snapshot.revision == 2)
    }
  }

  /// The other writer gives the item an equal model, which changes none of its states.
  @Test func anUpdateThatWasRunOnAModelThatIsGoneFails() async throws {
    try await withTwo { one, storage, other in
      let gate = storage.stop(.commit)
      let update = try one.add(5, to: "a", in: .id(1))
      await gate.arrival()
      let replacement = try await other.apply(.update(0, "a"))
      #expect(replacement.states.isEmpty)
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(try one.tree(1)?.count("a") == 0)
    }
  }

  /// Of two actions in one revision, one is committed and the other is not.
  @Test func theMessageOfAnActionThatWasRunOnAStateThatIsGoneIsNotSent() async throws {
    try await withTwo { one, storage, other in
      let messages = one.messages()
      let first = storage.stop(.commit)
      let before = try one.add(1, to: "b", in: .id(2))
      await first.arrival()
      let lost = try one.enqueueActions([.addAndTell(5, to: "a")], in: .id(1))
      let kept = try one.enqueueActions([.addAndTell(6, to: "b")], in: .id(2))
      let second = storage.stop(.commit)
      first.open()
      _ = try await before.value
      await second.arrival()
      _ = try await other.add(1, to: "a", in: .id(1)).value
      second.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await lost.value }
      #expect(conflict(error) == WriteConflict(base: 2, current: 3))
      #expect(try await kept.value.messageCount == 1)
      await one.close()
      var sent: [TreeMessage<RowMessage>] = []
      for await message in messages { sent.append(message) }
      #expect(sent.map { $0.item } == [ItemID(rawValue: 2)])
      #expect(sent.map { $0.message } == [.counted("b", 7)])
    }
  }

  /// Nothing remains to commit, and no message is sent.
  @Test func anActionWhoseItemOthersHaveRemovedSendsNothing() async throws {
    try await withTwo { one, storage, other in
      let messages = one.messages()
      let gate = storage.stop(.commit)
      let lost = try one.enqueueActions([.addAndTell(5, to: "a")], in: .id(1))
      await gate.arrival()
      try await other.apply(.remove(0))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await lost.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      await one.close()
      var count = 0
      for await _ in messages { count += 1 }
      #expect(count == 0)
    }
  }

  @Test func anUpdateOfAnItemThatOthersHaveRemovedFails() async throws {
    try await withTwo { one, storage, other in
      let gate = storage.stop(.commit)
      let update = try one.add(5, to: "a", in: .id(1))
      await gate.arrival()
      try await other.apply(.remove(0))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(try one.tree(1) == nil)
    }
  }

  @Test func aNewEnvironmentIsThatOfTheFollowedList() async throws {
    try await withTwo { one, _, other in
      _ = try one.tree(1)
      try await other.apply(.insert("c"))
      var environment = EnvironmentValues()
      environment[Colour.self] = "red"
      _ = try await one.reconfigure(.environment(environment))
      #expect(one.snapshot.revision == 2)
      #expect(one.snapshot.state.itemCount == 3)
    }
  }

  // MARK: Reloads and configurations

  @Test func aConfigurationThatCameTooLateIsTriedAgain() async throws {
    try await withTwo { one, storage, other in
      let gate = storage.stop(.commit)
      let pending = try one.enqueueConfiguration(.components { text, _ in Row(text: text + "z") })
      await gate.arrival()
      try await other.apply(.insert("c"))
      gate.open()
      let batch = try #require(try await pending.value.batch)
      #expect(batch.causes == [.change, .configuration])
      #expect(batch.changes.sourceRevision == 2)
      #expect(batch.changes.targetRevision == 3)
      #expect(try (1...3).map { try one.tree($0)?.count("z") } == [0, 0, 0])
    }
  }

  /// A reload in which a state begins is a revision, so another writer can come before it.
  @Test func aReloadThatCameTooLateShowsTheModelOfTheOther() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let endings = Recorder<String>()
      let one = try RowList(
        storage: storage, codec: TextCodec(), sectionCodec: TextCodec(), configuration: .shared
      ) { text, _ in Row(text: text + (endings.values.last ?? "")) }
      try await one.apply(.section("ab"))
      let other = try file.openRows(.shared)
      endings.record("z")
      let gate = storage.stop(.commit)
      let pending = try one.enqueueReload(.items([.id(1)]))
      await gate.arrival()
      try await other.apply(.update(0, "ay"))
      gate.open()
      let batch = try #require(try await pending.value.batch)
      #expect(batch.changes.sourceRevision == 2)
      #expect(batch.items.map { $0.output.count("y") } == [0])
      #expect(try one.tree(1)?.count("z") == 0)
      #expect(try one.tree(1)?.count("y") == 0)
      await one.close()
      await other.close()
    }
  }

  @Test func aReloadByPathThatCameTooLateIsAConflict() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let endings = Recorder<String>()
      let one = try RowList(
        storage: storage, codec: TextCodec(), sectionCodec: TextCodec(), configuration: .shared
      ) { text, _ in Row(text: text + (endings.values.last ?? "")) }
      try await one.apply(.section("ab"))
      let other = try file.openRows(.shared)
      endings.record("z")
      let gate = storage.stop(.commit)
      let byPath = try one.enqueueReload(.items([.item(0)]))
      await gate.arrival()
      try await other.apply(.insert("c"))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await byPath.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      let batch = try #require(try await one.reload(.items([.id(1)])).batch)
      #expect(batch.items.map { $0.targetPath.item } == [1])
      #expect(batch.items[0].output.count("z") == 0)
      await one.close()
      await other.close()
    }
  }

  @Test func aPathBehindWhatCameTooLateInTheSameRowIsAConflict() async throws {
    try await withTwo { one, storage, other in
      let first = storage.stop(.commit)
      let before = try one.add(1, to: "a", in: .id(1))
      await first.arrival()
      let configuration = try one.enqueueConfiguration(
        .components { text, _ in Row(text: text + "z") })
      let byPath = try one.add(5, to: "a", in: .item(0))
      let byID = try one.add(6, to: "a", in: .id(1))
      let second = storage.stop(.commit)
      first.open()
      _ = try await before.value
      await second.arrival()
      try await other.publishes(2)
      try await other.apply(.insert("ac"))
      second.open()
      #expect(try await configuration.value.batch?.changes.targetRevision == 4)
      let error = await #expect(throws: DataSourceError.self) { _ = try await byPath.value }
      #expect(conflict(error) == WriteConflict(base: 2, current: 3))
      _ = try await byID.value
      #expect(try one.tree(1)?.history("a") == [1, 6])
      #expect(try one.tree(3)?.history("a") == [])
    }
  }
}
