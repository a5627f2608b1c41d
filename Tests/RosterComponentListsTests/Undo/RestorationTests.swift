import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// A list, a section or a row of it that is brought back to what it was.
@Suite("Restoration")
struct RestorationTests {
  private static func item(_ number: Int) -> RestoredPart {
    .tree(.item(ItemID(rawValue: number)))
  }

  private static func section(_ number: Int) -> RestoredPart {
    .section(SectionID(rawValue: number))
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

  /// As the picture beside `RestoredSection` shows it.
  @Test func aSectionComesBackWithTheItemsThatItHad() async throws {
    try await ListFile.withList { list, _ in
      func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
      try await list.apply(.section("abcd|xy"))
      try await list.apply(TextChange { $0.removeItem(at: path(0, 0)) })
      try await list.apply(TextChange { $0.moveItem(from: path(0, 1), to: path(1, 0)) })
      try await list.apply(TextChange { $0.moveItem(from: path(1, 1), to: path(0, 0)) })
      try await list.apply(TextChange { $0.insertItem("n", at: path(0, 1)) })
      try await list.apply(TextChange { $0.updateItem(at: path(0, 2), "B") })
      try await list.apply(TextChange { $0.moveItem(from: path(0, 3), to: path(0, 0)) })
      #expect(try rows(list) == ListRows("dxnB|cy"))
      let batch = try await list.apply(.restoration(of: Self.section(1), to: 1))
      #expect(try rows(list) == ListRows("abcdx|y"))
      #expect(try list.snapshot.itemIDs == [[1, 2, 3, 4, 5], [6]])
      let outline = batch.changes.changeset.outline
      #expect(outline.removedItems == [path(0, 2)] && outline.insertedItems == [path(0, 0)])
      #expect(outline.updatedItems == [path(0, 3)])
      try await list.apply(.undo())
      #expect(try rows(list) == ListRows("dxnB|cy"))
      let nothing = try await list.apply(
        .restoration(of: Self.section(1), to: list.snapshot.revision))
      #expect(nothing.changes.changeset.isEmpty)
    }
  }

  @Test func aSectionThatIsGoneComesBackBehindTheOneThatItStoodBehind() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab|cd|ef"))
      try await list.apply(
        TextChange {
          $0.moveItem(from: ItemPath(section: 1, item: 1), to: ItemPath(section: 0, item: 0))
        })
      try await list.apply(TextChange { $0.removeSection(at: 1) })
      #expect(try rows(list) == ListRows("dab|ef"))
      try await list.apply(.restoration(of: Self.section(2), to: 1))
      #expect(try rows(list) == ListRows("ab|cd|ef"))
      #expect(try list.snapshot.itemIDs == [[1, 2], [3, 4], [5, 6]])
      #expect(list.snapshot.state.sectionIDs == [1, 2, 3].map(SectionID.init(rawValue:)))
      try await list.apply(TextChange { $0.removeSection(at: 0) })
      let then = try list.snapshot(at: 1).state
      try await list.apply(.restoration(of: Self.section(1), to: 1, knowing: then))
      #expect(try rows(list) == ListRows("ab|cd|ef"))
      let before = list.snapshot.revision
      let error = await #expect(throws: DataSourceError.self) {
        try await list.apply(.restoration(of: Self.section(9), to: 1))
      }
      #expect(
        error?.description
          == DataSourceError.noSuchSection(.id(SectionID(rawValue: 9))).description)
      #expect(list.snapshot.revision == before)
    }
  }

  @Test(arguments: [4, 5] as [UInt64])
  func aSectionOfAnyHistoryComesBackAndOthersKeepTheirItems(seed: UInt64) async throws {
    try await ListFile.withList { list, _ in
      var history = RandomHistory(seed: seed)
      for _ in 0..<12 { try await list.apply(history.next()) }
      for revision in [9, 5, 2] {
        let then = try list.snapshot(at: revision)
        let (thenIDs, thenRows) = (try then.itemIDs, try then.rows)
        for (thenIndex, section) in then.state.sectionIDs.enumerated() {
          let before = list.snapshot
          let (beforeIDs, beforeRows) = (try before.itemIDs, try before.rows)
          let batch = try await list.apply(.restoration(of: .section(section), to: revision))
          let (nowIDs, nowRows) = (try list.snapshot.itemIDs, try list.snapshot.rows)
          let former = thenIDs[thenIndex]
          for (index, other) in list.snapshot.state.sectionIDs.enumerated() {
            let had = before.state.index(of: other).map { beforeIDs[$0] } ?? []
            let others = had.filter { !former.contains($0) }
            let expected =
              other == section
              ? former + others.filter { thenIDs.joined().contains($0) } : others
            #expect(nowIDs[index] == expected, "seed \(seed), revision \(revision), \(section)")
          }
          let index = try #require(list.snapshot.state.index(of: section))
          let items = nowRows.sections[index].items.prefix(former.count)
          #expect(Array(items) == thenRows.sections[thenIndex].items, "seed \(seed)")
          #expect(nowRows.sections[index].model == thenRows.sections[thenIndex].model)
          if batch.changes.changeset.isEmpty { continue }
          try await list.apply(.undo())
          #expect(try list.snapshot.rows == beforeRows)
          #expect(try list.snapshot.itemIDs == beforeIDs)
        }
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

  @Test(arguments: TreeKind.allCases)
  func statesComeBackWithTheirSection(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("ab"))
      _ = try await list.add(3, to: "a", in: kind.id(1)).value
      let revision = list.snapshot.revision
      _ = try await list.add(4, to: "a", in: kind.id(1)).value
      try await list.apply(.restoration(of: Self.section(1), to: revision))
      #expect(try list.tree(1, kind)?.history("a") == [3])
      try await list.apply(kind.remove(0))
      try await list.apply(.restoration(of: Self.section(1), to: revision))
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
