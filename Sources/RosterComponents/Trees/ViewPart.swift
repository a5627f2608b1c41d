/// A view and what is in it.
@usableFromInline
final class ViewPart: Sendable {
  let spec: ViewSpec
  let events: ViewEvents
  let children: [TreeNode]
  /// See ``TreeNode/scopeCount``.
  let scopeCount: Int

  init(spec: ViewSpec, events: ViewEvents, children: [TreeNode]) {
    self.spec = spec
    self.events = events
    self.children = children
    scopeCount = children.reduce(0) { $0 + $1.scopeCount }
  }

  /// Makes the same view with the same number of scopes in it.
  init(_ part: ViewPart, children: [TreeNode]) {
    spec = part.spec
    events = part.events
    self.children = children
    scopeCount = part.scopeCount
  }
}
