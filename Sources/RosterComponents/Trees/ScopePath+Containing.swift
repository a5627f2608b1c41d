package import RosterCore

extension ScopePath {
  /// Returns whether another path is this one or lies within it.
  ///
  /// - Complexity: O(depth).
  package func contains(_ other: ScopePath) -> Bool { other.ancestor(atDepth: depth) == self }

  /// Returns the first `depth` keys of the path, `nil` if it has fewer.
  func ancestor(atDepth depth: Int) -> ScopePath? {
    var path: ScopePath? = self
    while let current = path, current.depth > depth { path = current.parent }
    return path.flatMap { $0.depth == depth ? $0 : nil }
  }
}
