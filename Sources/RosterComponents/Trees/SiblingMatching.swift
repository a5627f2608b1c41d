internal import RosterCore

/// Gives the scopes of one parent their keys, one after the other, and finds them among those that
/// the parent had before.
///
/// As long as the scopes are the ones that were there before, in the same places, nothing is looked
/// up: they have the same keys.
struct SiblingMatching {
  /// The scopes that were there before.
  let previous: [ScopeSlot]
  /// `nil` while the scopes are the same as before, in the same places.
  private var search: SiblingSearch?
  private var names: SiblingNames?

  init(previous: [ScopeSlot]) { self.previous = previous }

  /// The scope that was in the place of the next one, if all were in their places so far.
  func expected(after slots: [ScopeSlot]) -> BuiltScope? {
    search == nil && slots.count < previous.count ? previous[slots.count].scope : nil
  }

  /// The key of the next scope, and where a scope with the key was before.
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

  /// The scopes that were there before and are not now.
  ///
  /// - Parameter count: The number of scopes that there are now.
  func missing(among count: Int) -> [BuiltScope] {
    if let search { return search.missing }
    return count < previous.count ? previous.dropFirst(count).map { $0.scope } : []
  }

  /// The number of scopes so far with the same type name and identifier.
  private mutating func ordinal(
    typeName: String, identifier: ScopeIdentifier?, after slots: [ScopeSlot]
  ) -> Int {
    // The last one of a name has the highest ordinal; it is mostly near.
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

/// Finds scopes by their keys among those of a parent before.
private final class SiblingSearch {
  private var slots: SlotIndex
  private var isFound: [Bool]
  /// Behind the scope that was found last, where the next one is likely to be.
  private var likely: Int

  /// - Parameter foundCount: How many of the first have been found already.
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

/// Counts the scopes of each name, which is made only when there are many of them.
private final class SiblingNames {
  private var counts: [ScopeKey: Int] = [:]
  private var countedCount = 0

  /// The number of scopes with a type name and identifier.
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
