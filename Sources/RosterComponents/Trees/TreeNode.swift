/// What a node is made of.
///
/// The same parts make up what a body returns, where components wait to be built, and a built
/// tree, where a scope stands for each of them. A part without components is both at once: it is
/// taken into the tree as it is.
@usableFromInline
enum TreeNode: Sendable {
  case empty
  case view(ViewPart)
  case group(GroupPart)
  case mapped(MappedPart)
  case environment(EnvironmentPart)
  /// A component that is not built yet; not in a built tree.
  case component(UnbuiltComponent)
  /// A built component; only in a built tree.
  case scope(BuiltScope)

  /// The number of components or scopes in the node that are not in another component.
  var scopeCount: Int {
    switch self {
    case .empty: 0
    case .view(let part): part.scopeCount
    case .group(let part): part.scopeCount
    case .mapped(let part): part.node.scopeCount
    case .environment(let part): part.node.scopeCount
    case .component, .scope: 1
    }
  }

  /// The node, or its parts if it is a group.
  var elements: [TreeNode] {
    switch self {
    case .empty: []
    case .group(let part): part.elements
    case .view, .mapped, .environment, .component, .scope: [self]
    }
  }

  /// A node of several, one after the other.
  @usableFromInline
  static func sequence(_ elements: [TreeNode]) -> TreeNode {
    switch elements.count {
    case 0: .empty
    case 1: elements[0]
    default: .group(GroupPart(elements))
    }
  }
}

/// A component that is not built yet.
@usableFromInline
struct UnbuiltComponent: Sendable {
  let part: any ComponentPart
}
