import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// The sizes of items, and what batches report about them.
@Suite("Layout: sizes", .fileOnly) struct SizeTests {
  @Test func withoutConstraintsNothingIsLaidOut() async throws {
    try await ListFile.withPoems(DataSourceConfiguration()) { list, _ in
      let batch = try await list.apply(.section("ab"))
      #expect(batch.sizes.isEmpty)
      #expect(batch.items.allSatisfy { $0.output.layout == nil })
      #expect(try list.size(1) == nil)
    }
  }

  @Test func insertedItemsHaveSizesAndTheirViewsFrames() async throws {
    try await ListFile.withPoems { list, _ in
      _ = try await list.apply(.section("a"))
      let batch = try await list.apply(.insert("letters", at: 1))
      #expect(batch.sizes.heights == ["2 at 1: none to 2"])
      #expect(batch.sizes[0].to == Size(width: 4, height: 2))
      let views = batch.items[0].output.views
      #expect(views[0].frame == ViewFrame(size: Size(width: 4, height: 2)))
      #expect(views[0].children[0].frame == ViewFrame(size: Size(width: 4, height: 2)))
    }
  }

  @Test(arguments: [0, 1, 4_096])
  func anUpdateThatChangesTheSizeIsNamed(cachedOutputCountMax: Int) async throws {
    try await ListFile.withPoems(.width(4, cachedOutputCountMax: cachedOutputCountMax)) {
      list, _ in
      _ = try await list.apply(.section("abc"))
      #expect(try await list.apply(.update(1, "bb")).sizes.isEmpty)
      let longer = try await list.apply(.update(1, "letters"))
      #expect(longer.sizes.heights == ["2 at 1: 1 to 2"])
      let shorter = try await list.apply(.update(1, "x"))
      #expect(shorter.sizes.heights == ["2 at 1: 2 to 1"])
      #expect(try await list.apply(.move(0, to: 2)).sizes.isEmpty)
      #expect(try await list.apply(.remove(0)).sizes.isEmpty)
    }
  }

  @Test(arguments: [0, 1, 4_096])
  func aStateThatChangesTheSizeIsNamed(cachedOutputCountMax: Int) async throws {
    try await ListFile.withPoems(.width(4, cachedOutputCountMax: cachedOutputCountMax)) {
      list, _ in
      _ = try await list.apply(.section("abc"))
      let batch = try #require(try await list.extend(3).value.batch)
      #expect(batch.sizes.heights == ["3 at 2: 1 to 2"])
      #expect(batch.items[0].output.layout?.size.height == 2)
      let assigned = try await list.apply(
        TextChange(), states: [.of(3, .poem, "{\"repetitions\":5}")])
      #expect(assigned.sizes.heights == ["3 at 2: 2 to 5"])
      #expect(try list.size(3)?.height == 5)
    }
  }

  @Test func changesOfOneCommitGoOnFromEachOthersSizes() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openPoems(.width(4), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      let changes = [
        try list.enqueue(.insert("b")), try list.enqueue(.update(0, "letters")),
        try list.enqueue(.update(0, "leaves")), try list.enqueue(.update(0, "b")),
      ]
      gate.open()
      var heights: [[String]] = []
      for change in changes { heights.append(try await change.value.sizes.heights) }
      #expect(heights == [["2 at 0: none to 1"], ["2 at 0: 1 to 2"], [], ["2 at 0: 2 to 1"]])
      await list.close()
    }
  }

  @Test func aFailedCommitLeavesTheSizesAsTheyWere() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openPoems(.width(4), storage)
      _ = try await list.apply(.section("a"))
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.update(0, "letters"))
      }
      try list.resume()
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) { _ = try await list.extend(1).value }
      try list.resume()
      #expect(try list.size(1)?.height == 1)
      let batch = try await list.apply(.update(0, "letters and letters"))
      #expect(batch.sizes.heights == ["1 at 0: 1 to 5"])
      await list.close()
    }
  }

  @Test func whatIsBuiltOnDemandIsLaidOut() async throws {
    try await ListFile.withPoems { list, file in
      _ = try await list.apply(.section("ab"))
      _ = try await list.extend(2).value
      await list.close()
      let reopened = try file.openPoems(.width(3))
      #expect(try reopened.size(2) == Size(width: 3, height: 2))
      let outputs = try reopened.outputs(inSection: 0)
      #expect(outputs.map { $0.output.layout?.size.height } == [1, 2])
      await reopened.close()
    }
  }

  @Test func aBatchTellsTheSizesThatANewEnvironmentChanges() async throws {
    try await ListFile.withPoems { list, _ in
      _ = try await list.apply(.section("ab"))
      var environment = ComponentEnvironment()
      environment[Colour.self] = "blue"
      let outcome = try await list.apply(.configuration(.environment(environment)))
      #expect(outcome.batch?.sizes.heights == ["1 at 0: 1 to 2", "2 at 1: 1 to 2"])
      #expect(try await list.apply(.configuration(.environment(environment))).batch == nil)
    }
  }

  // MARK: Subscribers

  @Test func aSubscriberThatReadsTheJournalIsToldTheSameSizes() async throws {
    try await ListFile.withPoems { list, _ in
      let live = try list.batches()
      _ = try await list.apply(.section("abc"))
      _ = try await list.apply(.update(1, "letters"))
      _ = try await list.extend(1).value
      _ = try await list.apply(.insert("more letters"))
      _ = try await list.apply(.update(1, "a"))
      let fromTheJournal = try list.batches(after: 0)
      await list.close()
      let expected = try await live.collect().map { $0.sizes.heights }
      #expect(expected.map { $0.count } == [3, 1, 1, 1, 0])
      #expect(try await fromTheJournal.collect().map { $0.sizes.heights } == expected)
    }
  }

  @Test func aMergedBatchHasTheFirstSizeBeforeAndTheLastOneAfter() async throws {
    try await ListFile.withPoems { list, _ in
      _ = try await list.apply(.section("abc"))
      let merged = try list.batches(delivery: .merged)
      _ = try await list.apply(.update(0, "letters"))
      _ = try await list.extend(1).value
      _ = try await list.apply(.update(1, "letters"))
      _ = try await list.apply(.update(1, "b"))
      _ = try await list.apply(.insert("new"))
      _ = try await list.extend(4).value
      _ = try await list.extend(3).value
      _ = try await list.apply(.remove(3))
      await list.close()
      let batches = try await merged.collect()
      #expect(batches.map { $0.sizes.heights } == [["4 at 0: none to 2", "1 at 1: 1 to 4"]])
    }
  }
}
