import RosterComponents
import RosterCore
import RosterEngine
import RosterTestKit
import RosterTestSupport
import Testing

/// A list, or a row of it, that is brought back to what it was.
@Suite("Restoration")
struct RestorationTests {
  private static func item(_ number: Int) -> RestoredPart {
    .tree(.item(ItemID(rawValue: number)))
  }

  private func rows(_ list: TextList) throws -> ListRows<String, String> {
    try list.snapshot.rows
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func theListComesBackWithItsIdentities(seed: UInt64) async throws {
    try await ListFile.withList { list, _ in
      var history = RandomHistory(seed: seed)
      for _ in 0..<12 { try await list.apply(history.next()) }
      for revision in [12, 7, 0, 3, 11, 1] {
        let then = try list.snapshot(at: revision)
        let before = list.snapshot
        let batch = try await list.apply(.restoration(to: revision))
        #expect(batch.changes.targetRevision == before.revision + 1)
        #expect(try rows(list) == then.rows, "seed \(seed), revision \(revision)")
        #expect(try list.snapshot.itemIDs == then.itemIDs)
        #expect(list.snapshot.state.sectionIDs == then.state.sectionIDs)
        // The next one goes on from the restored list. What changes nothing is not undone.
        if revision == 11 || batch.changes.changeset.isEmpty { continue }
        try await list.apply(.undo())
        #expect(try rows(list) == before.rows, "seed \(seed), revision \(revision)")
        #expect(try list.snapshot.itemIDs == before.itemIDs)
      }
    }
  }

  @Test func aRowThatIsGoneComesBackBehindTheOneThatItStoodBehind() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abcd"))
      try await list.apply(.remove(2))
      try await list.apply(.remove(1))
      try await list.apply(.restoration(of: Self.item(3), to: 1))
      #expect(try rows(list) == ListRows("acd"))
      #expect(try list.snapshot.itemIDs == [[1, 3, 4]])
      try await list.apply(.undo())
      #expect(try rows(list) == ListRows("ad"))
    }
  }

  @Test func aRowOfTheListStaysWhereItIs() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(.update(0, "A"))
      try await list.apply(TextChange { $0.moveItem(from: 0, to: 2) })
      let batch = try await list.apply(
        .restoration(of: Self.item(1), to: 1), ChangeAnnotation(origin: "inspector"))
      #expect(try rows(list) == ListRows("bca"))
      #expect(batch.changes.annotation.origin == "inspector")
      #expect(batch.changes.changeset.changeCount == 1)
    }
  }

  @Test func aListThatIsKnownSparesTheWayToIt() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"))
      try await list.apply(.update(0, "A"))
      try await ListFile.withList { other, _ in
        // Here the row was not in the list then, and the list at another revision is none that counts.
        try await other.apply(TextChange { $0.insertSection(at: 0) })
        let known = other.snapshot.state
        let error = await #expect(throws: DataSourceError.self) {
          try await list.apply(.restoration(of: Self.item(1), to: 1, knowing: known))
        }
        #expect(
          error?.description == DataSourceError.noSuchItem(.id(ItemID(rawValue: 1))).description)
        #expect(try rows(list) == ListRows("Ab"))
        try await other.apply(TextChange { $0.insertSection(at: 0) })
        let later = other.snapshot.state
        try await list.apply(.restoration(of: Self.item(1), to: 1, knowing: later))
        #expect(try rows(list) == ListRows("ab"))
      }
      let then = try list.snapshot(at: 2).state
      try await list.apply(.restoration(of: Self.item(1), to: 2, knowing: then))
      #expect(try rows(list) == ListRows("Ab"))
      try list.compact(JournalRetention(revisionCountMax: 1))
      let error = await #expect(throws: DataSourceError.self) {
        try await list.apply(.restoration(of: Self.item(1), to: 2, knowing: then))
      }
      #expect(error?.description.contains("is no longer kept") == true)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func statesComeBack(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("ab"))
      _ = try await list.add(3, to: "a", in: kind.id(1)).value
      let revision = list.snapshot.revision
      _ = try await list.add(4, to: "a", in: kind.id(1)).value
      try await list.apply(.restoration(to: revision))
      #expect(try list.tree(1, kind)?.history("a") == [3])
      try await list.apply(kind.remove(0))
      try await list.apply(.restoration(to: revision))
      #expect(try list.tree(1, kind)?.history("a") == [3])
    }
  }

  @Test func whatCannotComeBackIsSaidAndLeavesTheListAsItIs() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"))
      try await list.apply(.insert("c"))
      try await list.apply(TextChange { $0.removeSection(at: 0) })
      let refused: [(RestoredPart, Revision, Revision?, String)] = [
        (
          Self.item(3), 1, nil,
          DataSourceError.noSuchItem(.id(ItemID(rawValue: 3))).description
        ),
        (
          Self.item(1), 1, nil,
          DataSourceError.noSuchSection(.id(SectionID(rawValue: 1))).description
        ),
        (.list, 9, nil, "there is no revision 9; the list is at 3"),
        (.list, 1, 2, WriteConflict(base: 2, current: 3).description),
      ]
      for (part, revision, base, message) in refused {
        let error = await #expect(throws: (any Error).self) {
          try await list.apply(.restoration(of: part, to: revision, basedOn: base))
        }
        #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
      }
      #expect(list.snapshot.revision == 3)
      try await list.apply(.restoration(to: 2))
      #expect(try rows(list) == ListRows("cab"))
    }
  }
}
