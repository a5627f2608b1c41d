import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What modifications do to items inside and outside of the range.
@Suite("Working range: modifications", .fileOnly) struct RangeModificationTests {
  /// Runs a test on a hundred slabs of which the first five are in the range.
  private func with(
    outputCountMin: Int = 4, _ body: (SlabList, SlabRange) async throws -> Void
  ) async throws {
    let splitting = Viewport.Splitting(outputCountMin: outputCountMin, estimatedExtent: 10)
    try await SlabRange.with(splitting: splitting) { slabs in
      slabs.list.setViewport(Viewport(offset: 0, length: 20))
      _ = try await slabs.list.apply(SlabRange.slabs(100))
      await slabs.list.waitForWorkingRange()
      slabs.builds.removeAll()
      try await body(slabs.list, slabs)
    }
  }

  private func update(_ items: [Int], _ text: String) -> TextChange {
    Changeset { changes in
      for item in items { changes.updateItem(at: ItemPath(section: 0, item: item), text) }
    }
  }

  @Test func anUpdatedItemOutsideGetsNoTree() async throws {
    try await with { list, slabs in
      let batch = try await list.apply(update([1, 50], "12"))
      #expect(batch.items.map(\.id.rawValue) == [2])
      #expect(batch.omittedOutputCount == 1)
      #expect(slabs.builds.values == [2])
      list.setViewport(Viewport(offset: 502, length: 10))
      await list.waitForWorkingRange()
      let output = try #require(try list.output(of: ItemID(rawValue: 51)))
      #expect(output.slabText == "12")
    }
  }

  @Test func statesThatAreAssignedOutsideAreWritten() async throws {
    try await with { list, slabs in
      let batch = try await list.apply(
        update([50], "12"),
        states: [
          StateAssignment(
            item: .id(51), scope: Slab.scope, state: StoredState("{\"extra\":3}")),
          StateAssignment(
            item: .id(81), scope: Slab.scope, state: StoredState("{\"extra\":4}")),
        ])
      #expect(batch.states.compactMap { $0.tree.item?.rawValue } == [51, 81])
      #expect(batch.items.isEmpty)
      #expect(batch.omittedOutputCount == 1)
      #expect(slabs.builds.values.isEmpty)
      #expect(
        try list.states(of: .item(ItemID(rawValue: 81)))[Slab.scope] == StoredState("{\"extra\":4}")
      )
      list.setViewport(Viewport(offset: 500, length: 10))
      await list.waitForWorkingRange()
      #expect(try list.output(of: ItemID(rawValue: 51))?.slabExtra == 3)
      #expect(try list.output(of: ItemID(rawValue: 51))?.layout?.size.height == 15)
    }
  }

  /// Queues changes behind a gate, so that one commit has all of them.
  private func applyTogether(
    _ slabs: SlabRange, _ changes: [(TextChange, [StateAssignment])]
  ) async throws -> [SlabList.Batch] {
    let gate = slabs.storage.stop(.commit)
    var pending = [try slabs.list.enqueue(update([0], "11"))]
    await gate.arrival()
    for (change, states) in changes {
      pending.append(try slabs.list.enqueue(change, states: states))
    }
    gate.open()
    var batches: [SlabList.Batch] = []
    for change in pending.dropFirst() { batches.append(try await change.value) }
    #expect(slabs.storage.commitCounts.last == changes.count)
    return batches
  }

  /// Item 101 is inserted outside of the range with a state, and moves into it in the same commit.
  @Test func anItemThatEntersInACommitKeepsWhatTheCommitGaveIt() async throws {
    try await with { list, slabs in
      let state = StateAssignment(
        item: .path(ItemPath(section: 0, item: 60)), scope: Slab.scope,
        state: StoredState("{\"extra\":3}"))
      let path = ItemPath(section: 0, item: 60)
      let batches = try await applyTogether(
        slabs,
        [
          (Changeset { $0.insertItem("7", at: path) }, [state]),
          (
            Changeset {
              $0.updateItem(at: path, "8")
              $0.moveItem(from: path, to: ItemPath(section: 0, item: 1))
            }, []
          ),
        ])
      #expect(batches.shown == [[], [101]])
      #expect(batches.last?.states.count == 0)
      let output = try #require(try list.output(of: ItemID(rawValue: 101)))
      #expect(output.slabText == "8")
      #expect(output.slabExtra == 3)
      #expect(
        try list.states(of: .item(ItemID(rawValue: 101)))[Slab.scope]
          == StoredState("{\"extra\":3}"))
    }
  }

  /// Storage has neither the model nor the state of an item that the same commit inserts.
  @Test func aStateIsAssignedToAnItemOfTheSameCommitThatHasEntered() async throws {
    try await with { list, slabs in
      let state = StateAssignment(
        item: .path(ItemPath(section: 0, item: 1)), scope: Slab.scope,
        state: StoredState("{\"extra\":4}"))
      let path = ItemPath(section: 0, item: 60)
      let batches = try await applyTogether(
        slabs,
        [
          (Changeset { $0.insertItem("7", at: path) }, []),
          (
            Changeset { $0.moveItem(from: path, to: ItemPath(section: 0, item: 1)) }, [state]
          ),
        ])
      #expect(batches.shown == [[], [101]])
      let output = try #require(try list.output(of: ItemID(rawValue: 101)))
      #expect(output.slabText == "7")
      #expect(output.slabExtra == 4)
    }
  }

  /// Item 61 is changed twice outside of the range, and enters it in the same commit. Storage has
  /// neither change when it is built.
  @Test func anItemThatEntersInACommitContinuesFromAllChangesOfTheCommit() async throws {
    try await with { list, slabs in
      let path = ItemPath(section: 0, item: 60)
      let state = StateAssignment(
        item: .path(path), scope: Slab.scope, state: StoredState("{\"extra\":3}"))
      let batches = try await applyTogether(
        slabs,
        [
          (Changeset { $0.updateItem(at: path, "7") }, [state]),
          (Changeset { $0.updateItem(at: path, "9") }, []),
          (
            Changeset {
              $0.updateItem(at: path, "8")
              $0.moveItem(from: path, to: ItemPath(section: 0, item: 1))
            }, []
          ),
        ])
      #expect(batches.shown == [[], [], [61]])
      #expect(batches.map { $0.states.count } == [1, 0, 0])
      let output = try #require(try list.output(of: ItemID(rawValue: 61)))
      #expect(output.slabText == "8")
      #expect(output.slabExtra == 3)
      #expect(
        try list.states(of: .item(ItemID(rawValue: 61)))[Slab.scope] == StoredState("{\"extra\":3}")
      )
    }
  }

  /// Item 101 is built by the first change, and updated by the second, which moves it out.
  @Test func anItemThatLeavesInACommitIsNotShownAsItWas() async throws {
    try await with { list, slabs in
      let path = ItemPath(section: 0, item: 0)
      _ = try await applyTogether(
        slabs,
        [
          (Changeset { $0.insertItem("7", at: path) }, []),
          (
            Changeset {
              $0.updateItem(at: path, "8")
              $0.moveItem(from: path, to: ItemPath(section: 0, item: 60))
            }, []
          ),
        ])
      await list.waitForWorkingRange()
      #expect(try list.output(of: ItemID(rawValue: 101))?.slabText == "8")
    }
  }

  @Test func anActionOutsideIsDoneAndItsTreeIsNotKept() async throws {
    try await with { list, slabs in
      let batches = try list.batches()
      let outcome = try await list.apply(.actions([.raise(7)], in: .id(51)))
      let batch = try #require(outcome.batch)
      #expect(batch.items.isEmpty)
      #expect(batch.omittedOutputCount == 1)
      #expect(batch.states.compactMap { $0.tree.item?.rawValue } == [51])
      // It was built, so its size is known.
      #expect(batch.sizes.map(\.tree) == [.item(ItemID(rawValue: 51))])
      #expect(batch.sizes.map(\.from) == [nil])
      #expect(batch.sizes.map { $0.to?.height } == [17])
      #expect(slabs.builds.values == [51])
      _ = try await list.apply(.actions([.raise(1)], in: .id(51)))
      #expect(slabs.builds.values == [51, 51])
      await list.close()
      let last = try #require(try await batches.collect().last)
      #expect(last.sizes.map { $0.from?.height } == [17])
      #expect(last.sizes.map { $0.to?.height } == [18])
    }
  }

  @Test func anOutputThatIsAskedForOutsideIsNotKept() async throws {
    try await with { list, slabs in
      for item in [51, 51, 1] {
        let output = try #require(try list.output(of: ItemID(rawValue: item)))
        #expect(output.slabText == "10.0")
      }
      #expect(slabs.builds.values == [51, 51])
    }
  }

  @Test func whatWasAskedForBeforeItEntersIsBuiltOnce() async throws {
    try await with { list, slabs in
      let gate = slabs.storage.stop(.states)
      list.setViewport(Viewport(offset: 500, length: 10))
      await gate.arrival()
      // It has entered, but is not built yet.
      let output = try list.output(of: ItemID(rawValue: 51))
      gate.open()
      await list.waitForWorkingRange()
      let later = try list.output(of: ItemID(rawValue: 51))
      #expect(output != nil)
      #expect(later?.slabText == output?.slabText)
      #expect(slabs.builds.values.count { $0 == 51 } == 1)
    }
  }

  @Test func undoBringsItemsBackIntoTheRange() async throws {
    try await with { list, slabs in
      let batches = try list.batches()
      _ = try await list.apply(
        Changeset { changes in
          for item in 0..<50 { changes.removeItem(at: ItemPath(section: 0, item: item)) }
        })
      await list.waitForWorkingRange()
      #expect(try slabs.prefetch.entered() == [51, 52, 53, 54, 55])
      _ = try await list.apply(.undo())
      await list.waitForWorkingRange()
      #expect(try slabs.prefetch.entered() == [1, 2, 3, 4, 5])
      await list.close()
      let received = try await batches.collect()
      #expect(received.shown.flatMap { $0 } == [51, 52, 53, 54, 55, 1, 2, 3, 4, 5])
      #expect(received.hidden.flatMap { $0 } == [51, 52, 53, 54, 55])
      #expect(received.map { $0.changes.targetRevision }.last == 3)
    }
  }

  @Test func movesBringItemsIntoTheRangeAndOutOfIt() async throws {
    try await with { list, slabs in
      _ = try await list.apply(
        Changeset {
          $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 99))
          $0.moveItem(from: ItemPath(section: 0, item: 98), to: ItemPath(section: 0, item: 0))
        })
      await list.waitForWorkingRange()
      #expect(try slabs.prefetch.entered() == [99, 2, 3, 4, 5])
      #expect(slabs.builds.values == [99])
    }
  }

  @Test func aSnapshotReplacementBuildsWhatIsInTheRange() async throws {
    try await with { list, slabs in
      let target = ListContents<String, String>([
        .init(items: []), .init(items: (0..<50).map { "\($0 + 20)" }),
      ])
      let batch = try await list.apply(
        .contents(target, by: Identification(items: { $0 }, sections: { $0 })))
      await list.waitForWorkingRange()
      #expect(batch.omittedOutputCount > 40)
      #expect(slabs.builds.values.count < 8)
      let extents: ListExtents = list.extents()
      let visible = try extents.items(in: Viewport(offset: 0, length: 20))
      #expect(try slabs.prefetch.entered().count == visible.count + 3)
    }
  }

  @Test func aReloadBuildsTheRangeAndNoMore() async throws {
    try await with(outputCountMin: 16) { list, slabs in
      let all = try await list.apply(.reload())
      #expect(all.batch?.items.map(\.id.rawValue) == [1, 2, 3, 4, 5])
      #expect(all.batch?.namesAllOutputs == false)
      // On all cores, so the order varies.
      #expect(slabs.builds.values.sorted() == [1, 2, 3, 4, 5])
      let some = try await list.apply(.reload(.items([.id(2), .id(80)])))
      #expect(some.batch?.items.map(\.id.rawValue) == [2])
      #expect(some.batch?.namesAllOutputs == false)
      let none = try await list.apply(.reload(.items([.id(80)])))
      #expect(none.batch?.items.isEmpty == true)
      #expect(slabs.builds.values.sorted() == [1, 2, 2, 3, 4, 5])
    }
  }

  @Test func anotherLayoutMakesSizesOutsideEstimatesAgain() async throws {
    try await with(outputCountMin: 16) { list, slabs in
      list.setViewport(Viewport(offset: 800, length: 20))
      await list.waitForWorkingRange()
      let known: ListExtents = list.extents()
      #expect(known.unmeasuredCount == 88)
      let narrow = LayoutConstraints(
        SizeRange(min: Size(width: 0, height: 30), max: Size(width: 50, height: .infinity)))
      let batch = try await list.apply(.configuration(.layout(narrow))).batch
      let extents = try #require(batch?.extents)
      #expect(batch?.items.map(\.id.rawValue) == [79, 80, 81, 82, 83, 84, 85])
      #expect(batch?.sizes.map { $0.from } == Array(repeating: nil, count: 7))
      #expect(extents.unmeasuredCount == 93)
      #expect(extents.length == 93 * 10 + 7 * 30)
      #expect(!extents.isMeasured(ItemPath(section: 0, item: 0)))
    }
  }

  @Test func aLargeUpdateInTheRangeComesInParts() async throws {
    try await with { list, slabs in
      let batches = try list.batches()
      let batch = try await list.apply(update(Array(0..<60), "12"))
      await list.waitForWorkingRange()
      await list.close()
      #expect(batch.items.map(\.id.rawValue) == [1, 2])
      // They have trees, from which their builds continue.
      #expect(batch.awaitedOutputCount == 3)
      #expect(batch.omittedOutputCount == 55)
      let received = try await batches.collect()
      #expect(received.shown == [[1, 2], [3, 4, 5]])
      #expect(received.map(\.causes) == [.change, .remainder])
      #expect(slabs.builds.values.sorted() == [1, 2, 3, 4, 5])
    }
  }

  @Test func changesOfOneCommitAreBuiltOneOnTopOfTheOther() async throws {
    try await with { list, slabs in
      let gate = slabs.storage.stop(.commit)
      var pending = [try list.enqueue(update([0], "11"))]
      await gate.arrival()
      for number in 0..<5 {
        // Each inserts two items at the start, and former ones leave the range.
        pending.append(
          try list.enqueue(
            Changeset {
              $0.insertItem("\(number + 1)", at: ItemPath(section: 0, item: 0))
              $0.insertItem("\(number + 1)", at: ItemPath(section: 0, item: 1))
            }))
      }
      gate.open()
      for change in pending {
        let batch = try await change.value
        #expect(batch.items.count == batch.changes.changeset.changeCount)
      }
      #expect(slabs.storage.commitCounts == [1, 1, 5])
      await list.waitForWorkingRange()
      let shown = try slabs.prefetch.entered()
      #expect(shown.isSuperset(of: [109, 110, 107, 108]))
      #expect(!shown.contains(5))
    }
  }
}
