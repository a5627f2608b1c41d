import GRDB
import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterStore
import RosterTestSupport
import Testing

@testable import RosterInspecting

typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>
typealias JSONChangeset = Changeset<JSONValue, JSONValue>

/// A list in a file that a data source writes, and its inspector, which has opened the file for
/// itself and only reads.
final class InspectedList {
  let folder: TemporaryFolder
  let storage: SQLiteList
  let list: JSONList
  let inspector: ListInspector
  var path: String { folder.path(of: "list.sqlite") }

  init(_ configuration: DataSourceConfiguration = DataSourceConfiguration()) throws {
    folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    storage = try #require(try SQLiteStore(path: path).list(named: "main"))
    list = try Self.open(storage, configuration)
    inspector = try Self.inspector(path)
  }

  static func open(
    _ storage: SQLiteList, _ configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws -> JSONList {
    try JSONList(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: configuration)
  }

  static func inspector(_ path: String, live: LiveList? = nil) throws -> ListInspector {
    let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
    return ListInspector(try #require(try store.list(named: "main", create: false)), live: live)
  }

  /// Applies a changeset.
  @discardableResult
  func apply(
    origin: String? = nil, group: String? = nil, states: [StateAssignment] = [],
    _ build: (inout JSONChangeset.Builder) -> Void = { _ in }
  ) throws -> JSONList.Batch {
    try list.applySynchronously(
      JSONChangeset { build(&$0) }, states: states,
      ChangeAnnotation(origin: origin, group: group))
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

  /// Writes the file behind the back of the list, as a person with a SQL shell or a failing disk
  /// does.
  func damage(_ sql: String) throws {
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
