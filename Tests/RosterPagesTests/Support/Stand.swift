import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>
typealias JSONChange = Changeset<JSONValue, JSONValue>

/// A site with one list of JSON models in a file, which can be opened again.
final class Stand {
  private let folder: TemporaryFolder
  private var store: SQLiteStore
  private(set) var list: JSONList
  private(set) var site: ListSite
  private let allowsEdits: Bool
  /// Stops what reads the list, until the server is started again; `nil` if nothing is stopped.
  let gated: GatedStorage?

  init(allowsEdits: Bool = false, isGated: Bool = false) throws {
    self.allowsEdits = allowsEdits
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    gated = isGated ? GatedStorage(try #require(try store.list(named: "test"))) : nil
    list = try Self.open(store, gated)
    site = ListSite()
    site.add(list, named: "test", title: "A <list>", allowsEdits: allowsEdits)
  }

  private static func open(_ store: SQLiteStore, _ gated: GatedStorage? = nil) throws -> JSONList {
    let storage = try #require(try store.list(named: "test"))
    return try JSONList(
      storage: gated ?? storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
  }

  /// Ends the server, and starts it again.
  func restart() async throws {
    site.close()
    await list.close()
    try store.close()
    store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    list = try Self.open(store)
    site = ListSite()
    site.add(list, named: "test", title: "A <list>", allowsEdits: allowsEdits)
  }

  func close() async {
    site.close()
    await list.close()
  }

  var feed: ListFeed {
    get throws { try #require(site.list(named: "test")).feed }
  }

  /// Waits until all sessions have been told of what the list has published.
  func settle() async throws { try await feed.hasTold(list.snapshot.revision) }

  @discardableResult
  func apply(_ change: JSONChange) async throws -> JSONList.Batch {
    let batch = try await list.apply(change)
    try await settle()
    return batch
  }

  /// Fills the list with sections of so many items.
  func fill(_ counts: [Int], prefix: String = "") async throws {
    try await apply(
      JSONChange { changes in
        for (section, count) in counts.enumerated() {
          changes.insertSection(at: section, ["name": .string("\(prefix)section \(section)")])
          changes.insertItems(
            (0..<count).map { ["text": .string("\(prefix)\(section).\($0)")] },
            at: ItemPath(section: section, item: 0))
        }
      })
  }

  func connect(
    first: Int = 0, count: Int = 20, revision: Int? = nil,
    place: (key: String, slot: Int)? = nil, query: JSONValue? = nil,
    folded: JSONValue? = nil
  ) throws -> Client {
    let session = try site.openSession(at: ["lists", "test", "feed"])
    let client = Client(try #require(session as? ListSession))
    var hello: JSONObject = [
      "hello": [1], "first": .number(Double(first)), "count": .number(Double(count)),
    ]
    if let revision { hello["revision"] = .number(Double(revision)) }
    if let place {
      hello["place"] = ["key": .string(place.key), "slot": .number(Double(place.slot))]
    }
    hello["query"] = query
    hello["folded"] = folded
    try client.send(.object(hello))
    return client
  }
}

/// A client with its page.
final class Client {
  let session: ListSession
  var page = ModelPage()
  private(set) var greeting: JSONValue = .null
  private(set) var answers: [JSONValue] = []
  /// What the page was told of its queries.
  var queries: [JSONValue] = []
  private(set) var updates: [JSONValue] = []
  private(set) var byteCounts: [Int] = []
  private(set) var isOver = false

  init(_ session: ListSession) { self.session = session }

  func send(_ message: JSONValue) throws(PageError) {
    try session.receive(message.bytes)
  }

  func shown() throws { try send(["shown": .number(Double(page.number))]) }

  /// Takes what is there to be sent.
  ///
  /// - Parameter acknowledges: Whether each update is acknowledged at once.
  func take(acknowledges: Bool = true) async throws {
    while !session.hasNothingToSend {
      try await takeOne()
      if acknowledges, page.number > 0 { try shown() }
    }
  }

  /// Waits for one message.
  func takeOne() async throws {
    guard let bytes = await session.nextMessage() else {
      isOver = true
      return
    }
    let message = try JSONParser().parse(bytes)
    if message["roster"] != nil {
      greeting = message
    } else if message["update"] != nil {
      try page.apply(message)
      updates.append(message)
      byteCounts.append(bytes.count)
    } else if message["query"] != nil {
      queries.append(message)
    } else {
      answers.append(message)
    }
  }

  /// Asks a question, and waits for its answer.
  func ask(_ id: Int, _ question: JSONObject) async throws -> JSONValue {
    try send(.object(question.merging(["id": .number(Double(id))])))
    return try await answer(to: id)
  }

  /// Waits for the answer to a question.
  ///
  /// - Parameter isLast: Returns whether an answer ends the question.
  func answer(
    to id: Int, isLast: (JSONValue) -> Bool = { $0["searching"] == nil }
  ) async throws -> JSONValue {
    while !isOver {
      if let index = answers.firstIndex(where: { $0["id"]?.intValue == id && isLast($0) }) {
        return answers.remove(at: index)
      }
      try await takeOne()
    }
    return .null
  }
}

extension ChangesetParts {
  /// The changeset, in which every model is an object of its own.
  func jsonChangeset(models prefix: String) -> JSONChange {
    let changeset = changeset(models: prefix)
    return JSONChange { changes in
      for (path, model) in changeset.updatedItems {
        changes.updateItem(at: path, ["text": .string(model)])
      }
      for path in removedItems { changes.removeItem(at: path) }
      for move in movedItems { changes.moveItem(from: move.source, to: move.target) }
      for (path, model) in changeset.insertedItems {
        changes.insertItem(["text": .string(model)], at: path)
      }
      for (index, model) in changeset.updatedSections {
        changes.updateSection(at: index, model.map { ["name": .string($0)] })
      }
      for index in removedSections { changes.removeSection(at: index) }
      for move in movedSections { changes.moveSection(from: move.source, to: move.target) }
      for (index, model) in changeset.insertedSections {
        changes.insertSection(at: index, model.map { ["name": .string($0)] })
      }
    }
  }
}
