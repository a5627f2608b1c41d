import RosterConcurrency
import RosterCore
import RosterEngine
import RosterJSON
import RosterNavigation
import RosterStore
import RosterTestKit
import Testing

@testable import RosterPages

/// The pages of an application with albums.
enum AlbumRoute: RoutePath {
  case albums
  case album(Int)
  case photo(Int)
  case help
  /// A page whose list cannot be opened.
  case broken

  func segments(above page: AlbumRoute?) -> [String] {
    switch self {
    case .albums: ["albums"]
    case .album(let number): ["\(number)"]
    case .photo(let number): ["photo", "\(number)"]
    case .help: ["help"]
    case .broken: ["broken"]
    }
  }

  static func read(
    _ segments: inout ArraySlice<String>, above page: AlbumRoute?
  ) -> AlbumRoute? {
    switch segments.popFirst() {
    case "albums": .albums
    case "help": .help
    case "broken": .broken
    case "photo": segments.popFirst().flatMap { Int($0) }.map { .photo($0) }
    case let text?: Int(text).map { .album($0) }
    case nil: nil
    }
  }

  static let tabs = [
    NavigationTab("albums", root: AlbumRoute.albums), NavigationTab("help", root: AlbumRoute.help),
  ]
}

/// A site that shows the pages of a navigator, each with a list of its own, in a file that can be opened
/// again.
final class NavigationStand {
  /// The lists that are open, by name.
  final class OpenLists: Sendable {
    private let names = Guarded<[String]>([])

    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
    func remove(_ name: String) {
      names.withLock { names in names.firstIndex(of: name).map { _ = names.remove(at: $0) } }
    }
  }

  private let folder: TemporaryFolder
  private(set) var store: SQLiteStore
  private(set) var navigator: Navigator<AlbumRoute>
  private(set) var site = ListSite(title: "Albums")
  let open = OpenLists()

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path(of: "albums.sqlite"))
    navigator = try Self.navigator(store)
    show()
  }

  private static func navigator(_ store: SQLiteStore) throws -> Navigator<AlbumRoute> {
    let storage = try #require(try store.list(named: "navigation"))
    return try Navigator(
      NavigationList<AlbumRoute>(
        storage: storage, codec: JSONModelCodec(), sectionCodec: JSONModelCodec()),
      tabs: AlbumRoute.tabs)
  }

  private func show() {
    site.show(navigator) { [store, open] page in
      guard page.route != .broken else { throw StorageError(.failed, "it is broken") }
      let name = "\(page.route)"
      let storage = try #require(try store.list(named: name))
      // A page can be open twice, and both follow each other.
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let list = try JSONList(
        storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
        configuration: configuration)
      if list.snapshot.sectionCount == 0 {
        try list.applySynchronously(
          JSONChange { changes in
            changes.insertSection(at: 0, nil)
            changes.insertItems(
              (0..<3).map { ["text": .string("\(name) \($0)")] }, at: ItemPath(section: 0, item: 0))
          })
      }
      open.add(name)
      return SitePage(list, title: name) {
        await list.close()
        open.remove(name)
      }
    }
  }

  /// Ends the server, and starts it again.
  func restart() async throws {
    await close()
    store = try SQLiteStore(path: folder.path(of: "albums.sqlite"))
    navigator = try Self.navigator(store)
    site = ListSite(title: "Albums")
    show()
  }

  func close() async {
    await site.closePages()
    await navigator.list.close()
    try? store.close()
  }
}

/// A window of a browser with its page: the history moves some time after it was asked to.
final class BrowserWindow {
  struct Place {
    var entry: JSONValue?
    var address: String
    /// The load of the page that has made the entry; the page of another one is loaded anew.
    var document: Int
  }

  private let stand: NavigationStand
  private(set) var places: [Place] = []
  private(set) var current = -1
  /// The moves that the browser was asked for.
  private(set) var moves: [Int] = []
  private var document = 0
  private var visit: Int
  private var memory: JSONValue?
  private var isLoaded = false
  private var placeNumber = 0
  private(set) var session: NavigationSession?

  /// What the page shows.
  private(set) var page = ModelPage()
  private(set) var key = ""
  private(set) var fault: String?
  private var number: JSONValue = .null
  /// Whether the page does not say hello by itself.
  var keepsSilent = false
  private(set) var greeting: JSONValue = .null
  private(set) var refusals: [String] = []
  private(set) var notices: [String] = []
  /// The addresses of steps, in order.
  private(set) var steps: [String] = []

  init(_ stand: NavigationStand, number: Int = 0) {
    self.stand = stand
    visit = number * 100_000
  }

  var address: String { places[current].address }
  var entryIndex: Int? { places[current].entry?["index"]?.intValue }
  var texts: [String] { page.rows.compactMap { $0.content["model"]?["text"]?.stringValue } }

  private var now: JSONValue {
    ["entry": places[current].entry ?? .null, "address": .string(places[current].address)]
  }

  // MARK: The user

  /// The user types an address, and the page is loaded.
  func load(_ address: String) throws {
    document += 1
    add(nil, address)
    try reload(isOther: false)
  }

  func reload(isOther: Bool = true) throws {
    if isOther { document += 1 }
    moves = []
    places[current].document = document
    (isLoaded, key, page) = (false, "", ModelPage())
    try connect()
  }

  /// The user presses a button that moves in the history.
  func press(_ count: Int) { moves.append(count) }

  /// The user follows a link to another page.
  func follow(_ address: String) throws { try tell(["open": .string(address)]) }

  /// The user makes an entry for which the page is not loaded.
  func type(_ address: String) throws {
    add(nil, address)
    try tellPlace(["landed": now])
  }

  /// The connection breaks.
  func lose() {
    session?.close()
    session = nil
  }

  /// The browser does the next thing that it was asked for.
  func move() throws {
    guard !moves.isEmpty else { return }
    let target = current + moves.removeFirst()
    guard places.indices.contains(target) else { return }
    let isSame = places[target].document == document
    current = target
    if isSame { try tellPlace(["landed": now]) } else { try reload() }
  }

  private func add(_ entry: JSONValue?, _ address: String) {
    places.removeSubrange((current + 1)...)
    places.append(Place(entry: entry, address: address, document: document))
    current += 1
  }

  // MARK: The page

  /// Opens a connection, as the page does at first and after each break.
  func connect() throws {
    lose()
    session = try #require(
      try stand.site.openSession(at: ["feed"]) as? NavigationSession)
    try tellPlace([isLoaded ? "following" : "loaded": now])
  }

  private func tellPlace(_ message: JSONObject) throws {
    placeNumber += 1
    visit += 1
    var message = message
    message["visit"] = .number(Double(visit))
    message["number"] = .number(Double(placeNumber))
    message["memory"] = memory
    try tell(.object(message))
  }

  private func tell(_ message: JSONValue) throws { try session?.receive(message.bytes) }

  /// Says hello to the list of the page.
  func greet() throws { try tell(["hello": [1], "count": 20, "page": number]) }

  /// Says something to the list of the page.
  func send(_ message: JSONValue) throws { try tell(message) }

  func takeOne() async throws {
    guard let bytes = await session?.nextMessage() else {
      session = nil
      return
    }
    let message = try JSONParser().parse(bytes)
    if let steps = message["history"]?.arrayValue {
      guard message["number"]?.intValue == placeNumber else { return }
      isLoaded = true
      memory = message["memory"]
      if let refusal = message["refused"]?.stringValue { refusals.append(refusal) }
      for step in steps { carryOut(step) }
    } else if let number = message["page"] {
      key = message["key"]?.stringValue ?? ""
      fault = message["fault"]?.stringValue
      page = ModelPage()
      self.number = number
      if fault == nil, !keepsSilent { try greet() }
    } else if let notice = message["notice"]?.stringValue {
      notices.append(notice)
    } else if message["roster"] != nil {
      greeting = message
    } else if message["update"] != nil {
      try page.apply(message)
      try tell(["shown": .number(Double(page.number))])
    }
  }

  private func carryOut(_ step: JSONValue) {
    let address = step["address"]?.stringValue ?? ""
    if let entry = step["push"] {
      steps.append("push \(address)")
      add(entry, address)
    } else if let entry = step["replace"] {
      steps.append("replace \(address)")
      places[current].entry = entry
      places[current].address = address
    } else if let count = step["go"]?.intValue {
      steps.append("go \(count)")
      moves.append(count)
    }
  }

  /// Takes what is sent, and lets the browser move, until the page shows where the user is.
  func settle() async throws {
    for _ in 0..<100_000 {
      guard let session else { return }
      try await session.settle()
      if !session.hasNothingToSend {
        try await takeOne()
      } else {
        if moves.isEmpty { return }
        try move()
      }
    }
    Issue.record("the page does not settle at \(address)")
  }

  /// What the browser has, for messages of tests.
  var outline: String {
    let entries = places.map { "\($0.address) \($0.entry?["index"]?.intValue ?? -1)" }
    return "\(entries) at \(current), \(key) \(texts.first ?? fault ?? "nothing")"
  }

  /// Whether browser, page and navigator are at the same page.
  var agrees: Bool {
    get throws {
      let state = try stand.navigator.state
      let addresses = state.addresses(tabs: stand.navigator.tabs)
      guard address == addresses.last, entryIndex == addresses.count - 1,
        key == state.visiblePage.pageKey
      else { return false }
      let route = state.visiblePage.route
      return route == .broken ? fault != nil : texts == (0..<3).map { "\(route) \($0)" }
    }
  }
}
