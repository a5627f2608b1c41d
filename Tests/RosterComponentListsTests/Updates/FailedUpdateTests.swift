import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Updates next to changesets that fail, and updates whose own commit fails.
@Suite("Updates: failures") struct FailedUpdateTests {
  /// Runs a test while the pipeline is stopped after the commit of its first change, the row ab.
  private func withBusyTrees(
    _ kind: TreeKind, _ body: (RowList, GatedStorage, Gate) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let gate = storage.stop(.commit, .after)
      let list = try file.openTrees(DataSourceConfiguration(), storage, codec: FussyCodec())
      _ = try list.enqueue(kind.rows("ab"))
      await gate.arrival()
      try await body(list, storage, gate)
      await list.close()
      for number in 1...2 {
        #expect(try file.openTrees().states(number, kind) == list.states(number, kind))
      }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateByIdBehindAChangesetThatFailsIsAppliedAndOneByPathFails(kind: TreeKind) async throws
  {
    try await withBusyTrees(kind) { list, _, gate in
      let first = try list.add(1, to: "a", in: kind.at(0))
      let bad = try list.enqueue(kind.insert("bad"), ChangeAnnotation(origin: "bad one"))
      let byID = try list.add(2, to: "a", in: kind.id(1))
      let byPath = try list.add(3, to: "a", in: kind.at(1))
      let dependent = try list.enqueue(kind.insert("c"))
      let last = try list.add(4, to: "b", in: kind.id(2))
      gate.open()
      #expect(try await first.value.batch?.changes.targetRevision == 2)
      await #expect(throws: DataSourceError.self) { _ = try await bad.value }
      await #expect(throws: DataSourceError.self) { _ = try await dependent.value }
      let error = await #expect(throws: DataSourceError.self) { _ = try await byPath.value }
      let failure = try #require(precedingFailure(error))
      #expect(failure.revision == 3)
      #expect(failure.origin == "bad one")
      #expect(try await byID.value.batch?.changes.targetRevision == 3)
      #expect(try await last.value.batch?.changes.targetRevision == 3)
      #expect(try list.tree(1, kind)?.history("a") == [1, 2])
      #expect(try list.tree(2, kind)?.history("b") == [4])
      #expect(list.pendingCount == 0)
    }
  }

  /// An update by id does not depend on the change, but its caller may count on it.
  @Test(arguments: TreeKind.allCases)
  func anUpdateByIdBehindAChangesetWhoseCommitFailsIsNotApplied(kind: TreeKind) async throws {
    try await withBusyTrees(kind) { list, storage, gate in
      storage.faults.fail(.commit)
      let failing = try list.enqueue(kind.update(0, "ac"))
      let byID = try list.add(2, to: "a", in: kind.id(1))
      gate.open()
      await #expect(throws: DataSourceError.self) { _ = try await failing.value }
      let error = await #expect(throws: DataSourceError.self) { _ = try await byID.value }
      guard case .suspended(let suspension) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(suspension.revision == 2)
      #expect(try list.tree(1, kind)?.history("a") == [])
      #expect(try list.tree(1, kind)?.count("c") == nil)
      try list.resume()
      #expect(try await list.add(3, to: "a", in: kind.id(1)).value.batch?.target.revision == 2)
      #expect(try list.tree(1, kind)?.history("a") == [3])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func nothingBehindAnUpdateWhoseCommitFailsIsApplied(kind: TreeKind) async throws {
    try await withBusyTrees(kind) { list, storage, gate in
      storage.faults.fail(.commit)
      let runs = Recorder<Int>()
      let failing = try list.enqueue(
        .update(.counter("a"), of: Counter.self, in: kind.id(1)) { state in
          runs.record(1)
          state.add(1)
        })
      let refused = try list.add(1, to: "x", in: kind.id(1))
      let change = try list.enqueue(kind.insert("c"))
      let path = try list.add(2, to: "a", in: kind.at(1))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await failing.value }
      guard case .storage = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let refusal = await #expect(throws: DataSourceError.self) { _ = try await refused.value }
      guard case .edit(.noSuchScope) = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      await #expect(throws: DataSourceError.self) { _ = try await change.value }
      await #expect(throws: DataSourceError.self) { _ = try await path.value }
      #expect(runs.values == [1])
      #expect(list.snapshot.revision == 1)
      try list.resume()
      #expect(try await list.apply(kind.insert("c")).target.revision == 2)
      #expect(try await list.add(2, to: "a", in: kind.at(1)).value.batch?.target.revision == 3)
      #expect(try list.tree(1, kind)?.history("a") == [2])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateThatCannotBeStoredIsNotPublished(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("a"))
      let batches = try list.batches()
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.add(1, to: "a", in: kind.at(0)).value
      }
      #expect(try list.tree(1, kind)?.history("a") == [])
      try list.resume()
      _ = try await list.add(2, to: "a", in: kind.at(0)).value
      #expect(try list.tree(1, kind)?.history("a") == [2])
      await list.close()
      #expect(try await batches.collect().map(\.target.revision) == [2])
    }
  }

  /// The commit only appears to fail.
  @Test(arguments: TreeKind.allCases)
  func anUpdateWhoseCommitFailsAfterTheWorkIsPublishedNevertheless(kind: TreeKind) async throws {
    try await withBusyTrees(kind) { list, storage, gate in
      storage.faults.fail(.commit, .after)
      let update = try list.add(1, to: "a", in: kind.id(1))
      gate.open()
      #expect(try await update.value.batch?.changes.targetRevision == 2)
      #expect(try list.tree(1, kind)?.history("a") == [1])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aTreeThatCannotBeReadFailsItsOwnUpdatesOnly(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let writer = try file.openTrees()
      _ = try await writer.apply(kind.rows("ab"))
      await writer.close()
      let list = try file.openTrees(codec: HalfBlindCodec())
      let pending = [
        try list.add(1, to: "a", in: kind.id(1)), try list.add(2, to: "b", in: kind.id(2)),
        try list.add(3, to: "a", in: kind.at(0)),
      ]
      #expect(try await pending[1].value.batch?.outputs.map(\.tree) == [kind.tree(2)])
      for update in [pending[0], pending[2]] {
        let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
        guard case .storage(let cause) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(cause.code == .undecodable)
      }
      await list.close()
    }
  }

  private struct HalfBlindCodec: ModelCodec {
    struct Blindness: Error {}

    func encode(_ model: String) throws -> StoredValue { try TextCodec().encode(model) }

    func decode(_ value: StoredValue) throws -> String {
      guard value != .text("a") else { throw Blindness() }
      return try TextCodec().decode(value)
    }
  }

  /// Each commit of a sequence of updates and changesets fails once, before or after its work.
  @Test(arguments: TreeKind.allCases, [FaultyStorage.Moment.before, .after])
  func statesInMemoryAreThoseInTheFileAfterEveryFailure(
    kind: TreeKind, moment: FaultyStorage.Moment
  ) async throws {
    try await ListFile.withGatedTrees { list, storage, file in
      _ = try await list.apply(kind.rows("abc"))
      for step in 0..<24 {
        storage.faults.fail(.commit, moment)
        if step.isMultiple(of: 3) {
          _ = try? await list.apply(kind.update(step / 3 % 3, "abcxy".randomLetters(step)))
        } else {
          _ = try? await list.apply(.actions([.toggle], in: kind.id(step % 3 + 1)))
        }
        storage.faults.heal()
        list.resumeIfSuspended()
        if step.isMultiple(of: 2) { _ = try await list.apply(.actions([.toggle], in: kind.id(1))) }
        let other = try file.openTrees()
        for id in 1...3 {
          #expect(try other.states(id, kind) == list.states(id, kind))
          #expect(try other.tree(id, kind)?.views == list.tree(id, kind)?.views)
          #expect(try list.tree(id, kind)?.storedStates == list.states(id, kind))
        }
      }
    }
  }
}

extension String {
  /// Returns some of the letters, always the same for the same number.
  func randomLetters(_ number: Int) -> String {
    var random = SplitMix64(seed: UInt64(number))
    return filter { _ in random.happens(percent: 50) }
  }
}

extension ComponentTree {
  /// The states that storage must have for the tree.
  var storedStates: [ScopePath: StoredState] {
    Dictionary(
      uniqueKeysWithValues: scopes.compactMap { scope in
        scope.state.map { (scope.path, $0) }
      })
  }
}
