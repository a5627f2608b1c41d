import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What listeners are told about each kind of modification, exactly once.
@Suite("Observing: announcements", .fileOnly) struct AnnouncementTests {
  /// Runs a test on a list of rows, and returns what listeners were told until the list is closed.
  private func lines(
    _ body: (RowList, EventRecorder) async throws -> Void
  ) async throws -> [String] {
    let events = EventRecorder()
    try await ListFile.withRows(.told(events)) { list, _ in
      try await body(list, events)
      await list.close()
    }
    return events.lines
  }

  /// Waits until everything before the call was told, and discards it.
  private func prepare(_ list: RowList, _ events: EventRecorder) async throws {
    _ = try await list.apply(.section("ab"))
    await events.wait { $0 == "changeset 1 applied at 1" }
    events.removeAll()
  }

  @Test func aSynchronousInsertionIsAnnouncedOnce() async throws {
    let lines = try await lines { list, _ in
      try list.applySynchronously(.section("ab"))
    }
    #expect(
      lines == [
        "changeset 1 accepted, 1 pending", "took 1, 1 pending", "generating", "generated 2",
        "committed 1-1", "published 0-1", "changeset 1 applied at 1",
      ])
  }

  @Test func aQueuedInsertionIsGeneratedOnceAndAnnouncedOnce() async throws {
    let events = EventRecorder()
    try await ListFile.withGatedRows(.told(events)) { list, storage, _ in
      let gate = storage.stop(.commit)
      let pending = try list.enqueue(.section("ab"), ChangeAnnotation(origin: "here"))
      await gate.arrival()
      // It is announced as queued while it is processed, and as applied later.
      await events.wait { $0 == "generated 2" }
      #expect(pending.outcome == nil)
      gate.open()
      await list.close()
    }
    #expect(
      events.lines == [
        "changeset 1 accepted, 1 pending", "took 1, 1 pending", "generating", "generated 2",
        "committed 1-1", "published 0-1", "changeset 1 applied at 1",
      ])
    let modification = try #require(events.modifications.first?.0)
    #expect(!modification.isSynchronous && modification.annotation.origin == "here")
  }

  @Test func aConfigurationIsAnnouncedOnceAndIsNoRevision() async throws {
    let lines = try await lines { list, events in
      try await prepare(list, events)
      var blue = ComponentEnvironment()
      blue[Colour.self] = "blue"
      try list.applySynchronously(.configuration(.environment(blue)))
      #expect(events.modifications.allSatisfy { $0.0.isSynchronous })
    }
    #expect(
      lines == [
        "configuration 2 accepted, 1 pending", "took 2, 1 pending", "generating", "generated 2",
        "published 1-1", "configuration 2 applied at 1",
      ])
  }

  @Test func aReloadIsAnnouncedOnceAndIsNoRevision() async throws {
    let lines = try await lines { list, events in
      try await prepare(list, events)
      try list.applySynchronously(.reload())
    }
    #expect(
      lines == [
        "reload 2 accepted, 1 pending", "took 2, 1 pending", "generating", "generated 2",
        "published 1-1", "reload 2 applied at 1",
      ])
  }

  @Test func anUpdateIsAnnouncedWithItsItemAndScopeWhenItIsReceived() async throws {
    let events = EventRecorder()
    try await ListFile.withGatedRows(.told(events)) { list, storage, _ in
      try await prepare(list, events)
      let gate = storage.stop(.commit)
      try list.add(1, to: "a", in: .id(1))
      await gate.arrival()
      await events.wait(forModifications: 1)
      let (modification, event) = try #require(events.modifications.first)
      #expect(modification.kind == .update && modification.tree == .id(1))
      #expect(modification.scopes == [.counter("a")])
      #expect(event.word == "accepted, 1 pending")
      gate.open()
      await list.close()
    }
    #expect(events.lines.last == "update 2 applied at 2")
  }

  @Test func headersAndFootersAreCountedAndNamed() async throws {
    let events = EventRecorder()
    try await ListFile.withHeadedRows(.told(events)) { list, _ in
      try list.applySynchronously(
        TextChange {
          $0.insertSection(at: 0, "a.")
          $0.insertItem("x", at: ItemPath(section: 0, item: 0))
        })
      _ = try list.applySynchronously(
        .edits([.update(.heading, of: Heading.self) { $0.taps += 1 }], in: .header(of: .index(0))))
      await list.close()
    }
    #expect(
      events.lines == [
        "changeset 1 accepted, 1 pending", "took 1, 1 pending", "generating", "generated 3",
        "committed 1-1", "published 0-1", "changeset 1 applied at 1",
        "update 2 accepted, 1 pending", "took 2, 1 pending", "generating", "generated 1",
        "committed 2-2", "published 1-2", "update 2 applied at 2",
      ])
    #expect(events.modifications.last?.0.tree == .header(of: .index(0)))
  }

  @Test func everySortOfModificationHasItsName() async throws {
    let events = EventRecorder()
    try await ListFile.withRows(.told(events)) { list, _ in
      let origin = ChangeAnnotation(origin: "test")
      try await list.apply(.section("ab"), origin)
      try await list.apply(.contents(TextContents("abc"), by: .byLetter), origin)
      try await list.apply(
        TextChange(),
        states: [StateAssignment(item: .id(1), scope: .row, state: .row(isOpen: true))], origin)
      try await list.apply(.precomputed(list.precompute(.remove(1), origin)))
      _ = try await list.apply(
        .update(.counter("a"), of: Counter.self, in: .id(1)) {
          $0.add(1)
        }, origin)
      _ = try await list.apply(.actions([.toggle], in: .id(1)), origin)
      _ = try await list.apply(.reload(.all), origin)
      _ = try await list.apply(.configuration(.layout(.width(4))), origin)
      _ = try await list.change(origin) { _, change in try change.append("z") }
      _ = try await list.apply(.undo(), origin)
      _ = try await list.apply(.redo(), origin)
      await list.close()
    }
    let first = events.modifications.filter { !$0.1.isLast }.map { $0.0 }
    #expect(
      first.map { $0.kind } == [
        .changeset, .snapshot, .states, .precomputed, .update, .action, .reload, .configuration,
        .change, .undo, .redo,
      ])
    #expect(first.map { $0.id.rawValue } == Array(1...11))
    #expect(first.allSatisfy { $0.annotation.origin == "test" })
    #expect(events.modifications.filter { $0.1.isLast }.map { $0.0 } == first)
  }

  @Test func anUndoOfAGroupIsOneModificationAndSeveralBatches() async throws {
    let lines = try await lines { list, events in
      try await list.apply(.section("ab"), ChangeAnnotation(group: "g"))
      try await list.apply(.insert("c"), ChangeAnnotation(group: "g"))
      _ = try await list.apply(.undo())
      await events.wait(forModifications: 6)
      guard case .applied(let batches, _) = events.modifications.last?.1 else {
        Issue.record("the undo is applied")
        return
      }
      #expect(batches.map { $0.targetRevision } == [3, 4])
      #expect(batches.map { $0.removedItemCount } == [1, 0])
    }
    #expect(
      lines.suffix(5) == [
        "generated 0", "committed 3-4", "published 2-3", "published 3-4", "undo 3 applied at 4",
      ])
  }
}
