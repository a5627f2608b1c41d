import RosterComponentLists
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// The annotation of an update is in its batch and in the journal.
@Suite("Updates: annotations") struct UpdateAnnotationTests {
  private func update(
    _ number: Int, in tree: TreeReference, of list: RowList, _ origin: String?
  ) throws -> Pending<RowOutcome> {
    try list.enqueue(
      .update(.counter("a"), of: Counter.self, in: tree) { $0.add(number) },
      ChangeAnnotation(origin: origin, userInfo: origin.map { ["by": .string($0)] } ?? [:]))
  }

  @Test(arguments: TreeKind.allCases)
  func originAndUserInfoComeWithTheBatchAndOutOfTheJournal(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("a"))
      let live = try list.batches()
      let annotation = ChangeAnnotation(origin: "tap", userInfo: ["finger": 2])
      let update = try await list.apply(
        .update(.counter("a"), of: Counter.self, in: kind.id(1)) { $0.add(1) }, annotation)
      #expect(update.batch?.changes.annotation == annotation)
      let action = try list.applySynchronously(.actions([.toggle], in: kind.id(1)), annotation)
      #expect(action.batch?.changes.annotation == annotation)
      let journal = try list.batches(after: 1)
      await list.close()
      let expected = [annotation, annotation]
      #expect(try await live.collect().map { $0.changes.annotation } == expected)
      #expect(try await journal.collect().map { $0.changes.annotation } == expected)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func updatesInARowAreOneRevisionAsLongAsTheSameIsSaidOfThem(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      try await list.apply(kind.rows("a"))
      let gate = storage.stop(.commit)
      let change = try list.enqueue(kind.update(0, "ab"))
      await gate.arrival()
      let origins = ["x", "x", "y", "x", nil, nil]
      let updates = try origins.enumerated().map {
        try update($0.offset, in: kind.id(1), of: list, $0.element)
      }
      gate.open()
      _ = try await change.value
      var revisions: [Revision] = []
      for (update, origin) in zip(updates, origins) {
        let batch = try #require(try await update.value.batch)
        #expect(batch.changes.annotation.origin == origin)
        revisions.append(batch.changes.targetRevision)
      }
      #expect(revisions == [3, 3, 4, 5, 6, 6])
      #expect(try list.tree(1, kind)?.history("a") == [0, 1, 2, 3, 4, 5])
    }
  }
}
