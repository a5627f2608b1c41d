import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// A store takes every modification in three ways, which differ only in what the caller waits for.
@Suite("Changes of several lists: ways") struct StoreWayTests {
  private struct Refusal: Error {}

  private func take<Outcome>(
    _ modification: StoreModification<Outcome>, _ way: WayTests.Way, _ store: GatedStore
  ) async throws -> Outcome {
    let annotation = ChangeAnnotation(origin: "\(way)")
    return switch way {
    case .enqueue: try await store.enqueue(modification, annotation).value
    case .apply: try await store.apply(modification, annotation)
    case .applySynchronously: try store.applySynchronously(modification, annotation)
    }
  }

  @Test(arguments: WayTests.Way.allCases)
  func aModificationHasItsOutcomeInEachWay(_ way: WayTests.Way) async throws {
    try await JointLists.with { lists in
      let (a, b, c) = (try lists.open("a"), try lists.open("b"), try lists.open("c"))
      func expect(_ batches: [TextList.Batch], _ texts: [[String]]) throws {
        #expect(
          batches.map(\.changes.annotation.origin)
            == .init(repeating: "\(way)", count: batches.count))
        #expect(try [a, b, c].map { try $0.snapshot.texts } == texts)
        #expect(zip(batches, [a, b, c]).allSatisfy { $0.target.revision == $1.snapshot.revision })
      }
      let two = try await take(
        .change(a, b) { a, b in
          try a.append("1")
          return try b.append("1")
        }, way, lists.store)
      #expect(try b.snapshot.state.path(of: two.value) == ItemPath(section: 0, item: 0))
      try expect([two.batches.0, two.batches.1], [["1"], ["1"], []])
      let three = try await take(
        .change(a, b, c) { a, b, c in
          try a.append("2")
          try b.append("2")
          try c.append("2")
        }, way, lists.store)
      let batches = [three.batches.0, three.batches.1, three.batches.2]
      try expect(batches, [["1", "2"], ["1", "2"], ["2"]])
      let undone = try await take(.undo(a, b, c), way, lists.store)
      #expect(undone.goneOn.isEmpty)
      try expect(undone.batches.0 + undone.batches.1 + undone.batches.2, [["1"], ["1"], []])
      let redone = try await take(.redo(a, b, c), way, lists.store)
      try expect(
        redone.batches.0 + redone.batches.1 + redone.batches.2, [["1", "2"], ["1", "2"], ["2"]])
      for list in [a, b, c] { await list.close() }
    }
  }

  @Test(arguments: WayTests.Way.allCases)
  func aModificationThatFailsChangesNoListInEachWay(_ way: WayTests.Way) async throws {
    try await JointLists.with { lists in
      let (a, b) = (try lists.open("a"), try lists.open("b"))
      func error<Outcome>(_ modification: StoreModification<Outcome>) async -> String {
        do {
          _ = try await take(modification, way, lists.store)
          return "none"
        } catch {
          return (error as? DataSourceError)?.word ?? "\(type(of: error))"
        }
      }
      let thrown = await error(
        .change(a, b) { a, _ in
          try a.append("1")
          throw Refusal()
        })
      // Pending has the outcome with the error that the closure has thrown; the others throw that itself.
      #expect(thrown == (way == .enqueue ? "thrown" : "Refusal"))
      #expect(await error(.undo(a, b)) == "nothing to take back")
      #expect(await error(.redo(a)) == "nothing to take back")
      #expect(await error(.change(a, a) { _, _ in }) == "repeated list")
      #expect(a.snapshot.revision == 0 && b.snapshot.revision == 0)
      #expect(a.suspension == nil && b.suspension == nil)
      await a.close()
      await b.close()
    }
  }

  /// An undo of several lists waits in their queues, as a change does.
  @Test func anUndoIsQueuedBehindWhatWaits() async throws {
    try await JointLists.with { lists in
      let storage = try lists.storage("a")
      let a = try lists.open("a", DataSourceConfiguration(), storage)
      let b = try lists.open("b")
      let gate = storage.stop(.commit)
      _ = try a.enqueue(.section("a"))
      await gate.arrival()
      let change = try lists.store.enqueue(
        .change(a, b) { a, b in
          try a.append("x")
          try b.append("x")
        })
      let undo = try lists.store.enqueue(.undo(b, a))
      let behind = try b.enqueueChange { _, list in try list.append("y") }
      #expect(undo.outcome == nil && b.snapshot.revision == 0)
      gate.open()
      #expect(try await change.value.batches.1.target.revision == 1)
      #expect(try await undo.value.batches.0.map(\.target.revision) == [2])
      #expect(try await behind.value.target.revision == 3)
      #expect(try a.snapshot.texts == ["a"])
      #expect(try b.snapshot.texts == ["y"])
      await a.close()
      await b.close()
    }
  }
}
