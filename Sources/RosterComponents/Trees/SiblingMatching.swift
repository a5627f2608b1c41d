internal import RosterCore

/// Gives the scopes of one parent their keys, one after the other, and finds them among the
/// parent's previous scopes.
///
/// As long as the scopes are the previous ones in the same places, they have the same keys and need
/// no search.
struct SiblingMatching {
  /// The previous scopes of the parent.
  let previous: [ScopeSlot]
  /// The search; `nil` while the scopes are the previous ones, in the same places.
  private var search: SiblingSearch?
  private var names: SiblingNames?

  init(previous: [ScopeSlot]) { self.previous = previous }

  /// Returns the previous scope in the place of the next one, if all were in their places so far.
  func expected(after slots: [ScopeSlot]) -> BuiltScope? {
    search == nil && slots.count < previous.count ? previous[slots.count].scope : nil
  }

  /// Returns the key of the next scope, and the index of the previous scope with that key.
  ///
  /// - Parameter slots: The scopes so far.
  mutating func match(
    typeName: String, identifier: ScopeIdentifier?, after slots: [ScopeSlot]
  ) -> (key: ScopeKey, index: Int?) {
    if let scope = expected(after: slots), scope.key.typeName == typeName,
      scope.key.identifier == identifier
    {
      return (scope.key, slots.count)
    }
    let ordinal = ordinal(typeName: typeName, identifier: identifier, after: slots)
    let key = ScopeKey(typeName: typeName, identifier: identifier, ordinal: ordinal)
    guard !previous.isEmpty else { return (key, nil) }
    let search = search ?? SiblingSearch(previous, foundCount: slots.count)
    self.search = search
    return (key, search.take(key))
  }

  /// Returns the previous scopes that are gone.
  ///
  /// - Parameter count: The number of scopes now.
  func missing(among count: Int) -> [BuiltScope] {
    if let search { return search.missing }
    return count < previous.count ? previous.dropFirst(count).map { $0.scope } : []
  }

  /// Returns the number of scopes so far with the same type name and identifier.
  private mutating func ordinal(
    typeName: String, identifier: ScopeIdentifier?, after slots: [ScopeSlot]
  ) -> Int {
    // The last one of a name has the highest ordinal, and is usually near.
    let nearCount = 8
    var index = slots.count
    while index > 0, index > slots.count - nearCount {
      index -= 1
      let scope = slots[index].scope
      if scope.key.typeName == typeName, scope.key.identifier == identifier {
        return scope.key.ordinal + 1
      }
    }
    guard index > 0 else { return 0 }
    let names = names ?? SiblingNames()
    self.names = names
    return names.count(typeName: typeName, identifier: identifier, in: slots)
  }
}

/// Finds scopes by their keys among the previous scopes of a parent.
private final class SiblingSearch {
  private var slots: SlotIndex
  private var isFound: [Bool]
  /// The index behind the scope that was found last, where the next one probably is.
  private var likely: Int

  /// - Parameter foundCount: The number of the first scopes that have been found already.
  init(_ slots: [ScopeSlot], foundCount: Int) {
    self.slots = SlotIndex(slots)
    isFound = slots.indices.map { $0 < foundCount }
    likely = foundCount
  }

  func take(_ key: ScopeKey) -> Int? {
    let isLikely = likely < slots.slots.count && slots.slots[likely].scope.key == key
    guard let index = isLikely ? likely : slots.index(of: key) else { return nil }
    isFound[index] = true
    likely = index + 1
    return index
  }

  /// The scopes that were not found.
  var missing: [BuiltScope] {
    zip(slots.slots, isFound).compactMap { $1 ? nil : $0.scope }
  }
}

/// Counts the scopes of each name. It is made only when there are many scopes.
private final class SiblingNames {
  private var counts: [ScopeKey: Int] = [:]
  private var countedCount = 0

  /// Returns the number of scopes with a type name and identifier.
  func count(
    typeName: String, identifier: ScopeIdentifier?, in slots: [ScopeSlot]
  ) -> Int {
    for slot in slots[countedCount...] {
      let key = slot.scope.key
      counts[ScopeKey(typeName: key.typeName, identifier: key.identifier)] = key.ordinal + 1
    }
    countedCount = slots.count
    return counts[ScopeKey(typeName: typeName, identifier: identifier)] ?? 0
  }
}
