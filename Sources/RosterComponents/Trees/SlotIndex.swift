internal import RosterCore

/// Finds scopes by their keys among those of one parent.
///
/// A few scopes are searched linearly. For many, a dictionary is made after enough searches have
/// shown that it pays.
struct SlotIndex {
  let slots: [ScopeSlot]
  private var searchCount = 0
  private var indices: [ScopeKey: Int]?

  init(_ slots: [ScopeSlot]) { self.slots = slots }

  mutating func index(of key: ScopeKey) -> Int? {
    if let indices { return indices[key] }
    searchCount += 1
    guard slots.count > 8, searchCount > 4 else {
      return slots.firstIndex { $0.scope.key == key }
    }
    let pairs = slots.enumerated().map { ($0.element.scope.key, $0.offset) }
    let made = Dictionary(uniqueKeysWithValues: pairs)
    indices = made
    return made[key]
  }
}
