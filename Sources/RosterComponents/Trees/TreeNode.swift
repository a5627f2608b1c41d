/// The contents of a node, as a body returns it.
///
/// Building does not change it. For each component in it, a list of scopes beside it has one scope,
/// in the same order (see ``ScopeContent``).
struct TreeNode: Sendable {
  enum Kind: Sendable {
    case view(ViewPart)
    case box(BoxPart)
    case group([TreeNode])
    case mapped(MappedPart)
    case environment(EnvironmentPart)
    case component(ComponentPart)
  }

  let kind: Kind
  /// The number of components in the node, without those within other components.
  let scopeCount: Int

  init(_ view: ViewPart, scopeCount: Int) {
    kind = .view(view)
    self.scopeCount = scopeCount
  }

  init(_ part: BoxPart, scopeCount: Int) {
    kind = .box(part)
    self.scopeCount = scopeCount
  }

  /// Makes a node of several nodes.
  init(_ nodes: consuming [TreeNode], scopeCount: Int) {
    kind = .group(nodes)
    self.scopeCount = scopeCount
  }

  init(_ part: MappedPart) {
    kind = .mapped(part)
    scopeCount = part.node.scopeCount
  }

  init(_ part: EnvironmentPart) {
    kind = .environment(part)
    scopeCount = part.node.scopeCount
  }

  init(_ part: ComponentPart) {
    kind = .component(part)
    scopeCount = 1
  }
}
