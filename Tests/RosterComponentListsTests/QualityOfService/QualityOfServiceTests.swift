import Dispatch
import Foundation
@testable import RosterComponentLists
import RosterComponents
import RosterConcurrency
import RosterCore
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// The urgency with which queued modifications are processed.
@Suite("Quality of service", .fileOnly) struct QualityOfServiceTests {
  /// The urgency of the current thread according to the platform; a higher value is more urgent.
  private static var urgency: Int {
    #if canImport(Darwin)
      Int(qos_class_self().rawValue)
    #else
      // On Linux, of the thread, not of the process.
      -Int(getpriority(__priority_which_t(0), 0))
    #endif
  }

  /// Returns the urgency with which a list generates what is queued at a level.
  private func urgency(
    _ qos: DataSourceQoS, isInBackground: Bool = false
  ) async throws -> Int {
    let seen = Recorder<Int>()
    try await ListFile.with { file in
      let list = try file.openList { text, _ in
        seen.record(Self.urgency)
        return text
      }
      list.isInBackground = isInBackground
      #expect(list.isInBackground == isInBackground)
      try await list.apply(.section("a"), qos: qos)
      await list.close()
    }
    #expect(seen.values.count == 1)
    return seen.values.first ?? 0
  }

  @Test func whatIsMoreUrgentIsGeneratedOnAThreadThatIsMoreUrgent() async throws {
    let background = try await urgency(.default, isInBackground: true)
    let levels = try await [
      urgency(.default), urgency(.userInitiated), urgency(.userInteractive),
    ]
    #expect(background < levels[0])
    // An unprivileged process on Linux cannot go above normal.
    #expect(levels == levels.sorted())
    #expect(try await urgency(.userInitiated, isInBackground: true) == levels[1])
  }

  @Test func whatIsInFrontOfSomethingUrgentIsAsUrgentAndTheOrderStays() async throws {
    let taken = TakenGroups()
    var configuration = DataSourceConfiguration()
    configuration.listeners = [taken]
    configuration.groupCountMax = 1
    try await ListFile.withGatedRows(configuration) { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      _ = try list.enqueue(.insert("b"))
      _ = try list.enqueue(.insert("c"), qos: .userInitiated)
      _ = try list.enqueue(.reload(), qos: .userInteractive)
      _ = try list.enqueue(.insert("d"), qos: .userInitiated)
      _ = try list.enqueue(.insert("e"))
      #expect(list.runner.levels.withLock { $0.turn } == .userInteractive)
      gate.open()
      await list.close()
      #expect(list.runner.levels.withLock { $0.highest } == .default)
    }
    #expect(
      taken.groups.values == [
        "1 at default", "2 at userInteractive", "3 at userInteractive", "4 at userInteractive",
        "5 at userInitiated", "6 at default",
      ])
  }

  /// Records the order and urgency with which modifications are taken.
  private final class TakenGroups: DataSourceListener {
    let groups = Recorder<String>()

    func receive(_ event: PipelineEvent) {
      guard case .took(let modifications, _, let qos) = event else { return }
      let ids = modifications.map { "\($0.id.rawValue)" }.joined(separator: " ")
      groups.record("\(ids) at \(qos)")
    }
  }

  @Test func theLevelIsNotInTheBatchAndNotInTheJournal() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches(after: 0)
      let origin = ChangeAnnotation(origin: "test")
      let batch = try await list.apply(.section("a"), origin, qos: .userInteractive)
      #expect(batch.changes.annotation == origin)
      var iterator = batches.makeAsyncIterator()
      #expect(try await iterator.next()?.changes.annotation == origin)
      let journal = try list.batches(after: 0)
      #expect(try await journal.next()?.changes.annotation == origin)
    }
  }

  @Test func whatIsRefusedOrFailsIsUrgentNoLonger() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      var highest: DataSourceQoS { list.runner.levels.withLock { $0.highest } }
      #expect(throws: DataSourceError.self) {
        try list.enqueue(.insert("a"), qos: .userInteractive)
      }
      #expect(highest == .default)
      storage.faults.fail(.commit)
      let failing = try list.enqueue(.section("a"), qos: .userInteractive)
      await #expect(throws: DataSourceError.self) { try await failing.value }
      #expect(highest == .default)
    }
  }

  @Test func whatSupersedesSomethingUrgentIsAsUrgent() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      var highest: DataSourceQoS { list.runner.levels.withLock { $0.highest } }
      let gate = storage.stop(.commit)
      let change = try list.enqueue(.section("a"))
      await gate.arrival()
      let urgent = try list.enqueue(.reload(), qos: .userInteractive)
      let less = try list.enqueue(.reload(), qos: .userInitiated)
      #expect(highest == .userInteractive)
      // The modification that supersedes the second one inherits its level, too.
      let last = try list.enqueue(.reload())
      #expect(highest == .userInteractive)
      guard case .superseded = try await urgent.value, case .superseded = try await less.value
      else {
        Issue.record("the last reload includes those before")
        gate.open()
        return
      }
      gate.open()
      _ = try await (change.value, last.value)
      #expect(highest == .default)
    }
  }

  /// Records the level of the pending work at every build.
  private final class LevelRecorder: BuildListener {
    let list = Guarded<Wall?>(nil)
    let levels = Recorder<DataSourceQoS?>()

    func buildBegins(_ trigger: BuildTrigger) {
      let levels = list.withLock { $0?.runner.levels }
      self.levels.record(levels?.withLock { $0.highest })
    }
  }

  @Test func outputsThatAreLeftForLaterAreAsUrgentAsTheirModification() async throws {
    let recorder = LevelRecorder()
    try await ListFile.with { file in
      var configuration = DataSourceConfiguration()
      configuration.components.layout = LayoutConstraints(SizeRange())
      configuration.components.splitting = Viewport.Splitting(outputCountMin: 1, chunkCountMax: 2)
      configuration.components.buildListener = recorder
      let list = try Wall(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: configuration
      ) { size, _ in Brick(size: size) }
      recorder.list.withLock { $0 = list }
      list.setViewport(Viewport(offset: 0, length: 10))
      let bricks = ListRows<String, String>([
        .init(items: Array(repeating: "10x10", count: 8))
      ]).asInsertion
      let batch = try await list.apply(bricks, qos: .userInitiated)
      #expect(batch.awaitedOutputCount > 0)
      await list.close()
      #expect(list.runner.levels.withLock { $0.highest } == .default)
      recorder.list.withLock { $0 = nil }
    }
    #expect(recorder.levels.values == Array(repeating: .userInitiated, count: 8))
  }
}
