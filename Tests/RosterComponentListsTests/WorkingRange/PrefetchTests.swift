import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What an application is told about items that come close.
@Suite("Working range: prefetching", .fileOnly) struct PrefetchTests {
  @Test func itemsEnterBeforeTheyAreBuiltAndLeaveOnce() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      list.setViewport(Viewport(offset: 0, length: 20))
      _ = try await list.apply(SlabRange.slabs(100))
      await list.waitForWorkingRange()
      list.setViewport(Viewport(offset: 20, length: 20))
      await list.waitForWorkingRange()
      list.setViewport(Viewport(offset: 900, length: 20))
      await list.waitForWorkingRange()
      #expect(
        slabs.prefetch.notices.values == [
          .entered([1, 2, 3, 4, 5]), .entered([6, 7]), .left([1, 2, 3, 4, 5, 6, 7]),
          .entered([89, 90, 91, 92, 93, 94, 95]),
        ])
    }
  }

  @Test func itemsThatAreRemovedLeave() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(10))
      await list.waitForWorkingRange()
      _ = try await list.apply(Changeset { $0.removeSection(at: 0) })
      await list.waitForWorkingRange()
      #expect(slabs.prefetch.notices.values == [.entered([1, 2, 3]), .left([1, 2, 3])])
    }
  }

  @Test func everybodyLeavesWhenTheListCloses() async throws {
    try await SlabRange.with { slabs in
      _ = try await slabs.list.apply(SlabRange.slabs(10))
      await slabs.list.waitForWorkingRange()
      await slabs.list.close()
      await slabs.list.close()
      slabs.list.setViewport(Viewport(offset: 50, length: 10))
      await slabs.list.waitForWorkingRange()
      #expect(slabs.prefetch.notices.values == [.entered([1, 2, 3]), .left([1, 2, 3])])
      #expect(slabs.builds.values.count == 3)
    }
  }

  @Test func closingWaitsForNoBuildOfTheRange() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(1_000))
      await list.waitForWorkingRange()
      let gate = slabs.storage.stop(.states)
      list.setViewport(Viewport(offset: 5_000, length: 20))
      await gate.arrival()
      let closing = Task(executorPreference: DirectExecutor()) { await list.close() }
      list.setViewport(Viewport(offset: 8_000, length: 20))
      // Nothing is accepted once it closes.
      let refusal = #expect(throws: DataSourceError.self) { try list.enqueue(.reload(.items([]))) }
      #expect(refusal?.word == "closed")
      gate.open()
      await closing.value
      #expect(try slabs.prefetch.entered().isEmpty)
      #expect(!slabs.builds.values.contains(801))
    }
  }

  @Test func everybodyLeavesWhenTheListIsLetGo() async throws {
    try await ListFile.with { file in
      var slabs: SlabRange? = try SlabRange.open(
        file, WorkingRange(ahead: .items(3), behind: .items(2)))
      let prefetch = try #require(slabs?.prefetch)
      _ = try await slabs?.list.apply(SlabRange.slabs(10))
      await slabs?.list.waitForWorkingRange()
      #expect(try prefetch.entered() == [1, 2, 3])
      slabs = nil
      // The work queue may keep the list alive a little longer.
      await prefetch.waitUntilAllHaveLeft()
      #expect(try prefetch.entered().isEmpty)
    }
  }

  @Test func itemsThatCannotBeReadConcernNobodyElseAndAreTriedAgain() async throws {
    try await SlabRange.with { slabs in
      let list = slabs.list
      _ = try await list.apply(SlabRange.slabs(100))
      await list.waitForWorkingRange()
      // All of them at once, and then the first of them alone.
      slabs.storage.faults.fail(.states, .before, count: 2)
      list.setViewport(Viewport(offset: 500, length: 20))
      await list.waitForWorkingRange()
      #expect(slabs.prefetch.notices.values.contains(.failed([51])))
      #expect(try slabs.prefetch.entered() == [49, 50, 51, 52, 53, 54, 55])
      #expect(!slabs.builds.values.contains(51))
      #expect(Set(slabs.builds.values).isSuperset(of: [49, 50, 52, 53, 54, 55]))
      #expect(try list.output(of: ItemID(rawValue: 51))?.slabText == "10.0")
      let batches = try list.batches()
      list.setViewport(Viewport(offset: 501, length: 20))
      await list.waitForWorkingRange()
      await list.close()
      let received = try await batches.collect()
      // What was built on demand meanwhile is published, and not built again.
      #expect(received.shown.contains { $0.contains(51) })
      #expect(slabs.builds.values.count { $0 == 51 } == 1)
    }
  }
}
