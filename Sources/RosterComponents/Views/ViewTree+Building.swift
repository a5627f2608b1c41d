internal import RosterCore

extension ViewTree {
  /// The views of a built node, not those in other views.
  static func trees(of node: TreeNode) -> [ViewTree] {
    /// What is to be done; a stack of these instead of recursion, since trees may be deep.
    enum Step {
      case enter(TreeNode, ScopePath)
      /// Puts a view together of the ones that were made since.
      case leave(ViewPart, ScopePath, start: Int)
    }
    var steps: [Step] = [.enter(node, .root)]
    var trees: [ViewTree] = []
    while let step = steps.popLast() {
      switch step {
      case .enter(let node, let scope):
        switch node {
        case .view(let part):
          steps.append(.leave(part, scope, start: trees.count))
          steps += part.children.reversed().map { .enter($0, scope) }
        case .group(let part): steps += part.elements.reversed().map { .enter($0, scope) }
        case .mapped(let part): steps.append(.enter(part.node, scope))
        case .environment(let part): steps.append(.enter(part.node, scope))
        case .scope(let inner): steps.append(.enter(inner.content.node, inner.path))
        case .empty, .component: break
        }
      case .leave(let part, let scope, let start):
        let children = Array(trees[start...])
        trees.removeSubrange(start...)
        trees.append(
          ViewTree(
            spec: part.spec, events: part.events.dictionary, scope: scope, children: children))
      }
    }
    return trees
  }
}
