internal import RosterCore

/// Gives the scopes of one parent their keys, one after the other, and finds them among those that
/// the parent had before.
///
/// As long as the scopes are the ones that were there before, in the same places, nothing is looked
/// up: they have the same keys.
struct SiblingMatching {
  private var previous: SlotIndex
  private var isAligned = true
  /// Where the scope before this one was found, whose successor is the likeliest to be next.
  private var lastIndex = -1
  /// Which of the previous scopes were found; empty while aligned.
  private var isFound: [Bool] = []
  /// How many of a name there are among the first scopes; only made when there are many.
  private var nameCounts: [ScopeKey: Int] = [:]
  private var countedCount = 0

  init(previous: [ScopeSlot]) { self.previous = SlotIndex(previous) }

  /// A scope that was there before.
  func previous(at index: Int) -> BuiltScope { previous.slots[index].scope }

  /// The scope that was in the place of the next one.
  func expected(after slots: [ScopeSlot]) -> BuiltScope? {
    guard isAligned, slots.count < previous.slots.count else { return nil }
    return previous.slots[slots.count].scope
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
    endAlignment(after: slots.count)
    let ordinal = ordinal(typeName: typeName, identifier: identifier, after: slots)
    let key = ScopeKey(typeName: typeName, identifier: identifier, ordinal: ordinal)
    guard let index = previousIndex(of: key) else { return (key, nil) }
    isFound[index] = true
    lastIndex = index
    return (key, index)
  }

  /// The previous scopes that are not among those that there are now.
  func missing(among count: Int) -> [BuiltScope] {
    if isAligned { return previous.slots.dropFirst(count).map(\.scope) }
    return zip(previous.slots, isFound).compactMap { $1 ? nil : $0.scope }
  }

  private mutating func endAlignment(after count: Int) {
    guard isAligned else { return }
    isAligned = false
    lastIndex = min(count, previous.slots.count) - 1
    isFound = previous.slots.indices.map { $0 < count }
  }

  private mutating func previousIndex(of key: ScopeKey) -> Int? {
    let slots = previous.slots
    guard !slots.isEmpty else { return nil }
    let likely = lastIndex + 1
    if likely < slots.count, slots[likely].scope.key == key { return likely }
    return previous.index(of: key)
  }

  /// The number of scopes so far with the same type name and identifier.
  private mutating func ordinal(
    typeName: String, identifier: ScopeIdentifier?, after slots: [ScopeSlot]
  ) -> Int {
    func isSame(_ slot: ScopeSlot) -> Bool {
      slot.scope.key.typeName == typeName && slot.scope.key.identifier == identifier
    }
    guard let last = slots.last else { return 0 }
    if isSame(last) { return last.scope.key.ordinal + 1 }
    guard slots.count > 8 else {
      return slots.last(where: isSame).map { $0.scope.key.ordinal + 1 } ?? 0
    }
    for slot in slots[countedCount...] {
      let key = slot.scope.key
      nameCounts[ScopeKey(typeName: key.typeName, identifier: key.identifier)] = key.ordinal + 1
    }
    countedCount = slots.count
    return nameCounts[ScopeKey(typeName: typeName, identifier: identifier)] ?? 0
  }
}
