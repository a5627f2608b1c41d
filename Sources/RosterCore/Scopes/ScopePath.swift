/// Names a scope of an item, from the outermost component inwards. The path of a scope is the same
/// in every process and release.
///
/// A path shares all but its last key with the path that it extends, so extending a path costs one
/// allocation.
public struct ScopePath: Sendable {
  /// A key, and the path before it.
  private final class Link: Sendable {
    // Changes only in `deinit`, when no other code has a reference to the link.
    nonisolated(unsafe) private(set) var parent: Link?
    let key: ScopeKey
    let depth: Int

    init(parent: Link?, key: ScopeKey) {
      self.parent = parent
      self.key = key
      depth = (parent?.depth ?? 0) + 1
    }

    /// Releases the links before this one in a loop. Nested releases of a long path, as a damaged
    /// file may contain, would overflow the stack.
    deinit {
      var last = parent.take()
      while isKnownUniquelyReferenced(&last) { last = last?.parent.take() }
    }
  }

  private let last: Link?

  private init(_ last: Link?) { self.last = last }

  /// The path above all scopes of an item.
  public static let root = ScopePath(nil)

  /// Makes a path of keys, the outermost first.
  public init(_ keys: some Sequence<ScopeKey>) {
    self = keys.reduce(.root) { $0.appending($1) }
  }

  /// The path of a scope within this one.
  ///
  /// - Complexity: O(1).
  public func appending(_ key: ScopeKey) -> ScopePath { ScopePath(Link(parent: last, key: key)) }

  /// The number of keys.
  public var depth: Int { last?.depth ?? 0 }

  /// The key of the scope itself, `nil` for the root.
  public var key: ScopeKey? { last?.key }

  /// The path of the scope around this one, `nil` for the root.
  public var parent: ScopePath? { last.map { ScopePath($0.parent) } }

  /// The keys, the outermost first.
  ///
  /// - Complexity: O(depth).
  public var keys: [ScopeKey] {
    var keys: [ScopeKey] = []
    keys.reserveCapacity(depth)
    var link = last
    while let current = link {
      keys.append(current.key)
      link = current.parent
    }
    keys.reverse()
    return keys
  }
}

extension ScopePath: Hashable {
  /// Returns whether both paths name the same scope.
  ///
  /// - Complexity: O(depth), O(1) for paths that share their links.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.depth == right.depth else { return false }
    var (left, right) = (left.last, right.last)
    while let leftLink = left, let rightLink = right, leftLink !== rightLink {
      guard leftLink.key == rightLink.key else { return false }
      (left, right) = (leftLink.parent, rightLink.parent)
    }
    return true
  }

  /// Hashes every key.
  ///
  /// - Complexity: O(depth).
  public func hash(into hasher: inout Hasher) {
    var link = last
    while let current = link {
      hasher.combine(current.key)
      link = current.parent
    }
  }
}
