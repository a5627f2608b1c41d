import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Which items have trees, and when these are built.
@Suite("Working range: what is built", .fileOnly) struct WorkingRangeTests {
  @Test func aChangeBuildsWhatIsInTheRangeAndSaysWhatIsNot() async throws {
    try await SlabRange.with { slabs in
      slabs.list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try slabs.list.batches()
      let batch = try await slabs.list.apply(SlabRange.slabs(100))
      await slabs.list.waitForWorkingRange()
      await slabs.list.close()
      #expect(batch.items.map(\.id.rawValue) == [1, 2])
      #expect(batch.omittedOutputCount == 98)
      #expect(!batch.namesAllOutputs)
      #expect(batch.awaitedOutputCount == 0)
      let received = try await batches.collect()
      #expect(received.shown == [[1, 2], [3, 4, 5]])
      #expect(received.map(\.causes) == [.change, .workingRange])
      #expect(received.map { $0.changes.targetRevision } == [1, 1])
      #expect(slabs.builds.values.sorted() == [1, 2, 3, 4, 5])
    }
  }

  @Test func withoutAViewportTheRangeBeginsAtTheStart() async throws {
    try await SlabRange.with { slabs in
      _ = try await slabs.list.apply(SlabRange.slabs(100))
      await slabs.list.waitForWorkingRange()
      #expect(slabs.builds.values.sorted() == [1, 2, 3])
    }
  }

  @Test func aRangeWithoutAnEndIsTheWholeList() async throws {
    let ranges = [
      WorkingRange(ahead: .items(.max), behind: .items(.max)),
      WorkingRange(
        ahead: .points(.greatestFiniteMagnitude), behind: .points(.greatestFiniteMagnitude)),
    ]
    for range in ranges {
      try await SlabRange.with(range) {
        $0.components.cachedOutputCountMax = .max
        $0.components.splitting.chunkCountMax = .max
      } _: { slabs in
        _ = try await slabs.list.apply(SlabRange.slabs(100))
        slabs.list.setViewport(Viewport(offset: 500, length: 20))
        await slabs.list.waitForWorkingRange()
        #expect(slabs.builds.values.sorted() == Array(1...100))
        #expect(try slabs.prefetch.entered() == Set(1...100))
      }
    }
  }

  @Test func aListThatIsOpenedBuildsNothingBeforeSomebodyLooks() async throws {
    try await ListFile.with { file in
      try await file.openList().applyAndClose(SlabRange.slabs(100))
      let slabs = try SlabRange.open(
        file, WorkingRange(ahead: .items(3), behind: .items(2)))
      await slabs.list.waitForWorkingRange()
      #expect(slabs.builds.values.isEmpty)
      slabs.list.setViewport(Viewport(offset: 500, length: 10))
      await slabs.list.waitForWorkingRange()
      #expect(slabs.builds.values.sorted() == [49, 50, 51, 52, 53, 54])
      await slabs.list.close()
    }
  }

  @Test func scrollingBuildsWhatEntersAndLetsGoWhatHasLeft() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(1_000))
      list.setViewport(Viewport(offset: 0, length: 20))
      await list.waitForWorkingRange()
      let batches = try list.batches()
      list.setViewport(Viewport(offset: 5_000, length: 20))
      await list.waitForWorkingRange()
      await list.close()
      let received = try await batches.collect()
      // What is visible, then what is ahead, then what is behind.
      #expect(received.shown == [[501, 502], [499, 500, 503, 504, 505]])
      #expect(received.hidden == [[1, 2, 3, 4, 5], []])
      #expect(received.map(\.causes) == [.workingRange, .workingRange])
    }
  }

  @Test func whatIsAheadIsBuiltBeforeWhatIsBehind() async throws {
    let splitting = Viewport.Splitting(outputCountMin: 4, chunkCountMax: 2, estimatedExtent: 10)
    try await SlabRange.with(splitting: splitting) { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(1_000))
      list.setViewport(Viewport(offset: 5_000, length: 20))
      await list.waitForWorkingRange()
      let batches = try list.batches()
      // Back to the start, which is now ahead.
      list.setViewport(Viewport(offset: 2_000, length: 20))
      await list.waitForWorkingRange()
      await list.close()
      #expect(
        try await batches.collect().shown == [[201, 202], [199, 200], [198, 203], [204]])
    }
  }

  @Test func goingBackAndForthAtAnEdgeBuildsNothingTwice() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(1_000))
      for _ in 0..<20 {
        for offset in [500.0, 520, 505, 540] {
          list.setViewport(Viewport(offset: offset, length: 30))
          await list.waitForWorkingRange()
        }
      }
      let counts = Dictionary(grouping: slabs.builds.values) { $0 }.mapValues(\.count)
      #expect(counts.values.max() == 1)
    }
  }

  @Test(arguments: [1.0, 7, 95, 300])
  func scrollingFromEndToEndBuildsEverythingOnce(step: Double) async throws {
    let range = WorkingRange(ahead: .items(20), behind: .items(5))
    try await SlabRange.with(range) { slabs in
      let list = slabs.list
      let heights = (0..<500).map { Double(1 + $0 * 7 % 23) }
      _ = try await list.apply(SlabRange.slabs(heights))
      var offset = 0.0
      while offset < (list.extents() as ListExtents).length {
        list.setViewport(Viewport(offset: offset, length: 100))
        await list.waitForWorkingRange()
        offset += step
      }
      #expect(slabs.builds.values.sorted() == Array(1...500))
      let extents: ListExtents = list.extents()
      #expect(extents.length == heights.reduce(0, +))
      #expect(extents.unmeasuredCount == 0)
    }
  }

  @Test func onlyTheNewestViewportCounts() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(10_000))
      await list.waitForWorkingRange()
      let gate = slabs.storage.stop(.states)
      list.setViewport(Viewport(offset: 10_000, length: 20))
      await gate.arrival()
      // The work queue reads what the first viewport needs, while many others follow.
      for offset in stride(from: 20_000.0, to: 90_000, by: 100) {
        list.setViewport(Viewport(offset: offset, length: 20))
      }
      gate.open()
      await list.waitForWorkingRange()
      #expect(Set(slabs.builds.values).subtracting(1...3) == Set(8_989...8_995))
    }
  }

  @Test func aRangeByPointsReachesOverWhatIsMeasured() async throws {
    let range = WorkingRange(ahead: .points(50), behind: .points(20))
    try await SlabRange.with(range) { slabs in
      let list = slabs.list
      list.setViewport(Viewport(offset: 0, length: 20))
      // Each is half as high as estimated, so twice as many are in the range.
      _ = try await list.apply(SlabRange.slabs(100, 5))
      await list.waitForWorkingRange()
      #expect(slabs.builds.values.sorted() == Array(1...14))
    }
  }

  @Test func noMoreAreBuiltThanMayBeKept() async throws {
    let range = WorkingRange(ahead: .points(1_000), behind: .points(1_000))
    try await SlabRange.with(range) {
      $0.components.cachedOutputCountMax = 7
    } _: { slabs in
      let list = slabs.list
      list.setViewport(Viewport(offset: 0, length: 20))
      let batches = try list.batches()
      // Without lengths, all items would be in the range, and none fills the visible part.
      // Everything is built once and dropped.
      _ = try await list.apply(SlabRange.slabs(100, 0))
      await list.waitForWorkingRange()
      await list.close()
      #expect(slabs.builds.values.sorted() == Array(1...100))
      var renderer = SlabRenderer()
      for batch in try await batches.collect() {
        try renderer.apply(batch)
        #expect(renderer.outputs.count <= 28)
      }
    }
  }

  @Test func aViewportByAnItemStaysWithIt() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(100))
      list.setViewport(Viewport(anchor: ItemID(rawValue: 50), offset: 5, length: 10))
      await list.waitForWorkingRange()
      slabs.builds.removeAll()
      _ = try await list.apply(
        Changeset { changes in
          for item in 0..<30 { changes.insertItem("10", at: ItemPath(section: 0, item: item)) }
        })
      await list.waitForWorkingRange()
      #expect(slabs.builds.values.isEmpty)
      // Without its anchor the viewport stays where it was.
      _ = try await list.apply(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 79)) })
      await list.waitForWorkingRange()
      #expect(try slabs.prefetch.entered().contains(51))
    }
  }
}

extension ListDataSource {
  func applyAndClose(_ changeset: Changeset<Model, SectionModel>) async throws {
    _ = try await apply(changeset)
    await close()
  }
}
