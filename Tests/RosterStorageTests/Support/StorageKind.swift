import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The storages that must keep lists in the same way.
enum StorageKind: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case memoryStore
  case file
  /// The database of an application that has tables of the same names.
  case application
  case postgres

  /// Those that this build and this machine have. `StorageKindTests` tells which are missing.
  static let all = allCases.filter { $0.missing == nil }

  /// Those of which an opened list reads its pages later, when another writer may have changed them.
  /// The model of a list in memory has the pages of its revision from the beginning.
  static let persistent = all.filter { $0 != .memory }

  /// Why there is no such storage here, `nil` if there is one.
  var missing: Comment? {
    switch self {
    case .memory, .memoryStore, .file, .application: nil
    case .postgres: PostgresServer.missing.map { Comment(rawValue: $0) }
    }
  }

  var testDescription: String { rawValue }
}

/// Lists in a place that goes with the test, which can be closed and opened again.
protocol TemporaryStorage: AnyObject {
  /// Opens a list, and creates it if it does not exist.
  ///
  /// - Parameter pageSizes: How many items the pages of a new list have, where it has pages.
  func list(_ name: String, _ pageSizes: PageSizes) throws -> any JournalStorage

  /// Closes the place and opens it again.
  func reopen() throws

  /// Opens a list a second time, as another process does.
  func listOfAnotherWriter(_ name: String) throws -> any JournalStorage

  /// The number of rows that a table has of a list.
  func rowCount(_ table: StateRows, of name: String) throws -> Int

  /// What is wrong with the rows of all lists.
  func findings() throws -> [String]
}

/// A table with states or before-images of states.
enum StateRows: String {
  case state
  case history = "state_history"
}

extension TemporaryStorage {
  func list(_ name: String = "main") throws -> any JournalStorage { try list(name, .standard) }
}

/// Runs a test with lists in a place of some kind; in the end all their rows must be sound.
///
/// - Parameter clock: The time that commits record, `nil` for that of the machine.
func withStorage(
  _ kind: StorageKind, clock: (@Sendable () -> Int)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (any TemporaryStorage) throws -> Void
) throws {
  let storage = try kind.makeStorage(clock)
  try body(storage)
  #expect(try storage.findings() == [], sourceLocation: sourceLocation)
}

/// Runs a test with a list to which five revisions have each added an item.
func withListAtRevision5(
  _ kind: StorageKind, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (any JournalStorage) throws -> Void
) throws {
  try withStorage(kind, sourceLocation: sourceLocation) { temporary in
    let list = try temporary.list()
    var state = try list.commit(newSection(["a"]), on: list.load())
    for item in 1...4 {
      state = try list.commit(
        Changeset { $0.insertItem("\(item)", at: ItemPath(section: 0, item: item)) }, on: state)
    }
    try body(list)
  }
}

extension StorageKind {
  func makeStorage(_ clock: (@Sendable () -> Int)?) throws -> any TemporaryStorage {
    switch self {
    case .memory: return TemporaryMemory(clock)
    case .memoryStore: return try TemporaryMemoryStore(clock)
    case .file: return try TemporaryFile(clock)
    case .application: return try TemporaryApplication(clock)
    case .postgres:
      #if Postgres
        return try TemporarySchema(clock)
      #else
        throw StorageError(.failed, "built without the trait Postgres")
      #endif
    }
  }
}

@Suite("Storages that are tested")
struct StorageKindTests {
  /// Skipped, with the reason, where the suites below run without a storage.
  @Test(.disabled(if: StorageKind.postgres.missing != nil, StorageKind.postgres.missing))
  func listsOnPostgreSQLAreTested() { #expect(StorageKind.all.contains(.postgres)) }
}
