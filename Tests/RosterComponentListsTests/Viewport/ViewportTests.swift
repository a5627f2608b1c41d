import Foundation
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Exactly what is visible comes first, and the rest before anything that waits.
@Suite("Viewport: what comes first", .fileOnly) struct ViewportTests {
  private static let size = "10x10"

  private func bricks(_ count: Int) -> TextChange {
    ListRows<String, String>([.init(items: Array(repeating: Self.size, count: count))]).asInsertion
  }

  private func update(_ items: some Sequence<Int>, _ size: String) -> TextChange {
    Changeset { changes in
      for item in items { changes.updateItem(at: ItemPath(section: 0, item: item), size) }
    }
  }

  private var blue: ComponentEnvironment {
    var environment = ComponentEnvironment()
    environment[Colour.self] = "blue"
    return environment
  }

  @Test func aChangeIsOneRevisionAndItsOutputsComeInParts() async throws {
    let splitting = Viewport.Splitting(outputCountMin: 1, chunkCountMax: 3)
    try await ListFile.withWall(splitting) { list, storage in
      list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try list.batches()
      let batch = try await list.apply(bricks(9))
      #expect(batch.changes.changeset.outline.insertedItems.count == 9)
      #expect(batch.items.map { $0.targetPath.item } == [0, 1])
      #expect(batch.sizes.map { $0.targetPlace.path?.item } == [0, 1])
      await list.close()
      let received = try await batches.collect()
      #expect(received.items == [[0, 1], [2, 3, 4], [5, 6, 7], [8]])
      #expect(received.map { $0.awaitedOutputCount } == [7, 4, 1, 0])
      #expect(received.map { $0.changes.targetRevision } == [1, 1, 1, 1])
      #expect(received.dropFirst().allSatisfy { $0.causes == .remainder })
      #expect(received.flatMap { $0.sizes }.count == 9)
      #expect(storage.commitCounts == [1])
    }
  }

  /// Counts builds.
  private struct BuildCounter: BuildListener {
    let builds = Recorder<BuildTrigger>()

    func buildBegins(_ trigger: BuildTrigger) { builds.record(trigger) }
  }

  @Test func nothingButWhatIsVisibleIsBuiltBeforeTheCommit() async throws {
    try await ListFile.with { file in
      let counter = BuildCounter()
      var configuration = DataSourceConfiguration()
      configuration.components.layout = LayoutConstraints(SizeRange())
      configuration.components.buildListener = counter
      let storage = try file.openGated()
      let list = try Wall(
        storage: storage, codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: configuration
      ) { size, _ in Brick(size: size) }
      list.setViewport(Viewport(offset: 0, length: 100))
      let gate = storage.stop(.commit)
      let change = try list.enqueue(bricks(1_000))
      await gate.arrival()
      let coreCount = ProcessInfo.processInfo.activeProcessorCount
      #expect(counter.builds.values.count < 10 + coreCount)
      gate.open()
      _ = try await change.value
      await list.close()
      // Each is built once.
      #expect(counter.builds.values.count == 1_000)
    }
  }

  @Test func theRestComesBeforeWhatWaits() async throws {
    try await ListFile.withWall { list, storage in
      list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try list.batches()
      let gate = storage.stop(.commit)
      let first = try list.enqueue(bricks(5))
      await gate.arrival()
      let second = try list.enqueue(update(0..<5, "10x20"))
      gate.open()
      _ = try await first.value
      _ = try await second.value
      await list.close()
      #expect(try await batches.collect().items == [[0, 1], [2, 3, 4], [0], [1, 2, 3, 4]])
    }
  }

  /// D9: a synchronous change is applied in its turn, after the remainder of the previous change.
  @Test func aSynchronousChangeComesAfterTheRemainderOfTheOneBefore() async throws {
    try await ListFile.withWall { list, _ in
      list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try list.batches()
      for _ in 0..<3 { _ = try list.applySynchronously(bricks(4)) }
      await list.close()
      let received = try await batches.collect()
      #expect(received.map { $0.changes.targetRevision } == [1, 1, 2, 2, 3, 3])
      #expect(received.map { $0.awaitedOutputCount } == [2, 0, 2, 0, 2, 0])
    }
  }

  /// D10: an updated item that is moved is built where it arrives.
  @Test func anUpdatedItemThatIsMovedIsVisibleWhereItArrives() async throws {
    try await ListFile.withWall { list, _ in
      list.setViewport(Viewport(offset: 0, length: 20))
      _ = try await list.apply(bricks(5))
      let batches = try list.batches()
      _ = try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 4), "10x12")
          $0.moveItem(from: ItemPath(section: 0, item: 4), to: ItemPath(section: 0, item: 0))
          $0.updateItem(at: ItemPath(section: 0, item: 0), "10x14")
          $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 4))
        })
      await list.close()
      // A new subscriber may still receive the remainder of the previous change.
      let received = try await batches.collect().filter { $0.changes.targetRevision == 2 }
      #expect(received.items == [[0], [4]])
      #expect(try list.output(of: ItemID(rawValue: 5))?.layout?.size.height == 12)
      #expect(try list.output(of: ItemID(rawValue: 1))?.layout?.size.height == 14)
    }
  }

  /// D10: a move behind insertions that are not visible is in range.
  @Test func aMoveBehindInsertionsIsAppliedWithThem() async throws {
    try await ListFile.withWall { list, _ in
      list.setViewport(Viewport(offset: 0, length: 10))
      _ = try await list.apply(bricks(2))
      let batches = try list.batches()
      let batch = try await list.apply(
        Changeset { changes in
          for item in 1..<5 { changes.insertItem("10x10", at: ItemPath(section: 0, item: item)) }
          changes.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 5))
        })
      #expect(batch.target.state.itemCount == 6)
      #expect(batch.items.isEmpty)
      await list.close()
      let received = try await batches.collect().filter { $0.changes.targetRevision == 2 }
      #expect(received.items == [[], [1, 2, 3, 4]])
    }
  }

  /// D11.
  @Test func anItemThatIsPartlyVisibleIsVisible() async throws {
    try await ListFile.withWall { list, _ in
      _ = try await list.apply(bricks(5))
      list.setViewport(Viewport(offset: 15, length: 10))
      let batches = try list.batches()
      _ = try await list.apply(update(0..<5, "10x10"))
      await list.close()
      #expect(try await batches.collect().items == [[1, 2], [0, 3, 4]])
    }
  }

  /// D12.
  @Test func theEndOfASectionBeforeVisibleOnesIsVisible() async throws {
    try await ListFile.withWall { list, _ in
      list.setViewport(Viewport(offset: 0, length: 30))
      _ = try await list.apply(
        ListRows<String, String>([
          .init(items: [Self.size]), .init(items: [Self.size, Self.size, Self.size]),
        ]).asInsertion)
      let batches = try list.batches()
      _ = try await list.apply(
        Changeset {
          $0.insertItem("10x10", at: ItemPath(section: 0, item: 1))
          $0.insertItem("10x10", at: ItemPath(section: 1, item: 3))
        })
      await list.close()
      let received = try await batches.collect().filter { $0.changes.targetRevision == 2 }
      #expect(
        received.paths == [[ItemPath(section: 0, item: 1)], [ItemPath(section: 1, item: 3)]])
    }
  }

  @Test func reloadsAndConfigurationsComeInPartsToo() async throws {
    try await ListFile.withWall { list, _ in
      _ = try await list.apply(bricks(5))
      list.setViewport(Viewport(offset: 20, length: 20))
      let batches = try list.batches()
      _ = try await list.apply(.reload(.all), ChangeAnnotation(origin: "menu"))
      _ = try await list.apply(.configuration(.environment(blue)))
      await list.close()
      let received = try await batches.collect()
      #expect(received.items == [[2, 3], [0, 1, 4], [2, 3], [0, 1, 4]])
      #expect(received.map { $0.causes } == [.reload, .remainder, .configuration, .remainder])
      #expect(received.map { $0.changes.annotation.origin } == ["menu", "menu", nil, nil])
      #expect(received.allSatisfy { $0.changes.targetRevision == 1 })
      let colours = try list.outputs(inSection: 0).map {
        $0.output.views.first?.spec.attributes["colour"]?.stringValue
      }
      #expect(colours == Array(repeating: "blue", count: 5))
    }
  }

  @Test func withoutAViewportEverythingComesAtOnce() async throws {
    try await ListFile.withWall { list, _ in
      list.setViewport(Viewport(offset: 0, length: 10))
      list.setViewport(nil)
      let batch = try await list.apply(bricks(5))
      #expect(batch.items.count == 5)
      #expect(batch.awaitedOutputCount == 0)
    }
  }

  @Test func fewOutputsAreMadeAtOnce() async throws {
    try await ListFile.withWall(Viewport.Splitting(outputCountMin: 4)) { list, _ in
      list.setViewport(Viewport(offset: 0, length: 10))
      let few = try await list.apply(bricks(3))
      #expect(few.items.count == 3)
      let more = try await list.apply(bricks(4))
      #expect(more.awaitedOutputCount > 0)
    }
  }

  /// Stops the work queue before it makes what a batch has left for later.
  ///
  /// Work on a thread that waits for it is recorded, and not stopped.
  private struct RemainderGate: StageTracer {
    let gate = Gate()
    let isWaitedFor = Recorder<Bool>()
    /// The numbers of the generations that have a remainder.
    let numbers: Set<Int>
    private let generations = Recorder<Void>()

    func trace<Value>(_ stage: PipelineStage, _ work: () -> Value) -> Value {
      guard stage == .generation else { return work() }
      generations.record(())
      if numbers.contains(generations.values.count) {
        let isWaitedFor = Thread.current.threadDictionary["waits"] != nil
        self.isWaitedFor.record(isWaitedFor)
        if !isWaitedFor { gate.pass() }
      }
      return work()
    }

    /// Makes a synchronous call on this thread.
    func wait<Value>(for call: () throws -> Value) rethrows -> Value {
      Thread.current.threadDictionary["waits"] = true
      defer { Thread.current.threadDictionary["waits"] = nil }
      return try call()
    }

    init(ofGenerations numbers: Set<Int>) { self.numbers = numbers }
  }

  /// The former trees are dropped with the change, not with the remainder.
  @Test func whatIsLeftForLaterCanBeAskedForBeforeItIsMade() async throws {
    let tracer = RemainderGate(ofGenerations: [4])
    try await ListFile.withWall(tracer: tracer) { list, _ in
      list.setViewport(Viewport(offset: 0, length: 10))
      _ = try await list.apply(bricks(3))
      #expect(try list.outputs(inSection: 0).map { $0.output.layout?.size.height } == [10, 10, 10])
      let batch = try tracer.wait { try list.applySynchronously(update(0..<3, "10x30")) }
      #expect(batch.items.map { $0.targetPath.item } == [0])
      #expect(batch.awaitedOutputCount == 2)
      let heights = try list.outputs(inSection: 0).map { $0.output.layout?.size.height }
      #expect(heights == [30, 30, 30])
      tracer.gate.open()
    }
    #expect(tracer.isWaitedFor.values == [false])
  }

  @Test func aSynchronousCallReturnsBeforeTheRemainderIsMade() async throws {
    let tracer = RemainderGate(ofGenerations: [2])
    try await ListFile.withWall(tracer: tracer) { list, _ in
      list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try list.batches()
      let batch = try tracer.wait { try list.applySynchronously(bricks(4)) }
      #expect(batch.items.map { $0.targetPath.item } == [0, 1])
      tracer.gate.open()
      await list.close()
      #expect(try await batches.collect().items == [[0, 1], [2, 3]])
    }
    #expect(tracer.isWaitedFor.values == [false])
  }

  @Test func aChangeThatCannotBeCommittedLeavesNothingForLater() async throws {
    try await ListFile.withWall { list, storage in
      list.setViewport(Viewport(offset: 0, length: 10))
      _ = try await list.apply(.emptySection)
      let batches = try list.batches()
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(
          Changeset { changes in
            for item in 0..<3 { changes.insertItem("10x10", at: ItemPath(section: 0, item: item)) }
          })
      }
      await list.close()
      #expect(try await batches.collect().isEmpty)
      #expect(try list.outputs(inSection: 0).isEmpty)
    }
  }

  @Test func theRestComesBeforeWhatWaitsInTheSameRow() async throws {
    try await ListFile.withWall { list, storage in
      _ = try await list.apply(bricks(5))
      list.setViewport(Viewport(offset: 20, length: 20))
      let batches = try list.batches()
      let gate = storage.stop(.commit)
      _ = try list.enqueue(update([2], "10x10"))
      await gate.arrival()
      _ = try list.enqueue(.reload())
      let configuration = try list.enqueue(.configuration(.environment(blue)))
      gate.open()
      _ = try await configuration.value
      await list.close()
      let received = try await batches.collect()
      #expect(
        received.map { $0.causes } == [
          .change, .reload, .remainder, .configuration, .remainder,
        ])
      #expect(received.items == [[2], [2, 3], [0, 1, 4], [2, 3], [0, 1, 4]])
      let colours = try list.outputs(inSection: 0).map {
        $0.output.views.first?.spec.attributes["colour"]?.stringValue
      }
      #expect(colours == Array(repeating: "blue", count: 5))
    }
  }

  @Test func aSnapshotComesInPartsAndIsCommittedAlone() async throws {
    try await ListFile.withWall(Viewport.Splitting(outputCountMin: 2)) { list, storage in
      list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try list.batches()
      let gate = storage.stop(.commit)
      _ = try list.enqueue(bricks(1))
      await gate.arrival()
      let contents = TextContents([
        .init(model: nil, items: ["10x10", "10x11", "10x12", "10x13"])
      ])
      let snapshot = try list.enqueue(
        .contents(contents, by: Identification(items: { $0 }, sections: { $0 })))
      // Continues from what the snapshot leaves for later.
      let last = try list.enqueue(update([3], "10x20"))
      gate.open()
      #expect(try await snapshot.value.awaitedOutputCount > 0)
      _ = try await last.value
      await list.close()
      #expect(try await batches.collect().map { $0.changes.targetRevision } == [1, 2, 2, 3])
      #expect(storage.commitCounts == [1, 1, 1])
      let heights = try list.outputs(inSection: 0).map { $0.output.layout?.size.height }
      #expect(heights == [10, 11, 12, 20])
    }
  }

  @Test func anUndoOfOneRevisionComesInPartsAndOneOfAGroupAtOnce() async throws {
    try await ListFile.withWall { list, _ in
      _ = try await list.apply(bricks(4))
      list.setViewport(Viewport(offset: 0, length: 20))
      _ = try await list.apply(update(0..<4, "10x20"))
      let single = try await list.apply(.undo())
      #expect(single.map { $0.items.count } == [2])
      #expect(single.map { $0.awaitedOutputCount } == [2])
      for size in ["10x12", "10x15"] {
        _ = try await list.apply(update(0..<4, size), ChangeAnnotation(group: "sizes"))
      }
      let both = try await list.apply(.undo())
      #expect(both.map { $0.items.count } == [4, 4])
      #expect(both.map { $0.awaitedOutputCount } == [0, 0])
      let heights = try list.outputs(inSection: 0).map { $0.output.layout?.size.height }
      #expect(heights == [10, 10, 10, 10])
    }
  }
}
