internal import RosterCore

/// The scopes that were added, changed and removed between two built trees.
///
/// The comparison skips scopes that both trees share, including those within. So it costs as much
/// as the build: the scopes that were built or copied, and the ones directly within those. It does
/// not recurse, so a deep tree needs no more stack than a flat one.
struct ScopeDifference {
  /// The added scopes, in the order of the new tree: each before those within it.
  private(set) var appeared: [BuiltScope] = []
  /// The scopes whose body ran again, in the order of the new tree.
  private(set) var changed: [(old: BuiltScope, new: BuiltScope)] = []
  /// The removed scopes, in the order of the old tree.
  private(set) var disappeared: [BuiltScope] = []
  /// The number of scopes of the new tree that were searched in the old one.
  private(set) var comparisonCount = 0

  /// The removed scopes that are not within other removed ones, with the indices that lead to them.
  private var leaving: [(position: [Int], scope: BuiltScope)] = []

  /// Compares two trees of one item; `nil` stands for a tree without scopes.
  init(from old: ScopeContent?, to new: ScopeContent?) {
    var pairs = [ScopeSlotPair(old: old?.slots ?? [], new: new?.slots ?? [], position: [])]
    while let index = pairs.indices.last {
      guard let slot = pairs[index].nextSlot() else {
        leaving += pairs.removeLast().rest
        continue
      }
      comparisonCount += 1
      if let pair = compare(slot.scope, with: pairs[index].takeOld(for: slot.scope)) {
        pairs.append(pair)
      }
    }
    leaving.sort { $0.position.lexicographicallyPrecedes($1.position) }
    disappeared = leaving.flatMap { $0.scope.withScopesInside }
  }

  /// Compares a scope with the one that it follows.
  ///
  /// - Returns: The scopes within both that are still to be compared, if any.
  private mutating func compare(
    _ new: BuiltScope, with match: (scope: BuiltScope, position: [Int])?
  ) -> ScopeSlotPair? {
    guard let match else {
      appeared += new.withScopesInside
      return nil
    }
    guard match.scope !== new else { return nil }
    if match.scope.owner !== new.owner { changed.append((match.scope, new)) }
    return ScopeSlotPair(
      old: match.scope.content.slots, new: new.content.slots, position: match.position)
  }
}

/// The scopes directly within two scopes, of which one follows the other.
private struct ScopeSlotPair {
  private let new: [ScopeSlot]
  private var newCount = 0
  private var old: SlotIndex
  /// The position of the old scope.
  private let position: [Int]
  /// The number of old scopes that were taken one after the other, before the order differed.
  private var alignedCount = 0
  /// Which old scopes were taken; empty as long as the order is the same.
  private var isTaken: [Bool] = []

  init(old: [ScopeSlot], new: [ScopeSlot], position: [Int]) {
    self.new = new
    self.old = SlotIndex(old)
    self.position = position
  }

  mutating func nextSlot() -> ScopeSlot? {
    guard newCount < new.count else { return nil }
    newCount += 1
    return new[newCount - 1]
  }

  /// Returns the old scope that a new one follows, if there is one, and marks it as taken.
  mutating func takeOld(for scope: BuiltScope) -> (scope: BuiltScope, position: [Int])? {
    guard let index = takeIndex(for: scope) else { return nil }
    return (old.slots[index].scope, position + [index])
  }

  private mutating func takeIndex(for scope: BuiltScope) -> Int? {
    let slots = old.slots
    if isTaken.isEmpty {
      if alignedCount < slots.count, slots[alignedCount].scope.hasSameKey(as: scope) {
        alignedCount += 1
        return alignedCount - 1
      }
      isTaken = slots.indices.map { $0 < alignedCount }
    }
    guard let index = old.index(of: scope.key) else { return nil }
    isTaken[index] = true
    return index
  }

  /// The old scopes that were not taken, and their positions.
  var rest: [(position: [Int], scope: BuiltScope)] {
    old.slots.indices.dropFirst(isTaken.isEmpty ? alignedCount : 0)
      .filter { isTaken.isEmpty || !isTaken[$0] }
      .map { (position + [$0], old.slots[$0].scope) }
  }
}

extension BuiltScope {
  fileprivate func hasSameKey(as other: BuiltScope) -> Bool { self === other || key == other.key }
}
