internal import RosterCore

/// Visits a built tree from the outside in and in order. It does not recurse, since trees may be
/// deep.
struct TreeWalk: Sequence, IteratorProtocol {
  /// An element of the walk.
  enum Element {
    case beginScope(BuiltScope)
    case endScope(BuiltScope)
    case beginView(ViewPart)
    case endView(ViewPart)
  }

  private enum Step {
    case node(TreeNode)
    case end(Element)
  }

  /// An open scope, and the index of the next scope within it.
  private struct Place {
    let slots: [ScopeSlot]
    private var next = 0

    init(_ slots: [ScopeSlot]) { self.slots = slots }

    mutating func takeScope() -> BuiltScope {
      defer { next += 1 }
      return slots[next].scope
    }
  }

  private var steps: [Step]
  private var places: [Place]

  init(_ content: ScopeContent) {
    steps = [.node(content.node)]
    places = [Place(content.slots)]
  }

  mutating func next() -> Element? {
    while let step = steps.popLast() {
      switch step {
      case .node(let node):
        if let element = begin(node) { return element }
      case .end(let element):
        if case .endScope = element { places.removeLast() }
        return element
      }
    }
    return nil
  }

  private mutating func begin(_ node: TreeNode) -> Element? {
    switch node.kind {
    case .view(let part):
      steps.append(.end(.endView(part)))
      push(part.children)
      return .beginView(part)
    case .component:
      let scope = places[places.count - 1].takeScope()
      places.append(Place(scope.content.slots))
      steps.append(.end(.endScope(scope)))
      steps.append(.node(scope.content.node))
      return .beginScope(scope)
    case .box(let part): push(part.children)
    case .group(let nodes): push(nodes)
    case .mapped(let part): steps.append(.node(part.node))
    case .environment(let part): steps.append(.node(part.node))
    }
    return nil
  }

  private mutating func push(_ nodes: [TreeNode]) {
    for node in nodes.reversed() { steps.append(.node(node)) }
  }
}
