import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Changes whose annotation says that no undo takes them back: what a server sends.
@Suite("Undo: what is not undoable") struct NotUndoableTests {
  private static let push = ChangeAnnotation(origin: "server", undo: .none)

  private func words(_ list: TextList) throws -> [String] {
    try list.snapshot.models(inSection: 0)
  }

  // MARK: Steps

  @Test func anUndoStepsOverWhatTheServerHasConfirmed() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"), Self.push)
      try await list.apply(.insert("sending", at: 1))
      try await list.apply(.update(1, "sent"), Self.push)
      #expect(try await list.apply(.undo()).count == 1)
      #expect(try words(list) == ["a"])
      #expect(try list.canUndo() == false)
      try await list.apply(.redo())
      #expect(try words(list) == ["a", "sent"])
    }
  }

  @Test func whatCanBeRedoneStaysSo() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(.remove(1))
      try await list.apply(.undo())
      try await list.apply(.insert("x"), Self.push)
      #expect(try list.canRedo())
      try await list.apply(.redo())
      #expect(try words(list) == ["x", "a", "c"])
    }
  }

  @Test func aGroupGoesOnBehindIt() async throws {
    try await ListFile.withList { list, _ in
      let typing = ChangeAnnotation(group: "typing")
      try await list.apply(.section("a"), Self.push)
      try await list.apply(.insert("b", at: 1), typing)
      try await list.apply(.insert("x"), Self.push)
      try await list.apply(.insert("c", at: 3), typing)
      #expect(try await list.apply(.undo()).count == 2)
      #expect(try words(list) == ["x", "a"])
      #expect(try await list.apply(.redo()).count == 2)
      #expect(try words(list) == ["x", "a", "b", "c"])
    }
  }

  /// Every way in which a change comes to a list.
  @Test func itDoesNotMatterHowTheChangeIsMade() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"))
      try await list.apply(.insert("b", at: 1), Self.push)
      _ = try list.applySynchronously(.insert("c", at: 2), Self.push)
      try await list.apply(.contents(TextContents("abcd"), by: .byLetter), Self.push)
      _ = try list.applySynchronously(.precomputed(list.precompute(.insert("e", at: 4), Self.push)))
      _ = try await list.change(Self.push) { _, change in _ = try change.append("f") }
      try await list.apply(
        .changeset(.insert("g", at: 6), basedOn: list.snapshot.revision), Self.push)
      try await list.apply(TextChange(), states: [.at(0, .like, "1")], Self.push)
      #expect(try words(list) == ["a", "b", "c", "d", "e", "f", "g"])
      #expect(try list.steps(at: list.snapshot.revision).undo == [1])
      try await list.apply(.undo())
      #expect(try words(list) == ["b", "c", "d", "e", "f", "g"])
    }
  }

  // MARK: What others did stays

  @Test func aModelThatWasWrittenSinceIsNotReplaced() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "A")
          $0.updateItem(at: ItemPath(section: 0, item: 1), "B")
          $0.updateSection(at: 0, "mine")
        })
      try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "server")
          $0.updateSection(at: 0, "server")
        }, Self.push)
      try await list.apply(.undo())
      #expect(try words(list) == ["server", "b", "c"])
      #expect(try list.snapshot.sectionModel(at: 0) == "server")
      try await list.apply(.redo())
      #expect(try words(list) == ["server", "B", "c"])
      #expect(try list.snapshot.sectionModel(at: 0) == "server")
    }
  }

  @Test func aModelThatIsWhatItWasIsTakenBack() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"))
      try await list.apply(.update(0, "b"))
      for model in ["c", "b"] { try await list.apply(.update(0, model), Self.push) }
      try await list.apply(.undo())
      #expect(try words(list) == ["a"])
    }
  }

  @Test func aGroupOfUpdatesIsTakenBackStepByStep() async throws {
    try await ListFile.withList { list, _ in
      let typing = ChangeAnnotation(group: "typing")
      try await list.apply(.section("a"))
      for text in ["ab", "abc"] { try await list.apply(.update(0, text), typing) }
      try await list.apply(.insert("x"), Self.push)
      try await list.apply(.undo())
      #expect(try words(list) == ["x", "a"])
      try await list.apply(.redo())
      #expect(try words(list) == ["x", "abc"])
    }
  }

  @Test func whatTheServerHasMovedSinceStaysThere() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abcd"), Self.push)
      try await list.apply(.move(0, to: 3))
      try await list.apply(.move(3, to: 1), Self.push)
      #expect(try words(list) == ["b", "a", "c", "d"])
      for direction in [HistoryDirection.undo, .redo] {
        _ = try await list.apply(.step(direction))
        #expect(try words(list) == ["b", "a", "c", "d"])
      }
    }
  }

  /// The user has moved it twice, and the server has moved another item meanwhile.
  @Test func whatTheUserHasMovedAgainIsTakenBackTwice() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abcd"), Self.push)
      try await list.apply(.move(0, to: 3))
      try await list.apply(.move(0, to: 1), Self.push)
      try await list.apply(.move(3, to: 1))
      #expect(try words(list) == ["c", "a", "b", "d"])
      try await list.apply(.undo())
      #expect(try words(list) == ["c", "b", "d", "a"])
      try await list.apply(.undo())
      #expect(try words(list) == ["a", "c", "b", "d"])
    }
  }

  @Test func whatTheServerHasMovedThereAndBackIsTakenBack() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abcd"), Self.push)
      try await list.apply(.move(0, to: 3))
      try await list.apply(.move(3, to: 0), Self.push)
      try await list.apply(.insert("x"), Self.push)
      try await list.apply(.move(1, to: 4), Self.push)
      #expect(try words(list) == ["x", "b", "c", "d", "a"])
      try await list.apply(.undo())
      #expect(try words(list) == ["a", "x", "b", "c", "d"])
    }
  }

  @Test func itIsKnownWhatAnUndoHasLeft() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abcd"), Self.push)
      let ids = try list.snapshot.state.itemIDs(inSection: 0)
      let sections = list.snapshot.state.sectionIDs
      let change = try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "A")
          $0.updateItem(at: ItemPath(section: 0, item: 1), "B")
          $0.moveItem(from: ItemPath(section: 0, item: 3), to: ItemPath(section: 0, item: 2))
          $0.updateSection(at: 0, "mine")
        })
      try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "theirs")
          $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
          $0.updateSection(at: 0, "theirs")
        }, Self.push)
      let undone = try await list.apply(.undo())
      #expect(try words(list) == ["d", "theirs", "b", "c"])
      let left = try #require(try list.leftAlone(by: undone[0]))
      #expect(left.items == [ids[0], ids[3]] && left.sections == sections)
      let redone = try await list.apply(.redo())
      let again = try #require(try list.leftAlone(by: redone[0]))
      #expect(again.items.isEmpty && again.sections.isEmpty)
      #expect(try list.leftAlone(by: change) == nil)
    }
  }

  @Test func itIsKnownWhichSectionsAnUndoHasLeft() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"), Self.push)
      try await list.apply(
        Changeset {
          $0.insertSection(at: 0)
          $0.moveSection(from: 0, to: 2)
          $0.insertSection(at: 1)
          $0.insertItem("x", at: ItemPath(section: 0, item: 0))
        })
      let sections = list.snapshot.state.sectionIDs
      try await list.apply(
        Changeset {
          $0.insertItem("y", at: ItemPath(section: 1, item: 1))
          $0.moveSection(from: 2, to: 0)
        }, Self.push)
      let undone = try await list.apply(.undo())
      #expect(list.snapshot.state.sectionIDs == [sections[2], sections[0]])
      let left = try #require(try list.leftAlone(by: undone[0]))
      #expect(left.items.isEmpty && Set(left.sections) == [sections[0], sections[2]])
    }
  }

  @Test func whatTheServerRemovedStaysRemoved() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(.update(1, "B"))
      try await list.apply(.move(2, to: 0))
      try await list.apply(.remove(2), Self.push)
      for _ in 0..<2 { try await list.apply(.undo()) }
      #expect(try words(list) == ["a", "c"])
    }
  }

  // MARK: Where it is known

  @Test func batchesSayItLiveAndFromTheJournal() async throws {
    try await ListFile.with { file in
      let list = try file.openList()
      let live = try list.batches()
      try await list.apply(.section("ab"))
      try await list.apply(.remove(0), Self.push)
      try await list.apply(.undo(), Self.push)
      await list.close()
      let again = try file.openList()
      let read = try again.batches(after: 0)
      await again.close()
      for batches in [try await live.collect(), try await read.collect()] {
        #expect(batches.map(\.changes.annotation.undo) == [.standard, .none, .standard])
      }
    }
  }

  @Test func anotherWriterKnowsIt() async throws {
    try await ListFile.with { file in
      let list = try file.openList(.shared)
      let other = try file.openList(.shared)
      try await list.apply(.section("ab"))
      try await list.apply(.remove(0), Self.push)
      try await other.publishes(2)
      try await other.apply(.undo())
      #expect(other.snapshot.state.sectionCount == 0)
      await list.close()
      await other.close()
    }
  }

  @Test func aCompactedListGoesOn() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"))
      try await list.apply(.insert("c"))
      for number in 0..<5 { try await list.apply(.update(0, "\(number)"), Self.push) }
      try list.compact(JournalRetention(revisionCountMax: 2))
      let error = await #expect(throws: DataSourceError.self) { try await list.apply(.undo()) }
      #expect(error?.word == "compacted")
      let redone = await #expect(throws: DataSourceError.self) { try await list.apply(.redo()) }
      #expect(redone?.description == DataSourceError.nothingToRedo.description)
      try await list.apply(.insert("d"))
      try await list.apply(.update(1, "5"), Self.push)
      try await list.apply(.undo())
      #expect(try words(list) == ["5", "a", "b"])
    }
  }
}
