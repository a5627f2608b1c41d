internal import RosterCore

/// The node that a body has returned, and the scopes of the components in it, in their order.
///
///     node   view(group(view, Header, map(PostList)), Footer)
///     slots  Header  PostList  Footer
///
/// If a body does not run again, its node stays the same, even if the scopes within change.
struct ScopeContent: Sendable {
  let node: TreeNode
  let slots: [ScopeSlot]
}

/// A scope within another.
struct ScopeSlot: Sendable {
  let scope: BuiltScope
  /// The transformations of messages on their way to the outer scope.
  let map: MessageMap?
  /// The values of the environment that the scope receives instead of those of the outer one.
  let overrides: EnvironmentOverrides?
}

extension ScopeContent {
  /// All scopes, each before those within it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scopes.
  var scopes: [BuiltScope] {
    var scopes: [BuiltScope] = []
    var remaining = slots.reversed().map(\.scope)
    while let scope = remaining.popLast() {
      scopes.append(scope)
      remaining += scope.content.slots.reversed().map(\.scope)
    }
    return scopes
  }

  /// Returns the scope at a path and those around it, the outermost first; empty if it does not
  /// exist.
  ///
  /// - Complexity: O(depth), times the number of scopes side by side.
  func scopes(to path: ScopePath) -> [BuiltScope] {
    var scopes: [BuiltScope] = []
    var slots = slots
    for key in path.keys {
      guard let scope = slots.first(where: { $0.scope.key == key })?.scope else { return [] }
      scopes.append(scope)
      slots = scope.content.slots
    }
    return scopes
  }

  /// Returns the scope at a path, `nil` if it does not exist.
  func scope(at path: ScopePath) -> BuiltScope? { scopes(to: path).last }
}

extension BuiltScope {
  /// The scope, and all scopes within it, each before those within it.
  var withScopesInside: [BuiltScope] { [self] + content.scopes }
}

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
