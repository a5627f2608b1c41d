package import RosterCore
package import RosterEngine
import RosterStore
import RosterTestKit
package import RosterTestSupport
import Testing

#if Postgres
  import RosterPostgres
#endif

/// Lists of one store for a test.
package struct JointLists: Sendable {
  /// The store, in which a test can have joint commits stop and fail.
  package let store: GatedStore
  private let place: any StorePlace
  private let opened: OpenedStore

  private init(_ place: any StorePlace) throws {
    self.place = place
    opened = try place.open()
    store = GatedStore(opened.store)
  }

  /// Runs a test on lists in a file, then in memory, then on a server, if this machine has one. All rows
  /// must be sound in the end.
  package static func with(_ body: (JointLists) async throws -> Void) async throws {
    try await with(StoreInFile(), body)
    if ListFile.isOnFileOnly { return }
    try await with(StoreInMemory(), body)
    #if Postgres
      if PostgresServer.isInstalled {
        await Turns.onServer.take()
        do {
          try await with(StoreOnServer(), body)
        } catch {
          await Turns.onServer.giveBack()
          throw StorageTestFailure(place: "a server", error: error)
        }
        await Turns.onServer.giveBack()
      }
    #endif
  }

  private static func with(
    _ place: any StorePlace, _ body: (JointLists) async throws -> Void
  ) async throws {
    try await body(JointLists(place))
    #expect(try place.findings() == [])
  }

  /// Opens the storage of a list, in which a test can have other calls stop and fail.
  package func storage(_ name: String) throws -> GatedStorage {
    GatedStorage(store.place(try opened.list(name)))
  }

  package func open(
    _ name: String, _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ storage: (any ListStorage)? = nil,
    generate: @escaping @Sendable (String, GenerationContext) -> String = { text, _ in "<\(text)>" }
  ) throws -> TextList {
    try TextList(
      storage: try storage ?? self.storage(name), codec: FussyCodec(), sectionCodec: TextCodec(),
      configuration: configuration, generate: generate)
  }

  /// Opens the store once more, as another process does.
  package func openAgain() throws -> JointLists { try JointLists(place) }
}

/// A store with the function that opens its lists.
package struct OpenedStore: Sendable {
  package let store: any JointStorage
  package let list: @Sendable (_ name: String) throws -> any JournalStorage
}

/// Where the lists of a test are.
private protocol StorePlace: Sendable {
  /// Opens the store with a connection of its own.
  func open() throws -> OpenedStore

  /// What is wrong with the lists.
  func findings() throws -> [String]
}

private struct StoreInFile: StorePlace {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "lists.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  func open() throws -> OpenedStore {
    let store = try SQLiteStore(path: path)
    return OpenedStore(store: store) { try #require(try store.list(named: $0)) }
  }

  func findings() throws -> [String] { try SQLiteStore(path: path).check().map(\.description) }
}

private struct StoreInMemory: StorePlace {
  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory() }

  func open() -> OpenedStore {
    OpenedStore(store: store) { [store] in try #require(try store.list(named: $0)) }
  }

  func findings() throws -> [String] { try store.check().map(\.description) }
}

#if Postgres
  private struct StoreOnServer: StorePlace {
    private let configuration: PostgresConfiguration

    init() throws {
      let server = try #require(PostgresServer.shared, "PostgreSQL is installed, but did not start")
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      configuration.connectionCountMax = 4
      self.configuration = configuration
    }

    func open() throws -> OpenedStore {
      let store = try PostgresStore(configuration)
      return OpenedStore(store: store) { try #require(try store.list(named: $0)) }
    }

    func findings() throws -> [String] {
      try PostgresStore(configuration).findingsBesideRows().map(\.message)
    }
  }
#endif

extension ListSnapshot where Model == String, SectionModel == String {
  /// The items of all sections, in order.
  package var texts: [String] { get throws { try rows.sections.flatMap(\.items) } }
}
