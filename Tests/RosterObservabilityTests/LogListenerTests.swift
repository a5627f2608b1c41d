import InMemoryLogging
import Logging
import RosterCore
import RosterEngine
import RosterObservability
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Log lines") struct LogListenerTests {
  private typealias Entry = InMemoryLogHandler.Entry

  /// Runs a test on a list that is logged, and returns its lines.
  private func entries(
    _ level: Logger.Level = .debug, isShared: Bool = false,
    _ body: (ObservedList) async throws -> Void
  ) async throws -> [Entry] {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "inbox") { _ in handler }
    logger.logLevel = level
    try await ObservedList.with(LogListener(logger), isShared: isShared, body)
    return handler.entries
  }

  private func line(_ entry: Entry) -> String {
    let metadata = entry.metadata.filter { !["duration", "error"].contains($0.key) }
      .map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    return "\(entry.level) \(entry.message) \(metadata)"
  }

  @Test func aLineSaysWhatWasAppliedAndForWhom() async throws {
    let entries = try await entries { observed in
      let origin = ChangeAnnotation(origin: "sync")
      try await observed.list.apply(.section(["a", "b"]), origin)
      try await observed.list.apply(
        TextChange {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "x")
          $0.removeItem(at: ItemPath(section: 0, item: 1))
        })
      _ = try await observed.list.apply(.undo())
    }
    #expect(
      entries.map(line) == [
        "debug applied inserted=2 kind=changeset modification=1 origin=sync outputs=2 revision=1 "
          + "sections=1",
        "debug applied kind=changeset modification=2 origin=- outputs=1 removed=1 revision=2 "
          + "updated=1",
        "debug applied inserted=1 kind=undo modification=3 origin=- outputs=2 revision=3 updated=1",
      ])
    #expect(entries.allSatisfy { $0.metadata["duration"]?.description.hasSuffix(" ms") == true })
  }

  @Test func troubleWithStorageIsAnErrorWithTheOriginOfWhatWasBeingDone() async throws {
    let entries = try await entries(.notice) { observed in
      try await observed.list.apply(.section([]))
      observed.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        try await observed.list.apply(.insert("a"), ChangeAnnotation(origin: "sync"))
      }
      #expect(throws: DataSourceError.self) { try observed.list.enqueue(.insert("b")) }
      let suspension = try #require(observed.list.suspension)
      observed.list.resume(after: suspension)
    }
    #expect(
      entries.map(line) == [
        "error commit failed origin=sync", "error suspended origin=sync revision=2 suspension=1",
        "error failed kind=changeset modification=2 origin=sync",
        "warning refused kind=changeset modification=3 origin=-",
        "notice resumed origin=- suspension=1",
      ])
    #expect(
      entries.dropLast().allSatisfy {
        $0.metadata["error"]?.description.contains("planned") == true
      })
  }

  @Test func whatACallerDidWrongIsAWarning() async throws {
    let entries = try await entries(.notice) { observed in
      #expect(throws: DataSourceError.self) {
        try observed.list.enqueue(.insert("a", at: 7), ChangeAnnotation(origin: "ui"))
      }
    }
    #expect(
      entries.map(line) == ["warning refused kind=changeset modification=1 origin=ui"])
  }

  @Test func anotherWriterIsNoticed() async throws {
    let entries = try await entries(.debug, isShared: true) { observed in
      let other = try observed.openAgain()
      try await other.apply(.section(["a"]), ChangeAnnotation(origin: "other"))
      for try await batch in try observed.list.batches(after: 0)
      where batch.changes.targetRevision == 1 { break }
      #expect(throws: DataSourceError.self) {
        try observed.list.enqueue(
          .changeset(.insert("b"), basedOn: 0), ChangeAnnotation(origin: "ui"))
      }
      await other.close()
    }
    #expect(
      entries.map(line) == [
        "debug followed another writer from=0 origin=- to=1",
        "notice refused kind=changeset modification=1 origin=ui",
      ])
  }

  @Test func everyLineHasAnOrigin() async throws {
    let entries = try await entries(.trace) { observed in
      let batches = try observed.list.batches()
      try await observed.list.apply(.section(["a"]), ChangeAnnotation(origin: "sync"))
      var iterator = batches.makeAsyncIterator()
      _ = try await iterator.next()
    }
    #expect(
      entries.map { "\($0.message) \($0.metadata["origin"]?.description ?? "none")" } == [
        "subscribed -", "accepted sync", "taken sync", "generating sync", "generated sync",
        "committed sync", "published sync", "applied sync", "delivered sync", "unsubscribed -",
      ])
  }

  @Test func nothingIsLoggedBelowTheLevelOfTheLogger() async throws {
    let entries = try await entries(.info) { observed in
      try await observed.list.apply(.section(["a"]))
    }
    #expect(entries == [])
  }
}
