package import RosterCore

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
