import RosterCore
import RosterEngine
import RosterInspecting
import RosterJSON
import RosterPages
import RosterStore
import RosterTestKit
import RosterTestSupport

/// Pages say whatever they want: the session answers what it understands, and ends at the rest.
enum PageFuzzing {
  private typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>

  // MARK: Messages

  /// Each line is a message, except for those that begin with an exclamation mark, which change the list.
  static func runMessages(_ bytes: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    guard let storage = try SQLiteStore(path: folder.path(of: "list.sqlite")).list(named: "main")
    else { throw FuzzFinding("there is no list") }
    let list = try JSONList(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    for section in 0..<3 { try list.applySynchronously(insertion(of: 12, inSection: section)) }
    let site = ListSite()
    site.add(list, named: "main", allowsEdits: true)
    guard let session = try site.openSession(at: ["lists", "main", "feed"]) as? ListSession else {
      throw FuzzFinding("the session of a list is none")
    }
    var page = FuzzedPage()
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.first == UInt8(ascii: "!") {
        var input = FuzzInput(Array(line.dropFirst()))
        try await change(list, session, &input)
      } else {
        try receive(Array(line), session, &page)
      }
      try await page.read(session)
      if page.isOver { break }
    }
    session.close()
    let last = await session.nextMessage()
    try FuzzFinding.require(last == nil, "a closed session goes on")
    site.close()
    await list.close()
    withExtendedLifetime(folder) {}
  }

  private static func receive(
    _ line: [UInt8], _ session: ListSession, _ page: inout FuzzedPage
  ) throws {
    do throws(PageError) {
      try session.receive(line)
    } catch {
      try FuzzFinding.require(
        !error.message.isEmpty && error.message.utf8.count < 1_000, "\(error)")
      page.isRefused = true
    }
  }

  private static func insertion(
    of count: Int, inSection section: Int
  ) -> Changeset<JSONValue, JSONValue> {
    Changeset {
      $0.insertSection(at: section, ["name": .string("section \(section)")])
      $0.insertItems(
        (0..<count).map { ["text": .string("\(section).\($0)")] },
        at: ItemPath(section: section, item: 0))
    }
  }

  /// Changes the list, and waits until the session knows of it.
  private static func change(
    _ list: JSONList, _ session: ListSession, _ input: inout FuzzInput
  ) async throws {
    let snapshot = list.snapshot
    let sections = (0..<snapshot.sectionCount).filter { snapshot.itemCount(inSection: $0) > 0 }
    func path(_ input: inout FuzzInput) -> ItemPath {
      let section = input.element(of: sections)
      return ItemPath(
        section: section, item: input.index(below: snapshot.itemCount(inSection: section)))
    }
    do {
      if sections.isEmpty {
        try await list.apply(insertion(of: 8, inSection: 0))
      } else {
        let (choice, path, target) = (input.byte() % 4, path(&input), path(&input))
        let value = JSONValue.string("changed \(input.byte())")
        try await list.apply(
          Changeset {
            switch choice {
            case 0: $0.insertItem("new", at: path)
            case 1: $0.removeItem(at: path)
            case 2: $0.updateItem(at: path, value)
            default: $0.moveItem(from: path, to: target)
            }
          })
      }
    } catch is DataSourceError {
      // The target of the move is one too far in its own section.
    }
    await session.hasFollowed(to: list.snapshot.revision)
  }

  // MARK: Requests

  /// The first byte chooses the method, the rest is the target of a request.
  static func runRequest(_ bytes: [UInt8]) async throws {
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    guard let target = RequestTarget(text) else { return }
    for name in target.path {
      let isPlain = name.unicodeScalars.allSatisfy {
        $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
      }
      try FuzzFinding.require(
        isPlain && !name.isEmpty && name != "." && name != "..", "\(text) has \(name)")
    }
    let again = "/" + target.path.map(\.percentEncoded).joined(separator: "/")
    try FuzzFinding.require(
      RequestTarget(again)?.path == target.path, "\(target.path) is not \(again)")
    let inspected = try await InspectedFile.shared
    let isPost = (bytes.first ?? 0) & 1 == 1
    let response = await inspected.site.respond(
      to: SiteRequest(
        method: isPost ? .post : .get, path: target.path, query: target.query,
        body: isPost ? bytes : []))
    try FuzzFinding.require(
      [200, 303, 400, 404, 405, 410, 413, 503].contains(response.status),
      "\(response.status): \(String(decoding: response.body.prefix(400), as: UTF8.self))")
    try FuzzFinding.require(response.body.count < 1 << 20, "\(response.body.count) bytes")
    if response.contentType.hasPrefix("application/json") {
      _ = try JSONParser().parse(response.body)
    }
  }

  /// A list with some revisions, and the site that answers for it.
  private final class InspectedFile: Sendable {
    let site = ListSite()
    private let folder: TemporaryFolder

    /// Made once, since inspectors only read.
    static let making = Task { try InspectedFile() }

    static var shared: InspectedFile { get async throws { try await making.value } }

    private init() throws {
      folder = try TemporaryFolder()
      let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
      guard let storage = try store.list(named: "main") else {
        throw FuzzFinding("there is no list")
      }
      let list = try JSONList(
        storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
      for section in 0..<3 {
        try list.applySynchronously(PageFuzzing.insertion(of: 12, inSection: section))
      }
      let top = ItemPath(section: 0, item: 0)
      try list.applySynchronously(
        Changeset {
          $0.moveItem(from: ItemPath(section: 1, item: 3), to: top)
          $0.removeItem(at: ItemPath(section: 2, item: 0))
        })
      site.add(list, named: "main")
      site.inspect(store) { $0 == "main" ? LiveList(plain: list) : nil }
    }
  }
}

/// What a page may rely on, whatever it says.
private struct FuzzedPage {
  var isRefused = false
  private(set) var isOver = false
  private var isGreeted = false
  private var updateCount = 0
  /// The keys of the window.
  private var rows: [String] = []

  /// Reads what there is to read.
  mutating func read(_ session: ListSession) async throws {
    while !isOver, !session.hasNothingToSend {
      guard let bytes = await session.nextMessage() else {
        isOver = true
        return
      }
      try FuzzFinding.require(bytes.count <= 2 << 20, "a message has \(bytes.count) bytes")
      let message = try JSONParser().parse(bytes)
      if message["error"] != nil {
        try FuzzFinding.require(isRefused, "\(message.canonicalText) without a reason")
        let next = await session.nextMessage()
        try FuzzFinding.require(next == nil, "something follows an error")
        isOver = true
      } else if message["roster"] != nil {
        try FuzzFinding.require(!isGreeted, "a second greeting")
        isGreeted = true
      } else if message["update"] != nil {
        try take(message)
      } else {
        let isKnown = message["id"] != nil || message["query"] != nil
        try FuzzFinding.require(isGreeted && isKnown, message.canonicalText)
      }
    }
  }

  private mutating func take(_ update: JSONValue) throws {
    updateCount += 1
    guard update["update"]?.intValue == updateCount, let parts = update["rows"]?.arrayValue,
      let first = update["first"]?.intValue, let slots = update["slots"]?.intValue
    else { throw FuzzFinding("update \(updateCount) is \(update.canonicalText)") }
    var next: [String] = []
    for part in parts {
      if let run = part.arrayValue {
        guard run.count == 2, let start = run[0].intValue, let count = run[1].intValue else {
          throw FuzzFinding("\(part.canonicalText) is no run")
        }
        try FuzzFinding.require(
          start >= 0 && count > 0 && start + count <= rows.count, "no such run in \(parts)")
        next += rows[start..<start + count]
      } else if let key = part["key"]?.stringValue {
        next.append(key)
      } else {
        throw FuzzFinding("\(part.canonicalText) is no row")
      }
    }
    try FuzzFinding.require(Set(next).count == next.count, "a row is there twice: \(next)")
    try FuzzFinding.require(
      first >= 0 && first + next.count <= slots && next.count <= 1_000,
      "\(next.count) rows at \(first) of \(slots)")
    rows = next
  }
}
