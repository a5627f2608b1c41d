internal import RosterCore

extension ViewTree {
  /// The views of what was built, not those in other views.
  static func trees(of content: ScopeContent) -> [ViewTree] {
    var making = ViewTreeMaking()
    return making.trees(of: content)
  }
}

/// Makes views of what was built, without recursion, since trees may be deep.
private struct ViewTreeMaking {
  /// What is to be done.
  private enum Step {
    case node(TreeNode)
    /// Puts a view together of the ones that were made since.
    case endView(ViewPart, start: Int)
    /// Goes on in the scope around.
    case endScope
  }

  /// A scope that views are being made of, and which of the scopes in it is next.
  private struct Place {
    let path: ScopePath
    let slots: [ScopeSlot]
    private var next = 0

    init(path: ScopePath, slots: [ScopeSlot]) {
      self.path = path
      self.slots = slots
    }

    mutating func takeScope() -> BuiltScope {
      defer { next += 1 }
      return slots[next].scope
    }
  }

  private var steps: [Step] = []
  private var places: [Place] = []
  private var trees: [ViewTree] = []

  mutating func trees(of content: ScopeContent) -> [ViewTree] {
    places = [Place(path: .root, slots: content.slots)]
    steps = [.node(content.node)]
    while let step = steps.popLast() {
      switch step {
      case .node(let node): begin(node)
      case .endView(let part, let start): end(part, start: start)
      case .endScope: places.removeLast()
      }
    }
    return trees
  }

  private mutating func begin(_ node: TreeNode) {
    switch node.kind {
    case .view(let part):
      steps.append(.endView(part, start: trees.count))
      for child in part.children.reversed() { steps.append(.node(child)) }
    case .group(let nodes):
      for element in nodes.reversed() { steps.append(.node(element)) }
    case .mapped(let part): steps.append(.node(part.node))
    case .environment(let part): steps.append(.node(part.node))
    case .component:
      let scope = places[places.count - 1].takeScope()
      steps += [.endScope, .node(scope.content.node)]
      places.append(Place(path: scope.path, slots: scope.content.slots))
    }
  }

  private mutating func end(_ part: ViewPart, start: Int) {
    let children = Array(trees[start...])
    trees.removeLast(children.count)
    trees.append(
      ViewTree(
        spec: part.spec, events: part.events.dictionary, scope: places[places.count - 1].path,
        children: children))
  }
}
