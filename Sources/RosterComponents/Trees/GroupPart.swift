/// Several nodes, one after the other.
@usableFromInline
final class GroupPart: Sendable {
  let elements: [TreeNode]
  /// See ``TreeNode/scopeCount``.
  let scopeCount: Int

  init(_ elements: [TreeNode]) {
    self.elements = elements
    scopeCount = elements.reduce(0) { $0 + $1.scopeCount }
  }
}
