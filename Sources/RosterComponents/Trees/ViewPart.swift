/// A view and what is in it.
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
    scopeCount = children.isEmpty ? 0 : children.reduce(0) { $0 + $1.scopeCount }
  }
}
