package import RosterCore
package import RosterTestKit

/// Makes random changes of states, biased to those that meet each other: of few scopes, of items
/// that come and go, of scopes that are not there.
package struct RandomStates: Sendable {
  package var random: SplitMix64
  private let scopes: [ScopePath]

  package init(seed: UInt64) {
    var names = RandomScopes(seed: seed)
    // Two that only look alike are among them.
    scopes =
      ["\u{e9}", "e\u{301}"].map { ScopePath([ScopeKey(typeName: $0)]) }
      + (0..<4).map { _ in names.path() }
    random = names.random
  }

  /// Changes of the states of some items, each scope of an item at most once.
  package mutating func changes(_ items: [ItemID], countMax: Int = 6) -> [StateChange] {
    var addresses = Set<StateAddress>()
    var changes: [StateChange] = []
    guard !items.isEmpty else { return [] }
    for _ in 0..<random.index(below: countMax + 1) {
      let address = StateAddress(
        item: items[random.index(below: items.count)],
        scope: scopes[random.index(below: scopes.count)])
      guard addresses.insert(address).inserted else { continue }
      changes.append(StateChange(address, random.happens(percent: 25) ? nil : state()))
    }
    return changes
  }

  private mutating func state() -> StoredState {
    let number = random.next()
    let value: StoredValue =
      switch random.index(below: 8) {
      case 0: .null
      case 1: .blob(Array("\(number)".utf8))
      case 2: .text("")
      default: .text("{\"number\":\(number)}")
      }
    return StoredState(typeVersion: random.index(below: 3) - 1, value: value)
  }
}

/// Makes random keys and paths of scopes, biased to what their text must escape and to texts that
/// look alike.
package struct RandomScopes: Sendable {
  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let pieces = [
    "Row", "Feed.", "a", "B", "0", "7", "/", "[", "]", "#", "%", "%2F", "\"", "\\", "\u{0}", "\n",
    "\u{1f}",
    "\u{7f}", "\u{80}", "é", "e\u{301}", "\u{301}", "\u{212b}", "\u{c5}", "🦆", "👩‍👧", "\u{feff}",
    "\u{ffff}", "'", " ",
    "-", "<Int>",
  ]
  private static let numbers = [0, 1, -1, 7, 10, -42, 1 << 53 + 1, .max, .min]

  package mutating func text() -> String {
    (0..<random.index(below: 5)).map { _ in Self.pieces[random.index(below: Self.pieces.count)] }
      .joined()
  }

  package mutating func key() -> ScopeKey {
    let name = text()
    let identifier: ScopeIdentifier? =
      switch random.index(below: 4) {
      case 0: .text(text())
      case 1: .number(Self.numbers[random.index(below: Self.numbers.count)])
      default: nil
      }
    return ScopeKey(
      typeName: name.isEmpty ? "Row" : name, identifier: identifier,
      ordinal: random.happens(percent: 30) ? random.index(below: 12) : 0)
  }

  /// A path, now and then that of the root.
  package mutating func path() -> ScopePath {
    ScopePath((0..<random.index(below: 5)).map { _ in key() })
  }
}
