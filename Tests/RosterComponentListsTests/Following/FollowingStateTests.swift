import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// States of components that several data sources update.
@Suite("Following states")
struct FollowingStateTests {
  /// Runs a test on two lists of one file with the row ab. The first list is behind gates.
  private func withTwo(
    _ kind: TreeKind, _ body: (_ one: RowList, GatedStorage, _ other: RowList) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openTrees(.shared, storage)
      try await one.apply(kind.rows("ab"))
      let other = try file.openTrees(.shared)
      try await body(one, storage, other)
      await one.close()
      await other.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func theTreesOfOthersUpdatesAreShown(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      _ = try one.tree(1, kind)
      let batches = try one.batches()
      let annotation = ChangeAnnotation(origin: "other")
      _ = try await other.apply(
        .update(.counter("a"), of: Counter.self, in: kind.id(1)) { $0.add(3) }, annotation)
      let batch = try #require(try await batches.next())
      #expect(batch.target.revision == 2 && batch.changes.annotation == annotation)
      #expect(batch.states.map(\.tree) == [kind.tree(1)])
      #expect(batch.states.map(\.state) == [.counter([3])])
      #expect(batch.outputs.map(\.tree) == [kind.tree(1)])
      #expect(batch.outputs.histories("a") == [[3]])
      // The tree of the batch is kept.
      let reads: Set<FaultyStorage.Call> = [.itemModels, .sectionModels, .states]
      let count = storage.faults.calls.count { reads.contains($0) }
      #expect(try one.tree(1, kind)?.history("a") == [3])
      #expect(storage.faults.calls.count { reads.contains($0) } == count)
      _ = try await one.add(4, to: "a", in: kind.id(1)).value
      try await other.publishes(3)
      #expect(try other.tree(1, kind)?.history("a") == [3, 4])
      try await other.apply(kind.update(0, "ax"))
      try await one.publishes(4)
      #expect(try one.tree(1, kind)?.count("x") == 0)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateOfATreeThatNobodyTouchedIsCommittedAsItWasMade(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let runs = Recorder<Int>()
      let gate = storage.stop(.commit)
      let update = try one.enqueue(
        .update(.counter("b"), of: Counter.self, in: kind.id(2)) { state in
          runs.record(1)
          state.add(5)
        })
      await gate.arrival()
      _ = try await other.add(1, to: "a", in: kind.id(1)).value
      try await other.apply(kind.insert("c"))
      gate.open()
      let batch = try #require(try await update.value.batch)
      #expect(batch.changes.targetRevision == 4)
      #expect(batch.states.map(\.targetPlace) == [kind.place(2)])
      #expect(batch.outputs.histories("b") == [[5]])
      #expect(runs.values == [1])
      try await other.publishes(4)
      #expect(try other.tree(2, kind)?.history("b") == [5])
      #expect(try one.tree(1, kind)?.history("a") == [1])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateThatStillWaitsIsRunOnTheFreshState(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let runs = Recorder<Int>()
      let gate = storage.stop(.commit)
      let first = try one.add(5, to: "a", in: kind.id(1))
      await gate.arrival()
      let second = try one.enqueue(
        .update(.counter("b"), of: Counter.self, in: kind.id(2)) { state in
          runs.record(state.count)
          state.add(5)
        })
      _ = try await other.add(1, to: "b", in: kind.id(2)).value
      gate.open()
      _ = try await first.value
      _ = try await second.value
      #expect(runs.values == [1])
      #expect(try one.tree(2, kind)?.history("b") == [1, 5])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateThatWasRunOnAStateThatIsGoneFails(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let runs = Recorder<Int>()
      let gate = storage.stop(.commit)
      let update = try one.enqueue(
        .update(.counter("a"), of: Counter.self, in: kind.id(1)) { state in
          runs.record(1)
          state.add(5)
        })
      await gate.arrival()
      _ = try await other.add(1, to: "a", in: kind.id(1)).value
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(runs.values == [1])
      #expect(try one.tree(1, kind)?.history("a") == [1])
      #expect(one.snapshot.revision == 2)
    }
  }

  /// The other writer gives the tree an equal model, which changes none of its states.
  @Test(arguments: TreeKind.allCases)
  func anUpdateThatWasRunOnAModelThatIsGoneFails(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let gate = storage.stop(.commit)
      let update = try one.add(5, to: "a", in: kind.id(1))
      await gate.arrival()
      let replacement = try await other.apply(kind.update(0, "a"))
      #expect(replacement.states.isEmpty)
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(try one.tree(1, kind)?.count("a") == 0)
    }
  }

  /// Of two actions in one revision, one is committed and the other is not.
  @Test(arguments: TreeKind.allCases)
  func theMessageOfAnActionThatWasRunOnAStateThatIsGoneIsNotSent(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let messages = one.messages()
      let first = storage.stop(.commit)
      let before = try one.add(1, to: "b", in: kind.id(2))
      await first.arrival()
      let lost = try one.enqueue(.actions([.addAndTell(5, to: "a")], in: kind.id(1)))
      let kept = try one.enqueue(.actions([.addAndTell(6, to: "b")], in: kind.id(2)))
      let second = storage.stop(.commit)
      first.open()
      _ = try await before.value
      await second.arrival()
      _ = try await other.add(1, to: "a", in: kind.id(1)).value
      second.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await lost.value }
      #expect(conflict(error) == WriteConflict(base: 2, current: 3))
      #expect(try await kept.value.messageCount == 1)
      await one.close()
      var sent: [TreeMessage<RowMessage>] = []
      for await message in messages { sent.append(message) }
      #expect(sent.map(\.tree) == [kind.tree(2)])
      #expect(sent.map { $0.message } == [.counted("b", 7)])
    }
  }

  /// Nothing remains to commit, and no message is sent.
  @Test(arguments: TreeKind.allCases)
  func anActionWhoseTreeOthersHaveRemovedSendsNothing(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let messages = one.messages()
      let gate = storage.stop(.commit)
      let lost = try one.enqueue(.actions([.addAndTell(5, to: "a")], in: kind.id(1)))
      await gate.arrival()
      try await other.apply(kind.remove(0))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await lost.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      await one.close()
      var count = 0
      for await _ in messages { count += 1 }
      #expect(count == 0)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateOfATreeThatOthersHaveRemovedFails(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let gate = storage.stop(.commit)
      let update = try one.add(5, to: "a", in: kind.id(1))
      await gate.arrival()
      try await other.apply(kind.remove(0))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(try one.tree(1, kind) == nil)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aNewEnvironmentIsThatOfTheFollowedList(kind: TreeKind) async throws {
    try await withTwo(kind) { one, _, other in
      _ = try one.tree(1, kind)
      try await other.apply(kind.insert("c"))
      var environment = ComponentEnvironment()
      environment[Colour.self] = "red"
      _ = try await one.apply(.configuration(.environment(environment)))
      #expect(one.snapshot.revision == 2)
      #expect(try one.snapshot.models(kind) == ["c", "a", "b"])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func followedTreesHaveALayout(kind: TreeKind) async throws {
    try await ListFile.with { file in
      var configuration = DataSourceConfiguration.laidOut
      configuration.isShared = true
      let one = try file.openTrees(configuration)
      let other = try file.openTrees(configuration)
      _ = try await one.apply(kind.rows("a"))
      try await other.publishes(1)
      #expect(try other.tree(1, kind)?.layout != nil)
      await other.close()
      await one.close()
    }
  }

  // MARK: Reloads and configurations

  @Test(arguments: TreeKind.allCases)
  func aConfigurationThatCameTooLateIsTriedAgain(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let gate = storage.stop(.commit)
      let pending = try one.enqueue(.configuration(kind.components { Row(text: $0 + "z") }))
      await gate.arrival()
      try await other.apply(kind.insert("c"))
      gate.open()
      let batch = try #require(try await pending.value.batch)
      #expect(batch.causes == [.change, .configuration])
      #expect(batch.changes.sourceRevision == 2)
      #expect(batch.changes.targetRevision == 3)
      #expect(try (1...3).map { try one.tree($0, kind)?.count("z") } == [0, 0, 0])
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
      let pending = try one.enqueue(.reload(.items([.id(1)])))
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

  @Test(arguments: TreeKind.allCases)
  func aReloadByPathThatCameTooLateIsAConflict(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let endings = Recorder<String>()
      let one = try file.openTrees(.shared, storage) {
        Row(text: $0 + (endings.values.last ?? ""))
      }
      try await one.apply(kind.rows("ab"))
      let other = try file.openTrees(.shared)
      endings.record("z")
      let gate = storage.stop(.commit)
      let byPath = try one.enqueue(.reload(.trees([kind.at(0)])))
      await gate.arrival()
      try await other.apply(kind.insert("c"))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await byPath.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      let batch = try #require(try await one.apply(.reload(.trees([kind.id(1)]))).batch)
      #expect(batch.outputs.map(\.targetPlace) == [kind.place(1)])
      #expect(batch.outputs.counts("z") == [0])
      await one.close()
      await other.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aPathBehindWhatCameTooLateInTheSameRowIsAConflict(kind: TreeKind) async throws {
    try await withTwo(kind) { one, storage, other in
      let first = storage.stop(.commit)
      let before = try one.add(1, to: "a", in: kind.id(1))
      await first.arrival()
      let configuration = try one.enqueue(.configuration(kind.components { Row(text: $0 + "z") }))
      let byPath = try one.add(5, to: "a", in: kind.at(0))
      let byID = try one.add(6, to: "a", in: kind.id(1))
      let second = storage.stop(.commit)
      first.open()
      _ = try await before.value
      await second.arrival()
      try await other.publishes(2)
      try await other.apply(kind.insert("ac"))
      second.open()
      #expect(try await configuration.value.batch?.changes.targetRevision == 4)
      let error = await #expect(throws: DataSourceError.self) { _ = try await byPath.value }
      #expect(conflict(error) == WriteConflict(base: 2, current: 3))
      _ = try await byID.value
      #expect(try one.tree(1, kind)?.history("a") == [1, 6])
      #expect(try one.tree(3, kind)?.history("a") == [])
    }
  }
}
