import Dispatch
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Applying on the calling thread.
@Suite("Changing: synchronously") struct SynchronousTests {
  @Test func flushesWhatIsPendingAndReturnsItsOwnBatch() async throws {
    try await ListFile.withList { list, file in
      _ = try list.enqueue(.section("AB"))
      let pending = try (0..<10).map { try list.enqueue(.insert("\($0)")) }
      let batch = try list.applySynchronously(.insert("own"))
      #expect(batch.changes.targetRevision == 12)
      #expect(batch.changes.changeset.insertedModels == ["own"])
      #expect(pending.allSatisfy { (try? $0.outcome?.get()) != nil })
      #expect(try file.storedRevision() == 12)
    }
  }

  @Test func aRefusalIsThrownAtOnce() async throws {
    try await ListFile.withList { list, _ in
      #expect(throws: DataSourceError.self) { try list.applySynchronously(.remove(0)) }
      #expect(list.snapshot.revision == 0)
    }
  }

  /// Outputs of small changesets are generated on the pipeline's own thread, those of large ones on
  /// several.
  @Test(arguments: [1, 1_000])
  func aCallFromTheGeneratorIsReentrant(itemCount: Int) async throws {
    try await ListFile.with { file in
      let calls = Recorder<String>()
      let owner = Recorder<TextList>()
      let list = try file.openList { text, _ in
        do throws(DataSourceError) {
          _ = try owner.values[0].applySynchronously(.insert("from within"))
          calls.record("applied")
        } catch .reentrant {
          calls.record("reentrant")
        } catch {
          calls.record("\(error)")
        }
        return text
      }
      owner.record(list)
      _ = try await list.apply(ListRows(counts: [itemCount]).asInsertion)
      #expect(calls.values == Array(repeating: "reentrant", count: itemCount))
      await list.close()
      owner.removeAll()
    }
  }

  @Test func theGeneratorMayEnqueue() async throws {
    try await ListFile.with { file in
      let owner = Recorder<TextList>()
      let list = try file.openList { text, _ in
        if text.count < 5 { _ = try? owner.values[0].enqueue(.insert(text + "x")) }
        return text
      }
      owner.record(list)
      let batches = try list.batches()
      _ = try await list.apply(.section("A"))
      for try await batch in batches where batch.changes.targetRevision == 5 { break }
      #expect(try list.snapshot.models(inSection: 0) == ["Axxxx", "Axxx", "Axx", "Ax", "A"])
      await list.close()
      owner.removeAll()
    }
  }

  @Test func comesToAnEndWhileOthersNeverStop() async throws {
    let limits = DataSourceConfiguration(groupCountMax: 1)
    try await ListFile.with { file in
      let owner = Recorder<TextList>()
      let isDone = Recorder<Bool>()
      // Each change queues the next one, so that the queue is never empty.
      let list = try file.openList(limits) { text, _ in
        if isDone.values.isEmpty { _ = try? owner.values[0].enqueue(.insert(text)) }
        return text
      }
      owner.record(list)
      _ = try list.enqueue(.section("A"))
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          #expect(throws: Never.self) { try list.applySynchronously(.insert("own")) }
          continuation.resume()
        }
      }
      isDone.record(true)
      await list.close()
      owner.removeAll()
    }
  }

  @Test func synchronousAndQueuedChangesOfOneThreadStayInOrder() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches()
      _ = try list.applySynchronously(.section("A"))
      for number in 0..<60 {
        if number.isMultiple(of: 3) {
          _ = try list.applySynchronously(.insert("\(number)", at: number))
        } else {
          _ = try list.enqueue(.insert("\(number)", at: number))
        }
      }
      await list.close()
      let models = try await batches.collect().dropFirst().flatMap {
        $0.changes.changeset.insertedModels
      }
      #expect(models == (0..<60).map { "\($0)" })
    }
  }

  @Test func whatWaitsBehindASynchronousChangeIsWorkedOn() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(groupCountMax: 1), storage)
      let gate = storage.stop(.commit)
      async let applied: Void = onThread { _ = try list.applySynchronously(.section("A")) }
      await gate.arrival()
      let pending = try (0..<5).map { try list.enqueue(.insert("\($0)")) }
      gate.open()
      try await applied
      for change in pending { _ = try await change.value }
      #expect(list.snapshot.revision == 6)
      await list.close()
    }
  }

  private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}
