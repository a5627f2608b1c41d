import GRDB
import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterInspecting

#if Postgres
  @testable import RosterPostgres
#endif

typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>
typealias JSONChangeset = Changeset<JSONValue, JSONValue>

/// Where lists are inspected.
enum InspectedPlace: String, CaseIterable, CustomTestStringConvertible {
  case file
  case server

  /// Those that this build and this machine have.
  static let all = allCases.filter { $0.missing == nil }

  /// Why there is no such place here, `nil` if there is one.
  var missing: Comment? {
    switch self {
    case .file: nil
    case .server: PostgresServer.missing.map { Comment(rawValue: $0) }
    }
  }

  var testDescription: String { rawValue }
}

/// A list that a data source writes, and its inspector, which has opened the file or the schema for
/// itself and only reads.
final class InspectedList {
  let storage: any InspectableStorage
  let list: JSONList
  let inspector: ListInspector
  /// The file or server, as messages name it.
  var place: String { storage.inspectableStore.place }
  /// The path of the file.
  var path: String { place }
  private let reopened: (_ isReadOnly: Bool) throws -> any InspectableStore

  init(
    _ place: InspectedPlace = .file, _ configuration: DataSourceConfiguration = .init()
  ) throws {
    reopened = try Self.makePlace(place)
    storage = try #require(try reopened(false).inspectableList(named: "main"))
    list = try Self.open(storage, configuration)
    let store = try reopened(true)
    inspector = ListInspector(try #require(try store.inspectableList(named: "main")))
  }

  /// Makes an empty list.
  ///
  /// - Returns: What opens its file or schema; it keeps the folder of the file.
  private static func makePlace(
    _ place: InspectedPlace
  ) throws -> (_ isReadOnly: Bool) throws -> any InspectableStore {
    switch place {
    case .file:
      let folder = try TemporaryFolder()
      let path = folder.path(of: "list.sqlite")
      _ = try SQLiteStore(path: path).list(named: "main")
      return { isReadOnly in
        try withExtendedLifetime(folder) {
          try SQLiteStore(
            path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
        }
      }
    case .server:
      #if Postgres
        let server = try #require(PostgresServer.shared)
        var configuration = PostgresConfiguration(server.connection)
        configuration.schema = server.newSchema()
        _ = try PostgresStore(configuration).list(named: "main")
        return { [configuration] isReadOnly in
          var configuration = configuration
          configuration.isReadOnly = isReadOnly
          return try PostgresStore(configuration)
        }
      #else
        throw StorageError(.failed, "built without the trait Postgres")
      #endif
    }
  }

  static func open(
    _ storage: any JournalStorage, _ configuration: DataSourceConfiguration = .init()
  ) throws -> JSONList {
    try JSONList(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: configuration)
  }

  static func inspector(_ path: String, live: LiveList? = nil) throws -> ListInspector {
    let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
    return ListInspector(try #require(try store.list(named: "main", create: false)), live: live)
  }

  /// Opens the list a second time, as another process does.
  func openAgain() throws -> JSONList {
    try Self.open(
      IdentifiedStorage(try #require(try reopened(false).inspectableList(named: "main"))))
  }

  /// Applies a changeset.
  @discardableResult
  func apply(
    origin: String? = nil, group: String? = nil, undo: UndoScope = .standard,
    states: [StateAssignment] = [],
    _ build: (inout JSONChangeset.Builder) -> Void = { _ in }
  ) throws -> JSONList.Batch {
    try list.applySynchronously(
      JSONChangeset { build(&$0) }, states: states,
      ChangeAnnotation(origin: origin, group: group, undo: undo))
  }

  /// Applies random changesets that are valid, with models that differ.
  @discardableResult
  func applyRandom(_ count: Int, seed: UInt64) throws -> [JSONList.Batch] {
    var changesets = RandomChangesets(seed: seed)
    return try (0..<count).map { number in
      let parts = changesets.valid(for: list.snapshot.state.itemCounts)
      let changeset = JSONChangeset { builder in
        func model(_ name: String, _ path: ItemPath) -> JSONValue {
          ["name": .string("\(number).\(name)\(path.section).\(path.item)")]
        }
        for path in parts.updatedItems { builder.updateItem(at: path, model("u", path)) }
        for path in parts.removedItems { builder.removeItem(at: path) }
        for move in parts.movedItems { builder.moveItem(from: move.source, to: move.target) }
        for path in parts.insertedItems { builder.insertItem(model("i", path), at: path) }
        for index in parts.updatedSections {
          builder.updateSection(at: index, .string("\(number)u"))
        }
        for index in parts.removedSections { builder.removeSection(at: index) }
        for move in parts.movedSections {
          builder.moveSection(from: move.source, to: move.target)
        }
        for index in parts.insertedSections {
          builder.insertSection(at: index, .string("\(number)i"))
        }
      }
      return try list.applySynchronously(changeset)
    }
  }

  /// Writes the file or schema behind the back of the list, as a person with a SQL shell or a failing
  /// disk does.
  func damage(_ sql: String) throws {
    #if Postgres
      if let store = storage.inspectableStore as? PostgresStore {
        return try store.write { $0.add(sql) }
      }
    #endif
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  /// Answers a question that must have an answer.
  func ask(_ question: String, _ query: [String: String] = [:]) throws -> JSONValue {
    try inspector.ask(question, query)
  }
}

extension ListInspector {
  func ask(_ question: String, _ query: [String: String] = [:]) throws -> JSONValue {
    .object(try answer(question.split(separator: "/").map(String.init), query))
  }

  /// Asks as a server does, and returns the status and the answer.
  func respond(
    _ question: String, _ query: [String: String] = [:], _ method: SiteRequest.Method = .get
  ) async throws -> (status: Int, json: JSONValue) {
    let path = ["inspect", "main", "api"] + question.split(separator: "/").map(String.init)
    let response = await respond(to: SiteRequest(method: method, path: path, query: query))
    #expect(response.contentType == "application/json; charset=utf-8")
    return (response.status, try JSONParser().parse(response.body))
  }
}

extension JSONValue {
  subscript(index: Int) -> JSONValue? {
    arrayValue.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  var count: Int { arrayValue?.count ?? -1 }

  /// The numbers of an array.
  var numbers: [Int] { (arrayValue ?? []).compactMap(\.intValue) }
}

func scope(_ name: String) -> ScopePath { ScopePath([ScopeKey(typeName: name)]) }

func state(_ text: String) -> StoredState { StoredState(value: .text(text)) }
