import Foundation
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A process has one data source for a list, and nothing that one accepted is lost to the next.
@Suite("Closing: opening again") struct ReopeningTests {
  private static var alone: DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.isShared = false
    return configuration
  }

  private func open(
    _ storage: any StoredList, _ configuration: DataSourceConfiguration = alone
  ) throws -> TextList {
    try TextList(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec(), configuration: configuration
    ) { text, _ in text }
  }

  private func expectInUse(
    _ storage: any StoredList, _ configuration: DataSourceConfiguration = alone,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
      _ = try open(storage, configuration)
    }
    #expect(error?.code == .inUse, sourceLocation: sourceLocation)
  }

  /// Opens a list in each place, as one process does, with one connection and with two.
  private func withStorages(
    _ body: ([any JournalStorage]) async throws -> Void
  ) async throws {
    for isOne in [true, false] {
      try await ListFile.with { try await body($0.openTwice(withOneConnection: isOne)) }
    }
  }

  private static let changeCount = 2_000
  private static let expected = (0..<changeCount).map { "\($0)" }

  /// Accepts changes, and releases the data source with most of them waiting.
  private func leave(_ storage: any StoredList, _ configuration: DataSourceConfiguration = alone)
    throws
  {
    let list = try open(storage, configuration)
    _ = try list.enqueue(.emptySection)
    for number in 0..<Self.changeCount { _ = try list.enqueue(.insert("\(number)", at: number)) }
  }

  // MARK: Released and closed

  @Test func everythingThatAReleasedListAcceptedIsThereWhenItIsOpenedAgain() async throws {
    try await withStorages { storages in
      try leave(storages[0])
      let list = try open(storages[1])
      #expect(try list.snapshot.rows.sections.first?.items == Self.expected)
      _ = try await list.apply(.insert("next"))
      #expect(list.snapshot.revision == Self.changeCount + 2)
      await list.close()
    }
  }

  @Test func sharedListsHaveItAsWell() async throws {
    try await withStorages { storages in
      try leave(storages[0], .shared)
      let list = try open(storages[1], .shared)
      #expect(try list.snapshot.rows.sections.first?.items == Self.expected)
      await list.close()
    }
  }

  @Test func aListThatIsBeingClosedIsWaitedFor() async throws {
    try await withStorages { storages in
      let first = try open(storages[0])
      _ = try first.enqueue(.emptySection)
      for number in 0..<Self.changeCount {
        _ = try first.enqueue(.insert("\(number)", at: number))
      }
      async let closing: Void = first.close()
      // Refused as long as the first one has not heard of its closing.
      var second: TextList?
      while second == nil {
        do {
          second = try open(storages[1])
        } catch let error as StorageError {
          try #require(error.code == .inUse)
          await Task.yield()
        }
      }
      #expect(try second?.snapshot.rows.sections.first?.items == Self.expected)
      await closing
      await second?.close()
    }
  }

  @Test func aClosedListIsFreeAlsoWhileItIsHeld() async throws {
    try await withStorages { storages in
      let first = try open(storages[0])
      _ = try await first.apply(.section("a"))
      await first.close()
      let second = try open(storages[1])
      _ = try await second.apply(.insert("b"))
      #expect(try first.snapshot.rows == ListRows("a"))
      expectInUse(storages[0])
      await second.close()
    }
  }

  /// The stopped commit is that of a list that nothing but its queue holds.
  @Test func anOpeningWaitsForACommitThatRuns() async throws {
    try await withStorages { storages in
      let gated = GatedStorage(storages[0])
      let gate = gated.stop(.commit)
      func leaveOne() throws {
        _ = try open(IdentifiedStorage(gated, as: storages[0].access.identity)).enqueue(
          .section("a"))
      }
      try leaveOne()
      await gate.arrival()
      gate.open()
      let list = try open(storages[1])
      #expect(list.snapshot.revision == 1)
      await list.close()
    }
  }

  // MARK: In use

  @Test func aListThatIsUsedIsRefusedAndWorksOn() async throws {
    try await withStorages { storages in
      let first = try open(storages[0])
      _ = try await first.apply(.section("a"))
      let waiting = try (0..<100).map { try first.enqueue(.insert("\($0)")) }
      expectInUse(storages[1])
      for change in waiting { _ = try await change.value }
      expectInUse(storages[1])
      #expect(try await first.apply(.insert("b")).target.revision == 102)
      await first.close()
      let second = try open(storages[1])
      #expect(second.snapshot.revision == 102)
      await second.close()
    }
  }

  @Test func listsThatAreAllSharedAreOpenTogether() async throws {
    try await withStorages { storages in
      let first = try open(storages[0], .shared)
      let second = try open(storages[1], .shared)
      _ = try await first.apply(.section("a"))
      try await second.publishes(1)
      _ = try await second.apply(.insert("b"))
      try await first.publishes(2)
      #expect(try first.snapshot.rows == ListRows("ba"))
      expectInUse(storages[0])
      await first.close()
      expectInUse(storages[0])
      await second.close()
      let third = try open(storages[0])
      expectInUse(storages[1], .shared)
      await third.close()
    }
  }

  @Test func ofThreadsThatOpenAListAtOnceOneGetsIt() async throws {
    try await withStorages { storages in
      let opened = await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask { try? open(storages[number % 2]) }
        }
        return await group.reduce(into: [TextList]()) { opened, list in
          if let list { opened.append(list) }
        }
      }
      #expect(opened.count == 1)
      for list in opened { await list.close() }
    }
  }

  /// A generator cannot wait for the list that waits for it.
  @Test func aListCannotBeOpenedWhileItGenerates() async throws {
    try await withStorages { storages in
      let codes = Recorder<StorageError.Code?>()
      let list = try TextList(
        storage: storages[0], codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: Self.alone
      ) { text, _ in
        do {
          _ = try open(storages[1])
          codes.record(nil)
        } catch {
          codes.record((error as? StorageError)?.code)
        }
        return text
      }
      _ = try await list.apply(.section("a"))
      #expect(codes.values == [.inUse])
      await list.close()
    }
  }

  // MARK: What holds no list

  @Test func anOpeningThatFailsLeavesTheListFree() async throws {
    try await withStorages { storages in
      let gated = GatedStorage(storages[0])
      gated.faults.fail(.load)
      #expect(throws: StorageError.self) {
        try open(IdentifiedStorage(gated, as: storages[0].access.identity))
      }
      let list = try open(storages[1])
      await list.close()
    }
  }

  @Test func aListWhoseFileWasClosedIsFree() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let list = try open(#require(try store.list(named: "test")))
    _ = try await list.apply(.section("a"))
    try store.close()
    let other = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let second = try open(#require(try other.list(named: "test")))
    #expect(try await second.apply(.insert("b")).target.revision == 2)
    await second.close()
    await list.close()
  }

  @Test func otherListsOfTheFileAndReadersAreFree() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let list = try open(#require(try store.list(named: "test")))
    _ = try await list.apply(.section("a"))
    let other = try open(#require(try store.list(named: "other")))
    let reading = try SQLiteStore(
      path: folder.path(of: "list.sqlite"), configuration: SQLiteConfiguration(isReadOnly: true))
    let reader = try open(#require(try reading.list(named: "test", create: false)))
    #expect(reader.snapshot.revision == 1)
    for list in [list, other, reader] { await list.close() }
  }

  /// A link leads to the same file.
  @Test func aFileIsKnownByAllOfItsPaths() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let list = try open(#require(try store.list(named: "test")))
    let link = folder.path(of: "link.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path(of: "list.sqlite"))
    let other = try SQLiteStore(path: link)
    expectInUse(try #require(try other.list(named: "test")))
    await list.close()
  }
}
