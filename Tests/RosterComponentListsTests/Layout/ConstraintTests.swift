import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// New constraints for an open list.
@Suite("Layout: new constraints", .fileOnly) struct ConstraintTests {
  /// Counts the bodies that builders run.
  private struct BodyCounter: BuildListener {
    let builds = Recorder<Int>()

    func buildEnded(_ trigger: BuildTrigger, _ counts: BuildCounts) {
      builds.record(counts.bodiesRun)
    }
  }

  @Test func everythingIsLaidOutAgainAndNothingIsBuilt() async throws {
    let counter = BodyCounter()
    var configuration = DataSourceConfiguration.width(4)
    configuration.components.buildListener = counter
    try await ListFile.withPoems(configuration) { list, _ in
      _ = try await list.apply(.section("ab"))
      _ = try await list.apply(.insert("letters"))
      let batches = try list.batches()
      counter.builds.removeAll()
      let outcome = try await list.apply(.configuration(.layout(.width(2))))
      let replacement = try #require(outcome.batch)
      #expect(counter.builds.values.isEmpty)
      #expect(replacement.changes.targetRevision == 2)
      #expect(replacement.sizes.heights.count == 3)
      #expect(replacement.sizes.map { $0.from?.width } == [4, 4, 4])
      #expect(replacement.sizes.map { $0.to } == [4, 1, 1].map { Size(width: 2, height: $0) })
      #expect(replacement.items.map { $0.targetPath.item } == [0, 1, 2])
      #expect(replacement.items[0].output.views[0].frame?.size.height == 4)
      #expect(try list.size(3)?.height == 4)
      #expect(list.snapshot.revision == 2)
      await list.close()
      #expect(try await batches.collect().map { $0.causes } == [.configuration])
    }
  }

  @Test func equalConstraintsAreNoChange() async throws {
    try await ListFile.withPoems { list, _ in
      _ = try await list.apply(.section("ab"))
      #expect(try await list.apply(.configuration(.layout(.width(4)))).batch == nil)
    }
  }

  @Test func whatIsNotInMemoryIsLaidOutWhenItIsAskedFor() async throws {
    try await ListFile.withPoems(.width(8, cachedOutputCountMax: 2)) { list, _ in
      _ = try await list.apply(.emptySection)
      for _ in 0..<4 { _ = try await list.apply(.insert("letters")) }
      let outcome = try await list.apply(.configuration(.layout(.width(4))))
      #expect(outcome.batch?.sizes.heights.count == 2)
      #expect(try (1...4).map { try list.size($0)?.height } == [2, 2, 2, 2])
    }
  }

  @Test func aReplacementHasItsPlaceAmongUpdates() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openPoems(.width(7), storage)
      _ = try await list.apply(.emptySection)
      _ = try await list.apply(.insert("letters"))
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.insert("x", at: 1))
      await gate.arrival()
      let before = try list.extend(1)
      let replacement = try list.enqueue(.configuration(.layout(.width(4))))
      let after = try list.extend(1)
      gate.open()
      #expect(try await before.value.batch?.sizes.heights == ["1 at 0: 1 to 2"])
      #expect(
        try await replacement.value.batch?.sizes.heights == ["1 at 0: 2 to 4", "2 at 1: 1 to 1"])
      #expect(try await after.value.batch?.sizes.heights == ["1 at 0: 4 to 6"])
      #expect(storage.commitCounts == [1, 1, 1, 1, 1])
      await list.close()
    }
  }

  @Test func withoutConstraintsThereAreNoSizesAnyMore() async throws {
    try await ListFile.withPoems { list, _ in
      _ = try await list.apply(.section("a"))
      let none = try await list.apply(.configuration(.layout(nil))).batch
      #expect(none?.sizes.heights == ["1 at 0: 1 to none"])
      #expect(try list.size(1) == nil)
      #expect(try await list.apply(.update(0, "b")).sizes.isEmpty)
      let some = try await list.apply(.configuration(.layout(.width(1)))).batch
      #expect(some?.sizes.heights == ["1 at 0: none to 1"])
    }
  }

  @Test func aBuildCannotReplaceTheConstraints() async throws {
    try await ListFile.with { file in
      let holder = Recorder<PoemList>()
      let errors = Recorder<String>()
      let list = try PoemList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in
        Self.node(text, replacingConstraintsOf: holder, noting: errors)
      }
      holder.record(list)
      _ = try await list.apply(.section("a"))
      #expect(errors.values == ["\(DataSourceError.updateWhileBuilding)"])
      holder.removeAll()
      await list.close()
    }
  }

  private static func node(
    _ text: String, replacingConstraintsOf holder: Recorder<PoemList>,
    noting errors: Recorder<String>
  ) -> Node<Never> {
    do { _ = try holder.values.last?.enqueue(.configuration(.layout(.width(1)))) } catch {
      errors.record("\(error)")
    }
    return Node(Poem(text: text))
  }

  @Test func aClosedListTakesNoConstraints() async throws {
    try await ListFile.withPoems { list, _ in
      await list.close()
      #expect {
        try list.enqueue(.configuration(.layout(.width(1))))
      } throws: {
        "\($0)" == "\(DataSourceError.closed)"
      }
    }
  }
}
