internal import RosterCore

/// Which scopes come, change and go from one built tree to another.
///
/// Scopes that both trees share are skipped with all that is in them, so that this costs as much as
/// the build did: the scopes that were built or copied, and the ones directly in those.
struct ScopeDifference {
  /// The scopes that come, each before those within it.
  private(set) var appeared: [BuiltScope] = []
  /// The scopes whose body was run again, each before those within it.
  private(set) var changed: [(old: BuiltScope, new: BuiltScope)] = []
  /// The scopes that go, each before those within it.
  private(set) var disappeared: [BuiltScope] = []
  /// The scopes of the new tree that were looked at.
  private(set) var comparisonCount = 0

  /// Compares two trees of one item; `nil` stands for one without scopes.
  init(from old: ScopeContent?, to new: ScopeContent?) {
    compare(old?.slots ?? [], new?.slots ?? [])
  }

  private mutating func compare(_ old: [ScopeSlot], _ new: [ScopeSlot]) {
    var earlier = EarlierScopes(old)
    for slot in new {
      comparisonCount += 1
      guard let match = earlier.take(slot.scope) else {
        Self.append(slot.scope, to: &appeared)
        continue
      }
      guard match !== slot.scope else { continue }
      if match.owner !== slot.scope.owner { changed.append((match, slot.scope)) }
      compare(match.content.slots, slot.scope.content.slots)
    }
    for scope in earlier.rest { Self.append(scope, to: &disappeared) }
  }

  /// Appends a scope and all within it.
  private static func append(_ scope: BuiltScope, to scopes: inout [BuiltScope]) {
    scopes.append(scope)
    for slot in scope.content.slots { append(slot.scope, to: &scopes) }
  }
}

/// The scopes that one scope had, from which those that it still has are taken.
private struct EarlierScopes {
  private let slots: [ScopeSlot]
  /// The slots before this one are taken, and none behind it, until the order is found to differ.
  private var next = 0
  /// The slots that are left by the keys of their scopes, once the order differs.
  private var byKey: [ScopeKey: Int]?

  init(_ slots: [ScopeSlot]) { self.slots = slots }

  /// The scope that another one follows, `nil` if there is none.
  mutating func take(_ scope: BuiltScope) -> BuiltScope? {
    guard let key = scope.path.key else { return nil }
    if byKey == nil {
      if next < slots.count, slots[next].scope === scope || slots[next].scope.path.key == key {
        next += 1
        return slots[next - 1].scope
      }
      byKey = keys(from: next)
    }
    return byKey?.removeValue(forKey: key).map { slots[$0].scope }
  }

  /// The scopes that were not taken, in their order.
  var rest: [BuiltScope] {
    guard let byKey else { return slots[next...].map(\.scope) }
    return byKey.values.sorted().map { slots[$0].scope }
  }

  private func keys(from start: Int) -> [ScopeKey: Int] {
    var keys: [ScopeKey: Int] = [:]
    for index in start..<slots.count {
      if let key = slots[index].scope.path.key { keys[key] = index }
    }
    return keys
  }
}
