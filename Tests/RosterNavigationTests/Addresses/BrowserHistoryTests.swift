import RosterNavigation
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterChild

/// The history of a browser is the chain of the navigation, whatever user and application do.
struct BrowserHistoryTests {
  private typealias Operation = NavigationOperation<PhotoRoute>
  private typealias State = NavigationState<PhotoRoute>

  /// A browser with one window, which moves some time after it was asked to.
  private struct Browser {
    struct Place {
      var entry: BrowserHistory.Entry?
      var address: String
      /// The load of the page that has made the entry; the page of another one is loaded anew.
      var document: Int
    }

    var places: [Place] = []
    var current = -1
    var document = 0
    /// The moves that the browser was asked for.
    var moves: [Int] = []

    mutating func add(_ entry: BrowserHistory.Entry?, _ address: String) {
      places.removeSubrange((current + 1)...)
      places.append(Place(entry: entry, address: address, document: document))
      current += 1
    }

    mutating func carryOut(_ steps: [BrowserHistory.Step]) {
      for step in steps {
        switch step {
        case .push(let entry, let address): add(entry, address)
        case .replace(let entry, let address):
          places[current].entry = entry
          places[current].address = address
        case .go(let count): moves.append(count)
        }
      }
    }
  }

  /// A browser, what it knows of the application, and the application.
  private struct Window {
    var browser = Browser()
    var history = BrowserHistory()
    var state: State
    private(set) var hasForgotten = false
    private var visit = 0

    init(_ address: String) {
      state = State(NavigationContents(), tabs: PhotoRoute.tabs)
      load(address)
    }

    private var addresses: [String] { state.addresses(tabs: PhotoRoute.tabs) }

    private mutating func follow() { browser.carryOut(history.follow(addresses)) }

    mutating func apply(_ operation: Operation) {
      if let next = try? state.applying(operation) { state = next }
      follow()
    }

    private mutating func carryOut(_ request: BrowserHistory.Request) {
      switch request {
      case .back(let depth): apply(.backTo(depth: depth))
      case .open(let address):
        if let path = try? NavigationPath<PhotoRoute>(address: address, tabs: PhotoRoute.tabs) {
          apply(.open(path))
        } else {
          follow()
        }
      }
    }

    /// The user types an address, and the page is loaded.
    mutating func load(_ address: String) {
      browser.document += 1
      browser.moves = []
      browser.add(nil, address)
      loaded()
    }

    /// The user types an address that differs in a part for which the page is not loaded.
    mutating func type(_ address: String) {
      browser.add(nil, address)
      landed()
    }

    mutating func reload() {
      browser.document += 1
      browser.moves = []
      browser.places[browser.current].document = browser.document
      loaded()
    }

    private mutating func loaded() {
      let place = browser.places[browser.current]
      visit += 1
      let (request, steps) = history.loaded(place.entry, address: place.address, visit: visit)
      browser.carryOut(steps)
      carryOut(request)
    }

    /// The process of the application ends, and a new one serves the same window.
    mutating func forget() {
      history = BrowserHistory()
      hasForgotten = true
      reload()
    }

    private mutating func landed() {
      let place = browser.places[browser.current]
      let (request, steps) = history.landed(place.entry, address: place.address)
      browser.carryOut(steps)
      if let request { carryOut(request) }
    }

    /// The browser does the next thing that it was asked for.
    mutating func move() {
      guard !browser.moves.isEmpty else { return }
      let target = browser.current + browser.moves.removeFirst()
      guard browser.places.indices.contains(target) else { return }
      let isSame = browser.places[target].document == browser.document
      browser.current = target
      if isSame { landed() } else { reload() }
    }

    mutating func settle() -> Bool {
      var count = 0
      while !browser.moves.isEmpty, count < 1_000 {
        move()
        count += 1
      }
      return browser.moves.isEmpty
    }

    /// Whether browser and application are at the same page.
    var agrees: Bool {
      let place = browser.places[browser.current]
      return place.address == addresses.last && place.entry?.index == addresses.count - 1
        && !history.isMoving
    }
  }

  private static let addresses = [
    "/photos", "/photos/1", "/photos/2/comments", "/settings", "/settings/1/~/share/1", "/nowhere",
    "/photos/1/~/share/2/1",
  ]

  @Test(arguments: 1...500)
  func backButtonAndStackAreTheSame(seed: UInt64) {
    let forgets = seed.isMultiple(of: 3)
    var random = SplitMix64(seed: seed)
    var window = Window(Self.addresses[random.index(below: Self.addresses.count)])
    for step in 0..<40 {
      let address = Self.addresses[random.index(below: Self.addresses.count)]
      switch random.index(below: 20) {
      case 0..<8: window.apply(RandomOperations.next(window.state, &random))
      case 8..<11: window.browser.moves.append(-1)
      case 11: window.browser.moves.append(1)
      case 12: window.browser.moves.append(random.index(below: 7) - 3)
      case 13: window.type(address)
      case 14: window.load(address)
      case 15:
        if forgets, random.happens(percent: 30) { window.forget() } else { window.reload() }
      default: window.move()
      }
      // Not always, so that things happen while the browser moves.
      guard random.happens(percent: 50) else { continue }
      let what: Comment = "seed \(seed), step \(step)"
      guard window.settle(), window.agrees else {
        Issue.record("\(window.browser) is not at \(window.state.path): \(what)")
        return
      }
      // What was left forward in the history belongs to no chain that a new value knows.
      if window.hasForgotten { continue }
      var copy = window
      let chain = copy.state.chain.map(\.route)
      guard chain.count > 1 else { continue }
      copy.browser.moves.append(-1)
      #expect(copy.settle() && copy.agrees, what)
      #expect(copy.state.chain.map(\.route) == chain.dropLast(), what)
    }
  }

  /// Steps that are asked for in the order of a page's life.
  private static func steps(
    _ history: inout BrowserHistory, _ state: inout State, _ operation: Operation
  ) throws -> [BrowserHistory.Step] {
    state = try state.applying(operation)
    return history.follow(state.addresses(tabs: PhotoRoute.tabs))
  }

  @Test func eachOperationIsItsStepOfTheHistory() throws {
    func entry(_ index: Int) -> BrowserHistory.Entry { .init(visit: 7, index: index) }
    var history = BrowserHistory()
    var state = State(NavigationContents(), tabs: PhotoRoute.tabs)
    let loaded = history.loaded(nil, address: "/", visit: 7)
    #expect(loaded.request == .open("/") && loaded.steps == [.replace(entry(0), address: "/")])
    #expect(
      history.follow(state.addresses(tabs: PhotoRoute.tabs))
        == [.replace(entry(0), address: "/photos")])
    #expect(
      try Self.steps(&history, &state, .push(.photo(1)))
        == [.push(entry(1), address: "/photos/1")])
    #expect(
      try Self.steps(&history, &state, .replace(.photo(2)))
        == [.replace(entry(1), address: "/photos/2")])
    #expect(try Self.steps(&history, &state, .back) == [.go(-1)])
    #expect(history.isMoving)
    // What comes before the browser has moved waits for that.
    #expect(try Self.steps(&history, &state, .push(.photo(3))) == [])
    let landed = history.landed(entry(0), address: "/photos")
    #expect(landed.request == nil)
    #expect(landed.steps == [.push(entry(1), address: "/photos/3")])
    // The user goes back, forward, and somewhere.
    #expect(history.landed(entry(0), address: "/photos").request == .back(toDepth: 1))
    #expect(history.landed(entry(1), address: "/photos/3").request == .open("/photos/3"))
    let typed = history.landed(nil, address: "/settings")
    #expect(typed.request == .open("/settings"))
    #expect(typed.steps == [.replace(entry(2), address: "/settings")])
  }

  @Test func entriesThatCannotBeAreNotBelieved() {
    var history = BrowserHistory()
    for index in [-1, Int.min, Int.max] {
      let entry = BrowserHistory.Entry(visit: 1, index: index)
      let (request, steps) = history.loaded(entry, address: "/photos", visit: 2)
      #expect(request == .open("/photos"))
      #expect(steps == [.replace(.init(visit: 2, index: 0), address: "/photos")])
      #expect(history.follow(["/photos"]) == [])
      _ = history.landed(.init(visit: 2, index: index), address: "/photos")
    }
  }

  @Test func navigatorDoesWhatTheUserWantsOfTheBrowser() async throws {
    let folder = try TemporaryFolder()
    let navigator = try NavigationChild.navigator(folder.path(of: "a.sqlite"), .normal)
    #expect(
      try await navigator.perform(BrowserHistory.Request.open("/photos/1/comments"))
        == ["/photos", "/photos/1", "/photos/1/comments"])
    #expect(
      try await navigator.perform(BrowserHistory.Request.back(toDepth: 2))
        == ["/photos", "/photos/1"])
    await #expect(throws: NavigationError.self) {
      try await navigator.perform(BrowserHistory.Request.open("/nowhere"))
    }
  }
}
