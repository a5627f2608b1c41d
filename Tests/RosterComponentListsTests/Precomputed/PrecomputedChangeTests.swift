import Dispatch
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A precomputed change is applied to the list that it was computed for, or not at all.
@Suite("Changing: computed ahead") struct PrecomputedChangeTests {
  @Test func theListBecomesTheVeryStateThatWasComputed() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab"))
      let annotation = ChangeAnnotation(origin: "ahead")
      let change = try list.precompute(.insert("x", at: 1), annotation)
      #expect(list.snapshot.revision == 1)
      let batch = try await list.apply(.precomputed(change))
      #expect(batch.changes == change.changes)
      #expect(batch.changes.annotation == annotation)
      #expect(list.snapshot.revision == change.changes.targetRevision)
      let ids = try change.changes.target.itemIDs(inSection: 0)
      #expect(try list.snapshot.state.itemIDs(inSection: 0) == ids)
      #expect(try list.snapshot.rows.drawing == "axb")
      #expect(try BatchFacts(batch).isReplayable)
    }
  }

  @Test func aChangeKeepsItsAnnotationUnlessItIsAppliedWithAnother() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab"))
      let ahead = ChangeAnnotation(origin: "ahead")
      let kept = try list.applySynchronously(.precomputed(list.precompute(.remove(0), ahead)))
      #expect(kept.changes.annotation == ahead)
      let now = ChangeAnnotation(origin: "now", undo: .none)
      let replaced = try await list.apply(
        .precomputed(list.precompute(.remove(0), ahead)), now)
      #expect(replaced.changes.annotation == now)
      // What undo takes back is said by the annotation of the batch.
      try await list.apply(.undo())
      #expect(try list.snapshot.rows.drawing == "a")
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func aHistoryComputedAheadIsTheSameAsOneThatIsQueued(seed: UInt64) async throws {
    try await ListFile.with { file in
      var history = RandomHistory(seed: seed)
      let list = try file.openList()
      let batches = try list.batches()
      for step in 0..<40 {
        let changeset = try history.next(removesTwice: false)
        switch step % 3 {
        case 0: _ = try await list.apply(.precomputed(list.precompute(changeset)))
        case 1: _ = try list.applySynchronously(.precomputed(list.precompute(changeset)))
        default: _ = try await list.apply(changeset)
        }
        #expect(try list.snapshot.rows == history.list.rows, "seed \(seed), step \(step)")
        #expect(try list.snapshot.itemIDs == history.list.itemIDs, "seed \(seed), step \(step)")
      }
      await list.close()
      let live = try await batches.collect().map { try BatchFacts($0) }
      let reopened = try file.openList()
      let read = try reopened.batches(after: 0)
      await reopened.close()
      let stored = try await read.collect().map { try BatchFacts($0) }
      #expect(BatchFacts.difference(stored, live) == nil, "seed \(seed)")
    }
  }

  // MARK: Rows of changes

  @Test func changesOnTopOfEachOtherAreOneTransactionWithARevisionEach() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("ab"))
      let batches = try list.batches()
      let first = try list.precompute(.insert("x"), ChangeAnnotation(origin: "1"))
      let second = try list.precompute(.update(0, "X"), on: first.target)
      let third = try list.precompute(.remove(2), on: second.target, ChangeAnnotation(origin: "3"))
      let commitCount = storage.faults.calls.count { $0 == .commit }
      let applied = try list.applySynchronously([first, second, third])
      #expect(storage.faults.calls.count { $0 == .commit } == commitCount + 1)
      #expect(applied.map(\.changes) == [first, second, third].map(\.changes))
      #expect(applied.map(\.changes.targetRevision) == [2, 3, 4])
      #expect(try list.snapshot.rows.drawing == "Xa")
      #expect(try list.applySynchronously([TextList.Precomputed]()).isEmpty)
      await list.close()
      let published = try await batches.collect()
      #expect(published.map(\.changes.annotation.origin) == ["1", nil, "3"])
      let reopened = try file.openList()
      #expect(try reopened.snapshot.rows.drawing == "Xa")
      await reopened.close()
    }
  }

  @Test func changesOnTopOfEachOtherAreAppliedAllOrNotAtAll() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("ab"))
      let first = try list.precompute(.insert("x"))
      let row = [first, try list.precompute(.insert("y"), on: first.target)]
      storage.faults.fail(.commit)
      #expect(throws: DataSourceError.self) { try list.applySynchronously(row) }
      #expect(try list.snapshot.rows.drawing == "ab")
      try list.resume()
      // The second one alone is for a list that does not exist.
      let error = #expect(throws: DataSourceError.self) {
        try list.applySynchronously(.precomputed(row[1]))
      }
      #expect(base(in: error) == DataSourceError.OutdatedBase(base: 2, current: 1))
      _ = try list.applySynchronously(.insert("z"))
      #expect(throws: DataSourceError.self) { try list.applySynchronously(row) }
      #expect(try list.snapshot.rows.drawing == "zab")
      #expect(list.snapshot.revision == 2 && list.pendingCount == 0)
      await list.close()
    }
  }

  // MARK: Refusals

  @Test func aChangeOfAnEarlierRevisionIsRefusedAndTheListStays() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab"))
      let change = try list.precompute(.remove(0))
      #expect(list.isCurrent(change))
      _ = try list.applySynchronously(.update(1, "B"))
      #expect(!list.isCurrent(change))
      let error = #expect(throws: DataSourceError.self) {
        try list.applySynchronously(.precomputed(change))
      }
      #expect(base(in: error) == DataSourceError.OutdatedBase(base: 1, current: 2))
      await #expect(throws: DataSourceError.self) { try await list.apply(.precomputed(change)) }
      #expect(try list.snapshot.rows.drawing == "aB")
      #expect(list.snapshot.revision == 2 && list.pendingCount == 0)
      #expect(
        "\(DataSourceError.OutdatedBase(base: 1, current: 2))"
          == "the change was computed for revision 1, but the "
          + "list is at revision 2 by now; compute it anew")
    }
  }

  @Test func lookingWhetherItIsCurrentAppliesNothing() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab"))
      let change = try list.precompute(.remove(0))
      #expect(list.isCurrent(change) && list.isCurrent(change))
      #expect(list.snapshot.revision == 1 && list.pendingCount == 0)
    }
  }

  @Test func aChangeIsAppliedOnceOnly() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab"))
      let change = try list.precompute(.insert("x"))
      _ = try await list.apply(.precomputed(change))
      await #expect(throws: DataSourceError.self) { try await list.apply(.precomputed(change)) }
      #expect(try list.snapshot.rows.drawing == "xab")
    }
  }

  @Test func aChangeIsRefusedWhileSomethingIsPending() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("ab"))
      let change = try list.precompute(.remove(0))
      let gate = storage.stop(.commit)
      let pending = try list.enqueue(.insert("x"))
      await gate.arrival()
      let error = #expect(throws: DataSourceError.self) { try list.enqueue(.precomputed(change)) }
      #expect(base(in: error) == DataSourceError.OutdatedBase(base: 1, current: 1, pendingCount: 1))
      storage.faults.fail(.commit)
      gate.open()
      await #expect(throws: DataSourceError.self) { try await pending.value }
      #expect(!list.isCurrent(change))
      try list.resume()
      // What was pending has failed, so the change still fits the list.
      let isFree = try await list.apply(TextChange()).changes.targetRevision == 2
      #expect(isFree && !list.isCurrent(change))
      await list.close()
    }
  }

  @Test func aChangeWhoseCommitFailedMayBeTriedAgain() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("ab"))
      let change = try list.precompute(.insert("x"))
      storage.faults.fail(.commit)
      #expect(throws: DataSourceError.self) { try list.applySynchronously(.precomputed(change)) }
      try list.resume()
      #expect(list.isCurrent(change))
      #expect(try list.applySynchronously(.precomputed(change)).changes.targetRevision == 2)
      #expect(try list.snapshot.rows.drawing == "xab")
      await list.close()
    }
  }

  @Test func ofManyChangesOfOneSnapshotOneIsApplied() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab"))
      let changes = try (0..<16).map { try list.precompute(.insert("\($0)")) }
      let applied = await withTaskGroup { group in
        for change in changes {
          group.addTask { (try? await list.apply(.precomputed(change))) == nil ? 0 : 1 }
        }
        return await group.reduce(0, +)
      }
      #expect(applied == 1)
      #expect(list.snapshot.revision == 2)
    }
  }

  @Test func aChangeOfAnotherListIsRefused() async throws {
    try await ListFile.withList { list, _ in
      try await ListFile.withList { other, _ in
        _ = try await list.apply(.section("ab"))
        _ = try await other.apply(.section("ab"))
        let change = try list.precompute(.remove(0))
        #expect(!other.isCurrent(change))
        let error = #expect(throws: DataSourceError.self) {
          try other.applySynchronously(.precomputed(change))
        }
        #expect(base(in: error)?.isOfAnotherList == true)
        #expect(throws: DataSourceError.self) {
          try other.precompute(.remove(0), on: list.snapshot)
        }
      }
    }
  }

  @Test func aChangesetThatDoesNotFitTheSnapshotIsRefusedWhenItIsComputed() async throws {
    try await ListFile.withList { list, _ in
      let empty = list.snapshot
      _ = try await list.apply(.section("ab"))
      let error = #expect(throws: DataSourceError.self) {
        try list.precompute(.remove(0), on: empty)
      }
      guard case .invalid = error else {
        Issue.record("it does not fit the empty list")
        return
      }
      let state = StoredState(value: .text("1"))
      let path = ItemPath(section: 0, item: 7)
      #expect(throws: DataSourceError.self) {
        try list.precompute(
          .remove(0), states: [StateAssignment(item: .path(path), scope: .root, state: state)])
      }
    }
  }

  @Test func aClosedListRefusesAChange() async throws {
    try await ListFile.with { file in
      let list = try file.openList()
      let change = try list.precompute(.section("a"))
      await list.close()
      let error = #expect(throws: DataSourceError.self) {
        try list.applySynchronously(.precomputed(change))
      }
      guard case .closed = error else {
        Issue.record("a closed list says so")
        return
      }
    }
  }

  private func base(in error: DataSourceError?) -> DataSourceError.OutdatedBase? {
    if case .notCurrent(let base) = error { base } else { nil }
  }

  // MARK: Outputs and states

  @Test func outputsAreGeneratedOnce() async throws {
    try await ListFile.with { file in
      let made = Recorder<String>()
      let list = try file.openList { text, _ in
        made.record(text)
        return "<\(text)>"
      }
      let change = try list.precompute(ListRows(counts: [100]).asInsertion)
      #expect(made.values.count == 100)
      #expect(change.outputs?.map(\.output) == (0..<100).map { "<0.\($0)>" })
      let batch = try await list.apply(.precomputed(change))
      #expect(made.values.count == 100)
      #expect(batch.items.map(\.output) == change.outputs?.map(\.output))
      #expect(batch.items.map(\.id) == change.outputs?.map(\.id))
      await list.close()
    }
  }

  @Test func statesAreWrittenWithTheChange() async throws {
    try await ListFile.withList { list, _ in
      let state = StoredState(value: .text("1"))
      let path = ItemPath(section: 0, item: 0)
      let change = try list.precompute(
        .section("a"), states: [StateAssignment(item: .path(path), scope: .root, state: state)])
      let batch = try await list.apply(.precomputed(change))
      #expect(batch.states.map(\.state) == [state])
      #expect(try list.snapshot.states(at: path) == [.root: state])
    }
  }

  @Test func treesOfComponentsAreBuiltWhenTheChangeIsApplied() async throws {
    try await ListFile.with { file in
      let list = try file.openRows()
      let change = try list.precompute(.section("a"))
      #expect(change.outputs == nil)
      let batch = try await list.apply(.precomputed(change))
      #expect(batch.items.count == 1)
      await list.close()
    }
  }

  @Test func changesMayBeComputedOnManyThreadsAtOnce() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(ListRows(counts: [500]).asInsertion)
      let snapshot = list.snapshot
      let lengths = await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            let change = try? list.precompute(.remove(number), on: snapshot)
            return change?.changes.target.itemCount ?? 0
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(lengths == Array(repeating: 499, count: 8))
    }
  }
}
