/// The history of a browser, kept equal to the chain of a navigation: one entry for each page that
/// the user can go back to, with its address.
///
///     chain     /photos   /photos/12   /photos/12/comments
///     entries   0         1            2 <- current
///
/// So the browser's back button and the stack are the same: an entry before the current one means
/// going back to the page at its depth, whatever address it has. An entry after it, and an address
/// that the user typed, mean opening that address.
///
/// It is a value without a browser. The page of an application sends it what it loaded
/// (``loaded(_:address:visit:)``) and where the browser went (``landed(_:address:)``), carries out
/// the steps that it gets, and keeps ``Entry`` as the state of the entry (`history.state`).
///
///     page                            application
///     loaded(entry, address)    ->    carries the request out
///     steps                     <-    follow(addresses of the state)
///     popstate(entry, address)  ->    landed(entry, address), carries the request out
///     steps                     <-    follow(addresses of the state)
///
/// Call ``follow(_:)`` after each request, also if it was refused, and after each other change.
/// Keep the value as long as the window of the browser, also when the page is loaded again: a new
/// one has to believe that the entries before the current one are those of its address.
///
/// A browser moves in its history some time after it was asked to. Meanwhile no further steps are
/// given; ``landed(_:address:)`` gives those that are left. If the user moves in the same moment,
/// the browser does both, and so does the application.
public struct BrowserHistory: Hashable, Sendable, Codable {
  /// What an entry of the browser says about itself.
  public struct Entry: Hashable, Sendable, Codable {
    /// The number of the visit: entries of an earlier one may lie before and behind.
    public var visit: Int
    /// The depth of the page in the chain, from 0.
    public var index: Int

    /// Makes an entry of its parts.
    public init(visit: Int, index: Int) {
      self.visit = visit
      self.index = index
    }
  }

  /// What the page is to do with the history of the browser.
  public enum Step: Hashable, Sendable, Codable {
    /// Adds an entry behind the current one, in the place of all that are there.
    case push(Entry, address: String)
    /// Changes the current entry.
    case replace(Entry, address: String)
    /// Moves by so many entries. The browser then tells where it has landed.
    case go(Int)
  }

  /// What the user wants by moving in the history.
  public enum Request: Hashable, Sendable {
    /// Going back until the chain has so many pages.
    case back(toDepth: Int)
    /// Going to an address.
    case open(String)
  }

  private var visit = 0
  /// The addresses of the entries up to the current one; `nil` for those that were made before this
  /// value, or lie between two that were seen.
  private var addresses: [String?] = []
  /// The addresses of other visits, for when the user comes back to them.
  private var others: [Int: [String?]] = [:]
  /// The addresses that the entries are to have.
  private var wanted: [String] = []
  /// The index of the entry that the browser was asked to move to.
  private var target: Int?

  /// Makes the history of a page that has told nothing yet.
  public init() {}

  /// Whether the browser was asked to move, and has not told yet where it has landed.
  public var isMoving: Bool { target != nil }

  /// What the current entry of the browser says, if nothing has moved it; `nil` before the first one.
  public var current: Entry? { addresses.isEmpty ? nil : entry(addresses.count - 1) }

  // MARK: The browser

  /// Takes note of a page that was loaded: the first one, the same one again, or the one to which
  /// the user has come back from another site.
  ///
  /// - Parameters:
  ///   - entry: What the current entry says; `nil` if the application has not made it.
  ///   - address: Its address.
  ///   - visit: A number that no earlier visit of this browser has had, for a new one.
  /// - Returns: What the user wants, and the steps with which the entry says what it is.
  public mutating func loaded(
    _ entry: Entry?, address: String, visit: Int
  ) -> (request: Request, steps: [Step]) {
    target = nil
    if let entry, entry.isCredible {
      let (request, steps) = landed(entry, address: address)
      return (request ?? .open(address), steps)
    }
    begin(visit)
    addresses = [address]
    return (.open(address), [.replace(self.entry(0), address: address)])
  }

  /// Takes note of where the browser is now: after a step, or because the user moved or typed an
  /// address that did not load the page.
  ///
  /// - Parameters:
  ///   - entry: What the current entry says; `nil` if the user has made it.
  ///   - address: Its address.
  /// - Returns: What the user wants, `nil` if the application moved; and the steps that are left
  ///   of its own.
  public mutating func landed(
    _ entry: Entry?, address: String
  ) -> (request: Request?, steps: [Step]) {
    let own = target
    target = nil
    guard let entry, entry.isCredible else {
      // A new entry, which stands behind the one that was current.
      addresses.append(address)
      return (.open(address), [.replace(self.entry(addresses.count - 1), address: address)])
    }
    let isSame = entry.visit == visit
    if !isSame { begin(entry.visit) }
    let former = addresses.count - 1
    if entry.index <= former {
      addresses.removeSubrange(entry.index...)
    } else {
      addresses += Array(repeating: nil, count: entry.index - addresses.count)
    }
    addresses.append(address)
    if isSame, entry.index == own { return (nil, steps()) }
    if isSame, entry.index < former { return (.back(toDepth: entry.index + 1), []) }
    return (.open(address), [])
  }

  /// The number of visits that are remembered beside the current one.
  private static var otherVisitCountMax: Int { 16 }

  /// Goes on with a visit: one that is remembered, or a new one.
  private mutating func begin(_ visit: Int) {
    others[self.visit] = addresses
    if others.count > Self.otherVisitCountMax, let oldest = others.keys.min() {
      others[oldest] = nil
    }
    self.visit = visit
    addresses = others.removeValue(forKey: visit) ?? []
    wanted = []
  }

  // MARK: The application

  /// Makes the history one with the chain of a state.
  ///
  /// - Parameter addresses: The addresses of the pages of the chain, at least one:
  ///   ``NavigationState/addresses(tabs:)``.
  /// - Returns: What the page is to do, in order. A `go` is the last step; what is left comes
  ///   from ``landed(_:address:)``.
  public mutating func follow(_ addresses: [String]) -> [Step] {
    wanted = addresses
    return isMoving || self.addresses.isEmpty ? [] : steps()
  }

  /// Returns the steps from the entries to the wanted addresses, up to the first `go`.
  private mutating func steps() -> [Step] {
    guard !wanted.isEmpty else { return [] }
    let current = addresses.count - 1
    if current < wanted.count, addresses[current] == wanted[current] {
      // The application made the entry when those before it had the addresses of its chain.
      for index in addresses.indices where addresses[index] == nil {
        addresses[index] = wanted[index]
      }
    }
    let common = zip(addresses, wanted).prefix { $0 == $1 }.count
    if common == addresses.count { return pushes() }
    if common == wanted.count { return go(to: common - 1) }
    // A push leaves nothing of the old chain behind; the first entry can only be replaced.
    guard current == common else { return go(to: max(0, common - 1)) }
    addresses[current] = wanted[common]
    return [.replace(entry(current), address: wanted[common])] + pushes()
  }

  private mutating func pushes() -> [Step] {
    wanted[min(addresses.count, wanted.count)...].map { address in
      addresses.append(address)
      return .push(entry(addresses.count - 1), address: address)
    }
  }

  private mutating func go(to index: Int) -> [Step] {
    target = index
    return [.go(index - (addresses.count - 1))]
  }

  private func entry(_ index: Int) -> Entry { Entry(visit: visit, index: index) }
}

extension BrowserHistory.Entry {
  /// Whether the index is one that an application can have given: a page must not make it
  /// allocate.
  fileprivate var isCredible: Bool { 0...10_000 ~= index }
}
