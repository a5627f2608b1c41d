import Foundation
import RosterCore
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport
package import Testing

#if Postgres
  import RosterPostgres
#endif

/// Where the list of a test is.
protocol ListPlace: Sendable {
  /// What failures name.
  var name: String { get }

  /// Waits until the test may begin.
  func begin() async

  func end() async

  /// Opens the list with a connection of its own.
  func openStorage() throws -> any JournalStorage

  /// Opens a list of this place twice, as one process does: with one connection, or with two.
  func openTwice(withOneConnection isOne: Bool) throws -> [any JournalStorage]

  /// What is wrong with the list.
  func findings() throws -> [String]
}

/// Keeps the lists of a test in files: it is about what has nothing to do with the storage, counts what
/// happens once a list, or decides itself which job runs when.
package struct FileOnly: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await ListFile.$isOnFileOnly.withValue(true) { try await function() }
  }
}

extension Trait where Self == FileOnly {
  package static var fileOnly: FileOnly { FileOnly() }
}

/// The failure of a test, with the storage on which it failed.
struct StorageTestFailure: Error, CustomStringConvertible {
  let place: String
  let error: any Error

  var description: String { "on \(place): \(error)" }
}

/// A database file in a folder of its own.
struct FilePlace: ListPlace {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "list.sqlite") }
  let name = "a file"

  init() throws { folder = try TemporaryFolder() }

  func begin() {}

  func end() {}

  func openStorage() throws -> any JournalStorage {
    try #require(try SQLiteStore(path: path).list(named: "test"))
  }

  func openTwice(withOneConnection isOne: Bool) throws -> [any JournalStorage] {
    let store = try SQLiteStore(path: path)
    let other = isOne ? store : try SQLiteStore(path: path)
    return try [store, other].map { try #require(try $0.list(named: "test")) }
  }

  func findings() throws -> [String] { try SQLiteStore(path: path).check().map(\.description) }
}

/// A list in a store in memory.
struct MemoryStorePlace: ListPlace {
  private let store: SQLiteStore
  let name = "a store in memory"

  init() throws { store = try SQLiteStore.inMemory() }

  func begin() {}

  func end() {}

  func openStorage() throws -> any JournalStorage { try #require(try store.list(named: "test")) }

  /// The store has one connection.
  func openTwice(withOneConnection isOne: Bool) throws -> [any JournalStorage] {
    [try openStorage(), try openStorage()]
  }

  func findings() throws -> [String] { try store.check().map(\.description) }
}

/// The model of a list, in memory.
struct MemoryPlace: ListPlace {
  private let list = MemoryList()
  let name = "memory"

  func begin() {}

  func end() {}

  func openStorage() -> any JournalStorage { list.openedAgain() }

  func openTwice(withOneConnection isOne: Bool) -> [any JournalStorage] {
    let identity = StoredListIdentity(
      place: "memory, \(ObjectIdentifier(list))", number: 1, name: "the list in memory"
    ) { false }
    return [list, isOne ? list : list.openedAgain()].map { IdentifiedStorage($0, as: identity) }
  }

  func findings() throws -> [String] { try list.findings() }
}

#if Postgres
  /// A list on the server of the tests.
  struct ServerPlace: ListPlace {
    private let configuration: PostgresConfiguration
    private let list: String
    let name = "a server"

    init() throws {
      let server = try #require(PostgresServer.shared, "PostgreSQL is installed, but did not start")
      var configuration = PostgresConfiguration(server.connection)
      configuration.connectionCountMax = 2
      self.configuration = configuration
      list = server.newSchema()
    }

    /// A server has a number of connections.
    func begin() async { await Turns.onServer.take() }

    func end() async { await Turns.onServer.giveBack() }

    func openStorage() throws -> any JournalStorage {
      try #require(try PostgresStore(configuration).list(named: list))
    }

    func openTwice(withOneConnection isOne: Bool) throws -> [any JournalStorage] {
      let store = try PostgresStore(configuration)
      let other = isOne ? store : try PostgresStore(configuration)
      return try [store, other].map { try #require(try $0.list(named: list)) }
    }

    /// The list can be read, forwards and backwards.
    func findings() throws -> [String] {
      let storage = try openStorage()
      var state = try storage.load()
      let oldest = try storage.oldestRevision()
      let entries = try storage.journal(after: oldest, limit: .max)
      for entry in entries.reversed() { state = try state.reverting(entry.record) }
      for entry in entries { state = try state.replaying(entry.record).target }
      let stored = try storage.load()
      let isSame = try (0..<stored.sectionCount).allSatisfy {
        try stored.itemIDs(inSection: $0) == state.itemIDs(inSection: $0)
      }
      return isSame && stored.sectionIDs == state.sectionIDs
        ? [] : ["the journal, replayed, gives another list"]
    }
  }

  /// Lets some tests go on at a time.
  actor Turns {
    static let onServer = Turns(countMax: 6)

    private var count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(countMax: Int) { count = countMax }

    func take() async {
      if count > 0 {
        count -= 1
      } else {
        await withCheckedContinuation { waiting.append($0) }
      }
    }

    func giveBack() {
      if waiting.isEmpty { count += 1 } else { waiting.removeFirst().resume() }
    }
  }
#endif

@Suite("Storages of the engine's tests")
struct ListPlaceTests {
  private static let missing = PostgresServer.missing.map { Comment(rawValue: $0) }

  /// Skipped, with the reason, where the suites run on files only.
  @Test(.disabled(if: Self.missing != nil, Self.missing))
  func listsOnPostgreSQLAreTested() async throws {
    var names: [String] = []
    try await ListFile.withList { list, file in
      try await list.apply(.section("a"))
      names.append("\(try file.storedRevision())")
    }
    #expect(names == ["1", "1", "1", "1"])
  }
}
