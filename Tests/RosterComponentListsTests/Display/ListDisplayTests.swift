import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What controllers are told about appearance while a list changes in every way.
@Suite("Lists: display") struct ListDisplayTests {
  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// Runs a test on rows. The first item of each section is displayed.
  private func withDisplayed(
    _ rows: [[String]],
    _ body: (RowList, ControllerHost<Int>, DisplayLog) async throws -> Void
  ) async throws {
    try await ListFile.withRows { list, _ in
      let log = DisplayLog()
      let host = log.host(of: list)
      let contents = ListRows<String, String>(rows.map { .init(items: $0) })
      let batch = try await list.apply(contents.asInsertion)
      try host.apply(batch)
      host.setDisplayed(batch.items.filter { $0.targetPath.item == 0 }.map(\.tree))
      _ = log.take()
      try await body(list, host, log)
      host.removeAll()
    }
  }

  @Test func whatMovesStaysDisplayedAlsoOutOfARemovedSection() async throws {
    try await withDisplayed([["a", "b"], ["c"]]) { list, host, log in
      try host.apply(try await list.apply(.move(0, to: 1)))
      #expect(log.take() == [])
      try host.apply(
        try await list.apply(
          TextChange {
            $0.moveItem(from: path(0, 1), to: path(0, 0))
            $0.removeSection(at: 0)
          }))
      #expect(log.take() == ["b ends"])
      #expect(host.isDisplayed(.item(ItemID(rawValue: 1))))
    }
  }

  @Test func whatGoesWithItsSectionDisappears() async throws {
    try await withDisplayed([["a", "b"], ["c"]]) { list, host, log in
      try host.apply(try await list.apply(TextChange { $0.removeSection(at: 0) }))
      #expect(log.take() == ["a disappears", "a ends", "b ends"])
    }
  }

  @Test func whatASnapshotDoesNotHaveDisappears() async throws {
    try await withDisplayed([["a", "b"], ["c"]]) { list, host, log in
      try host.apply(try await list.apply(.contents(TextContents("b"), by: .byLetter)))
      #expect(log.take() == ["a disappears", "a ends", "c disappears", "c ends"])
    }
  }

  @Test func whatAnUndoBringsBackAppearsWhenItIsAnnounced() async throws {
    try await withDisplayed([["a"]]) { list, host, log in
      try host.apply(try await list.apply(.remove(0)))
      #expect(log.take() == ["a disappears", "a ends"])
      for batch in try await list.apply(.undo()) { try host.apply(batch) }
      #expect(log.take() == [])
      host.willDisplay(.item(ItemID(rawValue: 1)))
      #expect(log.take() == ["a appears"])
    }
  }

  @Test func whatComesIntoADisplayedItemAppears() async throws {
    try await withDisplayed([["a"]]) { list, host, log in
      try host.apply(try await list.apply(.update(0, "ab")))
      #expect(log.take() == ["b appears"])
      let opened = try await list.apply(.actions([.toggle], in: .item(0)))
      try host.apply(try #require(opened.batch))
      #expect(log.take() == ["more appears"])
      try host.apply(try await list.apply(.update(0, "b")))
      #expect(log.take() == ["a disappears", "a ends"])
    }
  }

  @Test func aReloadAndAConfigurationAreNoAppearance() async throws {
    try await withDisplayed([["a"]]) { list, host, log in
      try host.apply(try #require(try await list.apply(.reload()).batch))
      var environment = ComponentEnvironment()
      environment[Colour.self] = "blue"
      try host.apply(
        try #require(try await list.apply(.configuration(.environment(environment))).batch))
      #expect(log.take() == [])
      try host.apply(
        try #require(
          try await list.apply(.configuration(.components { _, _ in Row(text: "z") })).batch))
      #expect(log.take() == ["a disappears", "a ends", "z appears"])
    }
  }

  @Test func whatIsAnnouncedBeforeItsBatchAppearsWithIt() async throws {
    try await withDisplayed([["a"]]) { list, host, log in
      host.willDisplay(.item(ItemID(rawValue: 2)))
      try host.apply(try await list.apply(.insert("b")))
      #expect(log.take() == ["b appears"])
    }
  }

  // MARK: The end

  @Test func everythingDisappearsOnceWhenTheListIsClosed() async throws {
    try await ListFile.withRows { list, _ in
      let log = DisplayLog()
      let host = log.host(of: list)
      let batches = try list.batches()
      _ = try await list.apply(.section("ab"))
      host.willDisplay(.item(ItemID(rawValue: 1)))
      await list.close()
      try await host.follow(batches)
      #expect(log.take() == ["a appears", "a disappears", "a ends", "b ends"])
      host.removeAll()
      #expect(log.take() == [])
    }
  }

  @Test func everythingDisappearsWhenTheRendererFails() async throws {
    struct Failure: Error {}
    try await ListFile.withRows { list, _ in
      let log = DisplayLog()
      let host = log.host(of: list)
      let batches = try list.batches()
      _ = try await list.apply(.section("a"))
      await #expect(throws: Failure.self) {
        try await host.follow(batches) { batch in
          #expect(log.take() == [])
          host.setDisplayed(batch.items.map(\.tree))
          throw Failure()
        }
      }
      #expect(log.take() == ["a appears", "a disappears", "a ends"])
    }
  }

  @Test func aHostThatIsLetGoOfLivesAsLongAsItFollows() async throws {
    try await ListFile.withRows { list, _ in try await followLettingGo(list) }
  }

  @MainActor private func followLettingGo(_ list: RowList) async throws {
    let log = DisplayLog()
    let batches = try list.batches()
    var host: ControllerHost<Int>? = log.host(of: list)
    host?.willDisplay(.item(ItemID(rawValue: 1)))
    let following = Task { [host] in try await host?.follow(batches) }
    host = nil
    _ = try await list.apply(.section("a"))
    await list.close()
    try await following.value
    #expect(log.take() == ["a appears", "a disappears", "a ends"])
  }

  @Test func everythingDisappearsWhenTheTaskIsCancelled() async throws {
    try await ListFile.withRows { list, _ in try await followAndCancel(list) }
  }

  @MainActor private func followAndCancel(_ list: RowList) async throws {
    let log = DisplayLog()
    let host = log.host(of: list)
    host.willDisplay(.item(ItemID(rawValue: 1)))
    let batches = try list.batches()
    _ = try await list.apply(.section("a"))
    let seen = AsyncStream<Void>.makeStream()
    let following = Task {
      try await host.follow(batches) { _ in seen.continuation.finish() }
    }
    for await _ in seen.stream {}
    following.cancel()
    try await following.value
    #expect(log.take() == ["a appears", "a disappears", "a ends"])
  }
}
