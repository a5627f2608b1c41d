import Roster
import RosterDerived
import RosterTesting
import Testing

@Suite("Faulty store") struct FaultyStoreTests {
  private typealias List = ListDataSource<String, String, Never>

  private static func open(_ store: FaultyStore, _ name: String = "a") throws -> List {
    try List(.stored(store.list(named: name)))
  }

  private static func isStorage(_ error: (any Error)?, _ code: StorageError.Code) -> Bool {
    guard case .storage(let storage)? = error as? DataSourceError else { return false }
    return storage.code == code
  }

  @Test func aCommitFailsAndTheListStaysAsItWas() async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let list = try Self.open(store)
    try await list.change { _, change in try change.append("one") }
    store.fail(.commit, with: StorageError(.full, "the disk is full"))
    let error = await #expect(throws: DataSourceError.self) {
      try await list.change { _, change in try change.append("two") }
    }
    #expect(Self.isStorage(error, .full))
    #expect(try list.snapshot.models() == ["one"])
    await list.close()
    let reopened = try Self.open(store)
    #expect(try reopened.snapshot.models() == ["one"])
    await reopened.close()
  }

  /// An error behind a commit is an answer that is lost: the list finds the change, and goes on. A process that ends does
  /// not.
  @Test(arguments: FaultyStore.Moment.allCases)
  func aCrashEndsEverything(moment: FaultyStore.Moment) async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let list = try Self.open(store)
    store.fail(.commit, .after)
    try await list.change { _, change in try change.append("one") }
    store.crash(moment, skipping: 1)
    try await list.change { _, change in try change.append("two") }
    for text in ["three", "four"] {
      await #expect(throws: DataSourceError.self) {
        try await list.change { _, change in try change.append(text) }
      }
    }
    await list.close()
    #expect(throws: StorageError.self) { try Self.open(store) }
    #expect(!store.isHealthy)
    store.heal()
    let reopened = try Self.open(store)
    #expect(
      try reopened.snapshot.models() == ["one", "two"] + (moment == .after ? ["three"] : []))
    await reopened.close()
  }

  @Test func aBusyFileSuspendsNothing() async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let list = try Self.open(store)
    store.fail(.commit, skipping: 1, with: StorageError(.busy, "another connection writes"))
    try await list.change { _, change in try change.append("one") }
    let error = await #expect(throws: DataSourceError.self) {
      try await list.change { _, change in try change.append("two") }
    }
    #expect(Self.isStorage(error, .busy))
    #expect(store.isHealthy)
    try await list.change { _, change in try change.append("three") }
    #expect(try list.snapshot.models() == ["one", "three"])
    await list.close()
  }

  /// A change of several lists is in all of them or in none, before its commit and after.
  @Test(arguments: FaultyStore.Moment.allCases)
  func aChangeOfSeveralListsFailsWhole(moment: FaultyStore.Moment) async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let (one, other) = (try Self.open(store, "a"), try Self.open(store, "b"))
    store.fail(.commit, moment)
    _ = try? await store.change(one, other) { one, other in
      try one.append("x")
      try other.append("x")
    }
    await one.close()
    await other.close()
    for name in ["a", "b"] {
      let list = try Self.open(store, name)
      #expect(try list.snapshot.models() == (moment == .after ? ["x"] : []))
      await list.close()
    }
  }

  /// A list of the store finds by key, searches, reads earlier revisions, and is derived from, as one without faults.
  @Test func aListDoesWhatItDoesWithoutFaults() async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let list = try ListDataSource<String, String, Never>(
      .stored(store.list(named: "a")), key: { $0 })
    try await list.change { _, change in try change.append(contentsOf: ["one two", "three"]) }
    #expect(try list.snapshot.item(key: "three")?.path.item == 1)
    #expect(try list.snapshot(at: 0).itemCount == 0)
    try list.applySynchronously(.undo())
    try list.applySynchronously(.redo())
    let found = try list.derived("found", version: "1").search("tw") { [$0] }.open()
    try await found.bringUpToDate()
    #expect(try found.list.snapshot.models() == ["one two"])
    await found.close()
    await list.close()
  }

  /// A derived list that could not follow tries again when the clock of the schedule says so.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aDerivedListFollowsAfterAFault(seed: UInt64) throws {
    let schedule = SeededSchedule(seed: seed)
    try schedule.run {
      let store = FaultyStore(try SQLiteStore.inMemory())
      let list = try Self.open(store)
      let derived = try list.derived("long", version: "1").where { $0.count > 3 }.open()
      try await derived.bringUpToDate()
      try await list.change { _, change in try change.append("one") }
      // The second commit from here on is that of the derived list, unless it follows both changes at once.
      store.fail(.commit, skipping: 1, count: 2, with: StorageError(.busy, "another one writes"))
      _ = try? await list.change { _, change in try change.append("three") }
      _ = try? await list.change { _, change in try change.append("four") }
      try await schedule.clock.sleep(for: .seconds(60))
      #expect(store.isHealthy)
      #expect(derived.failure == nil)
      #expect(try derived.list.snapshot.models() == list.snapshot.models().filter { $0.count > 3 })
      await derived.close()
      await list.close()
    }
  }
}
