import Dispatch
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Other readers of a list with a working range: lagging subscribers, other writers, controllers,
/// and renderers that ask for outputs.
@Suite("Working range: readers", .fileOnly) struct RangeReaderTests {
  private func inserting(_ texts: [String], at item: Int) -> TextChange {
    Changeset { $0.insertItems(texts, at: ItemPath(section: 0, item: item)) }
  }

  @Test func aListKnowsWhereItsItemsBegin() async throws {
    try await SlabRange.with(nil) { slabs in
      let list = slabs.list
      _ = try await list.apply(
        ListRows<String, String>([
          .init(items: ["5", "20"]), .init(items: []), .init(items: ["30"]),
        ]).asInsertion)
      let extents: ListExtents = list.extents()
      #expect(extents.length == 55)
      #expect(extents.unmeasuredCount == 0)
      #expect((0..<4).map { extents.extent(ofSection: $0) } == [25, 0, 30, 0])
      #expect(extents.offset(of: ItemPath(section: 2, item: 0)) == 25)
      #expect(try extents.offset(of: ItemID(rawValue: 2)) == 5)
      #expect(extents.extent(of: ItemPath(section: 0, item: 1)) == 20)
      #expect(extents.extent(of: ItemPath(section: 1, item: 0)) == nil)
      #expect(
        try extents.items(in: Viewport(offset: 4, length: 22)) == [
          ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1),
          ItemPath(section: 2, item: 0),
        ])
      let third = Viewport(anchor: ItemID(rawValue: 3), offset: -1, length: 1)
      #expect(try extents.start(of: third) == 24)
      #expect(try extents.items(in: third) == [ItemPath(section: 0, item: 1)])
      // These extents do not change; those of the list do.
      _ = try await list.apply(Changeset { $0.removeSection(at: 0) })
      #expect(extents.length == 55)
      #expect((list.extents() as ListExtents).length == 30)
    }
  }

  @Test func aListAlongAnotherAxisIsMeasuredAnew() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(100, 25))
      await list.waitForWorkingRange()
      #expect((list.extents() as ListExtents).length == 3 * 25 + 97 * 10)
      list.setViewport(Viewport(.horizontal, offset: 0, length: 15))
      let extents: ListExtents = list.extents()
      #expect(extents.axis == .horizontal)
      #expect(extents.length == 1_000)
      #expect(extents.isMeasured(ItemPath(section: 0, item: 0)))
    }
  }

  @Test func sectionsThatAreEmptyAndOnesThatMoveAreFollowed() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(
        ListRows<String, String>([
          .init(items: []), .init(items: ["10", "10"]), .init(items: []),
          .init(items: Array(repeating: "10", count: 50)), .init(items: []),
        ]).asInsertion)
      list.setViewport(Viewport(offset: 0, length: 15))
      await list.waitForWorkingRange()
      #expect(try slabs.prefetch.entered() == [1, 2, 3, 4, 5])
      _ = try await list.apply(Changeset { $0.moveSection(from: 3, to: 0) })
      await list.waitForWorkingRange()
      #expect(try slabs.prefetch.entered() == [3, 4, 5, 6, 7])
      _ = try await list.apply(
        Changeset { changes in
          for section in 0..<5 { changes.removeSection(at: section) }
        })
      await list.waitForWorkingRange()
      #expect(try slabs.prefetch.entered() == [])
      #expect((list.extents() as ListExtents).length == 0)
    }
  }

  @Test func aSubscriberThatLagsIsToldThatTheRangeHasMoved() async throws {
    try await SlabRange.with {
      $0.subscriberBufferCountMax = 2
    } _: { slabs in
      let list = slabs.list
      list.setViewport(Viewport(offset: 0, length: 20))
      _ = try await list.apply(SlabRange.slabs(1_000))
      await list.waitForWorkingRange()
      let batches = try list.batches()
      for offset in stride(from: 500.0, through: 5_000, by: 500) {
        list.setViewport(Viewport(offset: offset, length: 20))
        await list.waitForWorkingRange()
        _ = try await list.apply(inserting(["11"], at: Int(offset) / 10))
        _ = try await list.apply(inserting(["12"], at: 900))
      }
      await list.close()
      let received = try await batches.collect()
      #expect(received.last?.changes.targetRevision == 21)
      #expect(received.flatMap { $0.changes.changeset.outline.insertedItems }.count == 20)
      let told = try #require(received.last { $0.causes.contains(.workingRange) })
      #expect(!told.namesAllOutputs)
      // Of what was read from the journal, only items that have trees now have outputs.
      let shown = Set(received.flatMap { $0.items.map(\.id.rawValue) })
      #expect(!shown.contains(1_002))
    }
  }

  @Test func mergedBatchesSayWhatIsShownInTheEnd() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      list.setViewport(Viewport(offset: 0, length: 20))
      _ = try await list.apply(SlabRange.slabs(1_000))
      await list.waitForWorkingRange()
      let batches = try list.batches(delivery: .merged)
      for offset in [5_000.0, 0, 5_000, 9_000, 0] {
        list.setViewport(Viewport(offset: offset, length: 20))
        await list.waitForWorkingRange()
      }
      // It was shown and hidden, and is gone at the end.
      _ = try await list.apply(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 500)) })
      await list.close()
      let received = try await batches.collect()
      #expect(received.shown == [[1, 2, 3, 4]])
      let hidden = received[0].hiddenItems.map(\.rawValue)
      #expect(hidden.contains(502) && !hidden.contains(501) && hidden.allSatisfy { $0 > 4 })
      #expect(received[0].extents?.length == 9_990)
    }
  }

  @Test func theRangeFollowsOtherWriters() async throws {
    try await ListFile.with { file in
      let slabs = try SlabRange.open(
        file, WorkingRange(ahead: .items(3), behind: .items(2))
      ) { $0.isShared = true }
      let other = try file.openList(.shared)
      slabs.list.setViewport(Viewport(offset: 0, length: 20))
      _ = try await slabs.list.apply(SlabRange.slabs(100))
      await slabs.list.waitForWorkingRange()
      slabs.builds.removeAll()
      let batches = try slabs.list.batches()
      try await other.publishes(1)
      _ = try await other.apply(
        Changeset { changes in
          changes.updateItem(at: ItemPath(section: 0, item: 1), "12")
          changes.updateItem(at: ItemPath(section: 0, item: 50), "12")
          changes.insertItem("11", at: ItemPath(section: 0, item: 0))
        })
      try await slabs.list.publishes(2)
      await slabs.list.waitForWorkingRange()
      await slabs.list.close()
      await other.close()
      let received = try await batches.collect()
      #expect(received.shown == [[2], [101]])
      #expect(received.first?.omittedOutputCount == 2)
      #expect(received.first?.namesAllOutputs == false)
      #expect(received.first?.sizes.map { $0.from?.height } == [10])
      #expect(slabs.builds.values.sorted() == [2, 101])
    }
  }

  @Test func whoGoesByBatchesIsLeftWithTheTreesOfTheRange() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try list.batches()
      _ = try await list.apply(SlabRange.slabs(100))
      await list.waitForWorkingRange()
      list.setViewport(Viewport(offset: 500, length: 20))
      await list.waitForWorkingRange()
      await list.close()
      var renderer = SlabRenderer()
      for batch in try await batches.collect() { try renderer.apply(batch) }
      #expect(Set(renderer.outputs.keys.map(\.rawValue)) == Set(49...55))
    }
  }

  /// Records the controllers that exist, and what they are told.
  private final class SlabLog {
    var living: Set<String> = []
    var lines: [String] = []
  }

  private final class SlabController: ComponentController {
    typealias Controlled = Slab

    private let text: String
    private let log: SlabLog

    init(_ text: String, _ log: SlabLog) {
      self.text = text
      self.log = log
    }

    func didInit() { log.living.insert(text) }
    func treeWillAppear() { log.lines.append("\(text) appears") }
    func treeDidDisappear() { log.lines.append("\(text) disappears") }
    func invalidate() { log.living.remove(text) }
  }

  @Test func controllersEndWithTheTreesOfTheirItems() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      let log = SlabLog()
      let host = ControllerHost<Int>(sink: list.editSink())
      host.register { built, _ in SlabController(built.component.text, log) }
      let batches = try list.batches()
      func show(_ offset: Double) async throws {
        list.setViewport(Viewport(offset: offset, length: 20))
        await list.waitForWorkingRange()
        while let batch = try await batches.nextIfPublished() { try host.apply(batch) }
      }
      _ = try await list.apply(SlabRange.slabs((1...100).map(Double.init)))
      try await show(0)
      let atTheTop = log.living
      #expect(atTheTop.contains("1.0") && atTheTop.count < 15)
      host.willDisplay(.item(ItemID(rawValue: 1)))
      try await show(4_000)
      // A renderer may be late to report that a row is out of sight.
      #expect(log.lines == ["1.0 appears", "1.0 disappears"])
      #expect(host.isDisplayed(.item(ItemID(rawValue: 1))))
      #expect(!log.living.isEmpty && log.living.isDisjoint(with: atTheTop))
      try await show(0)
      #expect(log.lines.last == "1.0 appears")
      #expect(log.living == atTheTop)
      host.removeAll()
      #expect(log.living.isEmpty)
    }
  }

  /// Scrolling from several threads while the list changes; for the thread sanitizer.
  @Test func viewportsComeFromAnyThread() async throws {
    let range = WorkingRange(ahead: .points(60), behind: .points(30))
    try await SlabRange.with(range) { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(500))
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask {
            var random = SplitMix64(seed: UInt64(worker))
            for _ in 0..<50 {
              list.setViewport(
                Viewport(offset: Double(random.index(below: 5_000)), length: 40))
              let extents: ListExtents = list.extents()
              #expect(extents.length > 0)
              let item = ItemID(rawValue: 1 + random.index(below: 500))
              _ = try? list.output(of: item)
              if random.happens(percent: 20) {
                _ = try? await list.apply(inserting(["7"], at: random.index(below: 500)))
              }
            }
          }
        }
      }
      list.setViewport(Viewport(offset: 1_000, length: 40))
      await list.waitForWorkingRange()
      let extents: ListExtents = list.extents()
      let inside = try slabs.prefetch.entered()
      for path in try extents.items(in: Viewport(offset: 1_000, length: 40)) {
        let id = try #require(try extents.state.itemID(at: path))
        #expect(inside.contains(id.rawValue))
        #expect(extents.isMeasured(path))
      }
    }
  }
}
