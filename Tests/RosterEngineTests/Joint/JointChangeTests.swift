import Dispatch
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Changes of several lists of one store: all of them or none.
@Suite("Changes of several lists") struct JointChangeTests {
  private struct Refusal: Error {}

  private typealias Draft = TextList.Draft

  private typealias PendingChange = Pending<
    (value: Void, batches: (TextList.Batch, TextList.Batch))
  >

  /// Waits until the queue of a list has come to its part of a change.
  private func parking(_ recorder: EventRecorder) async {
    await recorder.wait { $0.hasPrefix("took") }
  }

  @Test func anItemGoesFromOneListToAnother() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = (try lists.open("inbox"), try lists.open("archive"))
      try await inbox.apply(.section("abc"))
      let moved = try await lists.store.change(inbox, archive, ChangeAnnotation(origin: "Ada")) {
        inbox, archive in
        guard let item = try inbox.source.state.itemID(at: ItemPath(section: 0, item: 1)) else {
          throw Refusal()
        }
        let model = try inbox.model(of: item)
        try inbox.remove(item)
        try archive.append(model)
        return model
      }
      #expect(moved.value == "b")
      #expect(moved.batches.0.changes.targetRevision == 2)
      #expect(moved.batches.1.changes.targetRevision == 1)
      #expect(moved.batches.1.changes.annotation.origin == "Ada")
      #expect(try inbox.snapshot.texts == ["a", "c"])
      #expect(try archive.snapshot.texts == ["b"])
      #expect(try archive.outputs(inSection: 0).map(\.output) == ["<b>"])
      let stored = try lists.openAgain()
      #expect(try stored.open("inbox").snapshot.texts == ["a", "c"])
      #expect(try stored.open("archive").snapshot.texts == ["b"])
      await inbox.close()
      await archive.close()
    }
  }

  @Test func threeListsAreChangedInEachForm() async throws {
    try await JointLists.with { lists in
      let (a, b, c) = (try lists.open("a"), try lists.open("b"), try lists.open("c"))
      let one = try await lists.store.change(a, b, c) { a, b, c in
        try a.append("1")
        try b.append("1")
        return try c.append("1")
      }
      #expect(try c.snapshot.state.path(of: one.value) == ItemPath(section: 0, item: 0))
      let two = try lists.store.applySynchronously(
        .change(c, a, b) { c, a, b in
          try c.append("2")
          try a.append("2")
          try b.append("2")
        })
      #expect(two.batches.2.changes.targetRevision == 2)
      let three = try lists.store.enqueue(
        .change(b, c, a) { b, c, a in
          try b.append("3")
          try c.append("3")
          try a.append("3")
        })
      #expect(try await three.value.batches.2.changes.targetRevision == 3)
      for list in [a, b, c] {
        #expect(try list.snapshot.texts == ["1", "2", "3"])
        await list.close()
      }
    }
  }

  // MARK: Refusals

  @Test(arguments: [0, 1, 2])
  func aChangeThatFailsInOneListChangesNone(failing: Int) async throws {
    try await JointLists.with { lists in
      let (a, b) = (try lists.open("a"), try lists.open("b"))
      try await a.apply(.section("a"))
      let change: @Sendable (inout Draft, inout Draft) throws -> Void = { a, b in
        try a.append("x")
        switch failing {
        case 0: throw Refusal()
        case 1: try b.insert("y", at: ItemPath(section: 0, item: 5))
        // It cannot be encoded, which is known when the closure has returned.
        default: try b.append("bad")
        }
      }
      await #expect(throws: (any Error).self) {
        try await lists.store.change(a, b) { try change(&$0, &$1) }
      }
      #expect(throws: (any Error).self) {
        try lists.store.applySynchronously(.change(b, a) { try change(&$0, &$1) })
      }
      let queued = try lists.store.enqueue(.change(a, b) { try change(&$0, &$1) })
      await #expect(throws: DataSourceError.self) { try await queued.value }
      #expect(a.snapshot.revision == 1 && b.snapshot.revision == 0)
      #expect(a.suspension == nil && b.suspension == nil)
      if failing == 0 {
        await #expect(throws: Refusal.self) {
          try await lists.store.change(a, b) { try change(&$0, &$1) }
        }
      }
      try await lists.store.change(a, b) { a, b in
        try a.append("c")
        try b.append("c")
      }
      #expect(try a.snapshot.texts == ["a", "c"])
      #expect(try b.snapshot.texts == ["c"])
      await a.close()
      await b.close()
    }
  }

  @Test func listsOfOtherStoresAndTheSameListTwiceAreRefused() async throws {
    try await JointLists.with { lists in
      let (a, b) = (try lists.open("a"), try lists.open("b"))
      let again = try lists.openAgain()
      func error(_ list: TextList, _ other: TextList) -> String? {
        do {
          _ = try lists.store.enqueue(.change(list, other) { _, _ in })
          return nil
        } catch {
          return "\(error)"
        }
      }
      #expect(error(a, try again.open("b")) == "\(DataSourceError.notInStore(position: 2))")
      #expect(error(try .inMemory(), b) == "\(DataSourceError.notInStore(position: 1))")
      #expect(error(a, a) == "\(DataSourceError.repeatedList(position: 2))")
      #expect(error(a, try lists.open("a")) == "\(DataSourceError.repeatedList(position: 2))")
      #expect(a.pendingCount == 0 && b.pendingCount == 0)
      await a.close()
      await b.close()
    }
  }

  @Test func aListThatTakesNoMoreKeepsTheChangeOutOfAll() async throws {
    try await JointLists.with { lists in
      let recorders = [EventRecorder(), EventRecorder()]
      let configurations = recorders.map { recorder in
        var configuration = DataSourceConfiguration(pendingCountMax: 1)
        configuration.listeners = [recorder]
        return configuration
      }
      let storage = try lists.storage("a")
      let a = try lists.open("a", configurations[0], storage)
      let b = try lists.open("b", configurations[1])
      let gate = storage.stop(.commit)
      _ = try a.enqueue(.section("a"))
      await gate.arrival()
      let waiting = try a.enqueueChange { _, change in try change.append("b") }
      for (one, other) in [(a, b), (b, a)] {
        #expect(throws: DataSourceError.self) {
          try lists.store.enqueue(.change(one, other) { _, _ in })
        }
        #expect(throws: DataSourceError.self) {
          try lists.store.applySynchronously(.change(one, other) { _, _ in })
        }
      }
      #expect(b.pendingCount == 0)
      gate.open()
      _ = try await waiting.value
      await b.close()
      #expect(throws: DataSourceError.self) { try lists.store.enqueue(.change(a, b) { _, _ in }) }
      #expect(throws: DataSourceError.self) {
        try lists.store.applySynchronously(.change(b, a) { _, _ in })
      }
      #expect(a.pendingCount == 0)
      await a.close()
      // The listeners of both lists are told of each refusal.
      for recorder in recorders {
        #expect(recorder.lines.count { $0.contains("refused: queue full") } == 4)
      }
      #expect(recorders[0].lines.count { $0.contains("refused: closed") } == 2)
    }
  }

  // MARK: Waiting

  /// Runs a test while list a commits something, and list b has come to its part of a change of both.
  private func withParkedList(
    _ body: (
      _ a: TextList, _ b: TextList, _ storage: GatedStorage, _ gate: Gate,
      _ change: PendingChange, _ store: GatedStore
    ) async throws -> Void
  ) async throws {
    try await JointLists.with { lists in
      let storage = try lists.storage("a")
      let recorder = EventRecorder()
      let (a, b) = (
        try lists.open("a", DataSourceConfiguration(), storage),
        try lists.open("b", .told(recorder))
      )
      let gate = storage.stop(.commit)
      _ = try a.enqueue(.section("a"))
      await gate.arrival()
      let change = try lists.store.enqueue(
        .change(b, a) { b, a in
          try b.append("x")
          try a.append("x")
        })
      await parking(recorder)
      try await body(a, b, storage, gate, change, lists.store)
      await a.close()
      await b.close()
    }
  }

  @Test func aQueueThatHasComeToItsPartWaitsForTheOthers() async throws {
    try await withParkedList { a, b, _, gate, change, _ in
      let behind = try b.enqueue(.insert("y", at: 1))
      let reload = try b.enqueue(.reload())
      #expect(b.snapshot.revision == 0 && b.pendingCount == 3)
      #expect(behind.outcome == nil && change.outcome == nil)
      gate.open()
      let batches = try await change.value.batches
      #expect(batches.0.changes.targetRevision == 1)
      #expect(batches.1.changes.targetRevision == 2)
      #expect(try await behind.value.changes.targetRevision == 2)
      _ = try await reload.value
      #expect(try a.snapshot.texts == ["a", "x"])
      #expect(try b.snapshot.texts == ["x", "y"])
    }
  }

  @Test func aSynchronousCallBehindAPartReturnsWhenTheChangeIsMade() async throws {
    try await withParkedList { a, b, _, gate, change, store in
      let calls = Recorder<String>()
      let bodies: [@Sendable () throws -> Void] = [
        { try b.changeSynchronously { _, change in try change.append("y") } },
        {
          try store.applySynchronously(
            .change(a, b) { a, b in
              try a.append("z")
              try b.append("z")
            })
        },
      ]
      for body in bodies {
        DispatchQueue.global().async {
          calls.record((try? body()) == nil ? "failed" : "done")
        }
      }
      gate.open()
      await calls.wait { $0.count == 2 }
      #expect(calls.values == ["done", "done"])
      #expect(try a.snapshot.texts == ["a", "x", "z"])
      #expect(try b.snapshot.texts.sorted() == ["x", "y", "z"])
      _ = try await change.value
    }
  }

  @Test func aListThatIsSuspendedMeanwhileFailsTheChangeInAll() async throws {
    try await withParkedList { a, b, storage, gate, change, store in
      let behind = try b.enqueueChange { _, change in try change.append("y") }
      storage.faults.fail(.commit, with: StorageError(.full, "no room left"))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { try await change.value }
      guard case .suspended = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      // The other list goes on.
      _ = try await behind.value
      #expect(b.suspension == nil)
      #expect(try b.snapshot.texts == ["y"])
      let suspension = try #require(a.suspension)
      #expect(throws: DataSourceError.self) { try store.enqueue(.change(b, a) { _, _ in }) }
      #expect(b.pendingCount == 0)
      a.resume(after: suspension)
      try await store.change(b, a) { b, a in
        try b.append("z")
        try a.append("z")
      }
      #expect(try a.snapshot.texts == ["z"])
      #expect(try b.snapshot.texts == ["y", "z"])
    }
  }

  @Test func aPartBehindAListThatWasSuspendedFailsWhenItsTurnComes() async throws {
    try await JointLists.with { lists in
      let storages = [try lists.storage("a"), try lists.storage("b")]
      let a = try lists.open("a", DataSourceConfiguration(), storages[0])
      let b = try lists.open("b", DataSourceConfiguration(), storages[1])
      let gates = storages.map { $0.stop(.commit) }
      let first = (try a.enqueue(.section("a")), try b.enqueue(.section("b")))
      for gate in gates { await gate.arrival() }
      let change = try lists.store.enqueue(.change(a, b) { _, _ in Issue.record("it is made") })
      storages[0].faults.fail(.commit)
      gates[0].open()
      await #expect(throws: DataSourceError.self) { try await first.0.value }
      await a.idle()
      // Its part in list b has no outcome yet.
      #expect(change.outcome == nil && b.pendingCount == 2)
      gates[1].open()
      await #expect(throws: DataSourceError.self) { try await change.value }
      _ = try await first.1.value
      #expect(b.suspension == nil)
      #expect(try b.snapshot.texts == ["b"])
      await a.close()
      await b.close()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aListThatIsClosedMeanwhileTakesPart() async throws {
    try await withParkedList { a, b, _, gate, change, _ in
      let closings = [a, b].map { list in
        Task(executorPreference: DirectExecutor()) { await list.close() }
      }
      for list in [a, b] {
        #expect(throws: DataSourceError.self) { try list.enqueue(.insert("y")) }
      }
      gate.open()
      for closing in closings { await closing.value }
      _ = try await change.value
      let texts = (try a.snapshot.texts, try b.snapshot.texts)
      #expect(texts == (["a", "x"], ["x"]))
    }
  }

  @Test func aTaskThatIsCancelledMeanwhileGetsTheOutcome() async throws {
    try await withParkedList { a, b, _, gate, _, store in
      let task = Task {
        try await store.change(a, b) { a, b in
          try a.append("y")
          try b.append("y")
        }.batches.1.changes.targetRevision
      }
      task.cancel()
      gate.open()
      let revision = try await task.value
      #expect(revision == 2)
    }
  }

  @Test func listsThatAreReleasedMeanwhileAreChangedAndThenGo() async throws {
    try await JointLists.with { lists in
      func release() async throws -> (
        change: PendingChange, gate: Gate, ends: [Lifetime.End]
      ) {
        let storages = [try lists.storage("a"), try lists.storage("b")]
        let a = try lists.open("a", DataSourceConfiguration(), storages[0])
        let b = try lists.open("b", DataSourceConfiguration(), storages[1])
        let gate = storages[0].stop(.commit)
        _ = try a.enqueue(.section("a"))
        await gate.arrival()
        let change = try lists.store.enqueue(
          .change(a, b) { a, b in
            try a.append("x")
            try b.append("x")
          })
        return (change, gate, storages.map(\.lifetime.end))
      }
      let ends: [Lifetime.End]
      do {
        let released = try await release()
        released.gate.open()
        _ = try await released.change.value
        ends = released.ends
      }
      for end in ends { await end.arrival() }
      #expect(try lists.open("a").snapshot.texts == ["a", "x"])
      #expect(try lists.open("b").snapshot.texts == ["x"])
    }
  }

  // MARK: Calls that would wait for themselves

  private func word(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "done"
    } catch {
      return (error as? DataSourceError)?.word ?? "\(error)"
    }
  }

  @Test func aSynchronousCallInAChangeIsRefusedInAllItsLists() async throws {
    try await JointLists.with { lists in
      let (a, b, c) = (try lists.open("a"), try lists.open("b"), try lists.open("c"))
      let words = try await lists.store.change(a, b) { _, _ in
        [
          word { try a.applySynchronously(.section("x")) },
          word { try b.applySynchronously(.section("x")) },
          word { try lists.store.applySynchronously(.change(b, c) { _, _ in }) },
          word { try c.applySynchronously(.section("c")) },
        ]
      }.value
      #expect(words == ["reentrant", "reentrant", "reentrant", "done"])
      let inChange = try await a.change { _, _ in
        word { try lists.store.applySynchronously(.change(b, a) { _, _ in }) }
      }.value
      #expect(inChange == "reentrant")
      for list in [a, b, c] { await list.close() }
    }
  }

  @Test func aListThatWaitsForTheCallerRefusesToBeWaitedFor() async throws {
    try await JointLists.with { lists in
      let recorders = [EventRecorder(), EventRecorder()]
      let a = try lists.open("a")
      let b = try lists.open("b", .told(recorders[0]))
      let c = try lists.open("c", .told(recorders[1]))
      let gate = Gate()
      let change = try a.enqueueChange { _, change in
        gate.pass()
        try change.append(word { try b.applySynchronously(.section("x")) })
        try change.append(word { try c.applySynchronously(.section("x")) })
        try change.append(word { try lists.store.applySynchronously(.change(b, c) { _, _ in }) })
      }
      await gate.arrival()
      // List c waits for list a, and list b for list c.
      let one = try lists.store.enqueue(.change(c, a) { _, _ in })
      let other = try lists.store.enqueue(.change(b, c) { _, _ in })
      for recorder in recorders { await parking(recorder) }
      gate.open()
      _ = try await change.value
      _ = try await (one.value, other.value)
      #expect(try a.snapshot.texts == ["reentrant", "reentrant", "reentrant"])
      for list in [a, b, c] { await list.close() }
    }
  }

  // MARK: Storage

  @Test(arguments: FaultyStorage.Moment.allCases)
  func aCommitThatFailsIsInAllListsOrInNone(moment: FaultyStorage.Moment) async throws {
    try await JointLists.with { lists in
      let (a, b) = (try lists.open("a"), try lists.open("b"))
      try await a.apply(.section("a"))
      lists.store.fail(moment)
      let change = try lists.store.enqueue(
        .change(a, b) { a, b in
          try a.append("x")
          try b.append("x")
        })
      let isStored = moment == .after
      let outcome = try? await change.value
      #expect((outcome != nil) == isStored)
      #expect((a.suspension == nil) == isStored && (b.suspension == nil) == isStored)
      #expect(try a.snapshot.texts == (isStored ? ["a", "x"] : ["a"]))
      #expect(try b.snapshot.texts == (isStored ? ["x"] : []))
      for list in [a, b] { if let suspension = list.suspension { list.resume(after: suspension) } }
      try await lists.store.change(b, a) { b, a in
        try b.append("y")
        try a.append("y")
      }
      let stored = try lists.openAgain()
      #expect(try stored.open("b").snapshot.texts == (isStored ? ["x", "y"] : ["y"]))
      await a.close()
      await b.close()
    }
  }

  /// Storage has the change, and cannot be asked.
  @Test(arguments: [0, 1])
  func ifOneListCannotBeAskedTheOtherOneTells(silent: Int) async throws {
    try await JointLists.with { lists in
      let storages = [try lists.storage("a"), try lists.storage("b")]
      let a = try lists.open("a", DataSourceConfiguration(), storages[0])
      let b = try lists.open("b", DataSourceConfiguration(), storages[1])
      storages[silent].faults.fail(.load)
      lists.store.fail(.after)
      for text in ["x", "y"] {
        try await lists.store.change(a, b) { a, b in
          try a.append(text)
          try b.append(text)
        }
      }
      #expect(try a.snapshot.texts == ["x", "y"])
      #expect(try b.snapshot.texts == ["x", "y"])
      await a.close()
      await b.close()
    }
  }

  @Test func aCommitOfWhichStorageTellsNothingStopsAllLists() async throws {
    try await JointLists.with { lists in
      let storages = [try lists.storage("a"), try lists.storage("b")]
      let opened = try (0..<2).map {
        try lists.open(["a", "b"][$0], DataSourceConfiguration(), storages[$0])
      }
      for storage in storages { storage.faults.fail(.load) }
      lists.store.fail(.after)
      let append: @Sendable (inout Draft, inout Draft) throws -> Void = { a, b in
        try a.append("x")
        try b.append("x")
      }
      await #expect(throws: DataSourceError.self) {
        try await lists.store.change(opened[0], opened[1]) { try append(&$0, &$1) }
      }
      for list in opened {
        list.resume(after: try #require(list.suspension))
        #expect(list.snapshot.revision == 0)
      }
      // The change is there, so the lists have to be opened again.
      await #expect(throws: DataSourceError.self) {
        try await lists.store.change(opened[0], opened[1]) { try append(&$0, &$1) }
      }
      for list in opened {
        list.resume(after: try #require(list.suspension))
        await #expect(throws: DataSourceError.self) { try await list.apply(.section("y")) }
        await list.close()
      }
      for name in ["a", "b"] { #expect(try lists.open(name).snapshot.texts == ["x"]) }
    }
  }

  // MARK: Other processes

  @Test func theChangeIsMadeOnceMoreWhenAnotherProcessCommitsFirst() async throws {
    try await JointLists.with { lists in
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let other = try lists.openAgain().open("b", configuration)
      let (a, b) = (try lists.open("a", configuration), try lists.open("b", configuration))
      let counts = Recorder<[Int]>()
      let gate = lists.store.stop()
      let change = try lists.store.enqueue(
        .change(a, b) { a, b in
          counts.record([a.state.itemCount, b.state.itemCount])
          try a.append("x")
          try b.append("x")
        })
      await gate.arrival()
      try await other.change { _, change in try change.append("o") }
      gate.open()
      let batches = try await change.value.batches
      #expect(batches.0.changes.targetRevision == 1)
      #expect(batches.1.changes.targetRevision == 2)
      #expect(counts.values == [[0, 0], [0, 1]])
      #expect(try a.snapshot.texts == ["x"])
      #expect(try b.snapshot.texts == ["o", "x"])
      for list in [a, b, other] { await list.close() }
    }
  }

  // MARK: Listeners

  @Test func listenersOfEachListAreToldAsOfAChangeOfOne() async throws {
    try await JointLists.with { lists in
      let recorders = (0..<3).map { _ in EventRecorder() }
      let opened = try (0..<3).map { try lists.open("\($0)", .told(recorders[$0])) }
      try await opened[0].change { _, change in try change.append("x") }
      try await lists.store.change(opened[1], opened[2]) { one, other in
        try one.append("x")
        try other.append("x")
      }
      await #expect(throws: Refusal.self) {
        try await opened[0].change { _, _ in throw Refusal() }
      }
      await #expect(throws: Refusal.self) {
        try await lists.store.change(opened[1], opened[2]) { _, _ in throw Refusal() }
      }
      for list in opened { await list.close() }
      // Outputs of several lists are not made if the closure of all has thrown.
      let facts = recorders.map { $0.lines.filter { !$0.hasPrefix("generat") } }
      #expect(facts[0].contains { $0.contains("applied at 1") })
      #expect(facts[1] == facts[0] && facts[2] == facts[0])
    }
  }
}
