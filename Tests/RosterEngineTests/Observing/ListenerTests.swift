import Dispatch
import RosterConcurrency
import RosterCore
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// How listeners are told, without delaying the list.
@Suite("Observing: listeners", .fileOnly) struct ListenerTests {
  /// Calls a closure with the revision of every modification that was applied.
  private struct Reaction: DataSourceListener {
    let react: @Sendable (Revision?) -> Void

    func receive(_ event: ObservedModification.Event, of modification: ObservedModification) {
      if case .applied(let batches, _) = event { react(batches.last?.targetRevision) }
    }
  }

  @Test func aListenerThatBlocksHoldsUpNoModification() async throws {
    let gate = Gate()
    let events = EventRecorder()
    var configuration = DataSourceConfiguration()
    configuration.listeners = [
      Reaction { if $0 == 1 { gate.pass() } }, events,
    ]
    try await ListFile.withList(configuration) { list, _ in
      try await list.apply(.section("a"))
      await gate.arrival()
      let batches = try list.batches()
      for number in 0..<20 { try await list.apply(.insert("\(number)")) }
      #expect(list.snapshot.revision == 21)
      #expect(!events.lines.contains { $0.hasSuffix("applied at 1") })
      var iterator = batches.makeAsyncIterator()
      #expect(try await iterator.next()?.changes.targetRevision == 2)
      gate.open()
      await list.close()
    }
    let revisions = events.modifications.compactMap { event in
      if case .applied(let batches, _) = event.1 { batches.last?.targetRevision } else { nil }
    }
    #expect(revisions == Array(1...21))
  }

  @Test func aListenerMayCallTheListAlsoSynchronously() async throws {
    let list = Guarded<TextList?>(nil)
    let events = EventRecorder()
    let done = Gate()
    let reaction = Reaction { revision in
      let list = list.withLock { $0 }
      switch revision {
      case 1: _ = try? list?.enqueue(.insert("b"))
      case 2:
        _ = try? list?.applySynchronously(.insert("c"))
        // Events that the listener causes come after the one that it is being told.
        events.receive(missedEventCount: 0)
      case 3: done.open()
      default: break
      }
    }
    var configuration = DataSourceConfiguration()
    configuration.listeners = [reaction, events]
    try await ListFile.with { file in
      let opened = try file.openList(configuration)
      list.withLock { $0 = opened }
      try await opened.apply(.section("a"))
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "test").async {
          done.pass()
          continuation.resume()
        }
      }
      #expect(try opened.snapshot.models(inSection: 0) == ["c", "b", "a"])
      list.withLock { $0 = nil }
      await opened.close()
    }
    let applied = events.lines.filter { $0.contains(" applied ") || $0.hasPrefix("missed") }
    #expect(
      applied == [
        "changeset 1 applied at 1", "missed 0", "changeset 2 applied at 2",
        "changeset 3 applied at 3",
      ])
  }

  @Test func whatListenersAreTooSlowForIsLeftOutAndCounted() async throws {
    let gate = Gate()
    let events = EventRecorder()
    var configuration = DataSourceConfiguration()
    configuration.listeners = [
      Reaction { if $0 == 1 { gate.pass() } }, events,
    ]
    configuration.listenerBufferCountMax = 7
    try await ListFile.withList(configuration) { list, _ in
      try await list.apply(.section("a"))
      await gate.arrival()
      // Seven events each.
      for number in 0..<3 { try await list.apply(.insert("\(number)")) }
      gate.open()
      await events.wait { $0.hasPrefix("missed") }
      try await list.apply(.insert("last"))
      await list.close()
    }
    #expect(
      events.lines.filter { $0.contains(" applied ") || $0.hasPrefix("missed") } == [
        "changeset 1 applied at 1", "changeset 2 applied at 2", "missed 14",
        "changeset 5 applied at 5",
      ])
  }

  @Test func listenersAreToldInTheirOrderAndHaveNeedOfNoMethod() async throws {
    struct Silent: DataSourceListener {}
    let order = Recorder<String>()
    var configuration = DataSourceConfiguration()
    configuration.listeners = [
      Reaction { order.record("first \($0 ?? 0)") }, Silent(),
      Reaction { order.record("second \($0 ?? 0)") },
    ]
    try await ListFile.withList(configuration) { list, _ in
      try await list.apply(.section("a"))
      try await list.apply(.insert("b"))
      await list.close()
    }
    #expect(order.values == ["first 1", "second 1", "first 2", "second 2"])
  }

  @Test func everythingIsToldWhenTheListIsClosed() async throws {
    let events = EventRecorder()
    try await ListFile.withList(.told(events)) { list, _ in
      let pending = try (0..<500).map { _ in try list.enqueue(.emptySection) }
      await list.close()
      #expect(pending.allSatisfy { $0.outcome != nil })
      #expect(events.modifications.count == 1_000)
    }
  }

  @Test func anOutcomeIsToldBeforeItsCallerGoesOn() async throws {
    let events = EventRecorder()
    try await ListFile.withList(.told(events)) { list, _ in
      for number in 1...50 {
        try await list.apply(.emptySection)
        let told = Gate()
        list.runner.observation?.whenTold { told.open() }
        await withCheckedContinuation { continuation in
          DispatchQueue(label: "test").async {
            told.pass()
            continuation.resume()
          }
        }
        #expect(events.lines.last == "changeset \(number) applied at \(number)")
      }
    }
  }

  @Test func aTracerSurroundsEveryStage() async throws {
    struct Tracer: StageTracer {
      let stages = Recorder<String>()

      func trace<Value>(_ stage: PipelineStage, _ work: () -> Value) -> Value {
        stages.record("\(stage.rawValue) begins")
        defer { stages.record("\(stage.rawValue) ends") }
        return work()
      }
    }
    let tracer = Tracer()
    var configuration = DataSourceConfiguration()
    configuration.tracer = tracer
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(configuration, storage)
      try await list.apply(.section("a"))
      storage.faults.fail(.commit)
      _ = try? await list.apply(.insert("b"))
      await list.close()
    }
    let change = ["generation begins", "generation ends", "commit begins", "commit ends"]
    #expect(tracer.stages.values == change + change)
  }
}
