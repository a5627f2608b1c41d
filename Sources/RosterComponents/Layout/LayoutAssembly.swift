internal import RosterCore

/// Makes the boxes of one tree, and keeps those boxes of the previous tree that are still the same.
///
/// It keeps its open scopes and boxes on stacks of its own and not on the thread's, so that a tree
/// may be deep.
struct LayoutAssembly {
  private enum Step {
    case node(TreeNode)
    case end(LaidBox.Part, start: Int)
    case endScope
  }

  /// A component whose boxes are being made, or the level above all scopes.
  private struct OpenScope {
    let scope: BuiltScope?
    let slots: [ScopeSlot]
    /// The index of its first box.
    let start: Int
    let formerOwn: [LaidBox?]
    var former: FormerScopes
    var own: [LaidBox?] = []
    var inner: [LaidScope] = []
    /// The number of its boxes that are open.
    var depth = 0

    init(_ scope: BuiltScope?, _ slots: [ScopeSlot], start: Int, former: LaidScope?) {
      self.scope = scope
      self.slots = slots
      self.start = start
      formerOwn = former?.own ?? []
      self.former = FormerScopes(former?.inner ?? [])
    }

    var path: ScopePath { scope?.path ?? .root }

    /// The previous box in the place of the next one.
    var formerBox: LaidBox? { own.count < formerOwn.count ? formerOwn[own.count] : nil }
  }

  private var steps: [Step] = []
  private var innermost: OpenScope
  private var outer: [OpenScope] = []
  /// The finished boxes whose container is not finished.
  private var boxes: [LaidBox] = []
  private(set) var counts = TreeLayoutCounts()

  /// - Parameter former: The boxes of the previous layout.
  init(_ content: ScopeContent, after former: LaidScope?) {
    innermost = OpenScope(nil, content.slots, start: 0, former: former)
    steps.append(.node(content.node))
  }

  /// Makes the boxes. Call it once.
  mutating func run() -> LaidScope {
    while let step = steps.popLast() {
      switch step {
      case .node(let node): begin(node)
      case .end(let part, let start): end(part, from: start)
      case .endScope:
        let laid = takeLaid()
        innermost = outer.removeLast()
        innermost.inner.append(laid)
      }
    }
    return takeLaid()
  }

  private mutating func begin(_ node: TreeNode) {
    switch node.kind {
    case .view(let part): begin(.view(part), part.children)
    case .box(let part): begin(.box(part), part.children)
    case .group(let nodes): push(nodes)
    case .mapped(let part): steps.append(.node(part.node))
    case .environment(let part): steps.append(.node(part.node))
    case .component: beginScope()
    }
  }

  private mutating func begin(_ part: LaidBox.Part, _ children: [TreeNode]) {
    innermost.depth += 1
    steps.append(.end(part, start: boxes.count))
    push(children)
  }

  private mutating func push(_ nodes: [TreeNode]) {
    for node in nodes.reversed() { steps.append(.node(node)) }
  }

  private mutating func beginScope() {
    let index = innermost.inner.count
    let scope = innermost.slots[index].scope
    let former = innermost.former.scope(scope, at: index)
    if let former, former.scope === scope {
      counts.scopesKept += scope.totalCount
      boxes += former.boxes
      innermost.inner.append(former)
      return
    }
    outer.append(innermost)
    innermost = OpenScope(scope, scope.content.slots, start: boxes.count, former: former)
    steps.append(.endScope)
    steps.append(.node(scope.content.node))
  }

  private mutating func takeLaid() -> LaidScope {
    LaidScope(
      innermost.scope, boxes: Array(boxes[innermost.start...]), own: innermost.own,
      inner: innermost.inner)
  }

  private mutating func end(_ part: LaidBox.Part, from start: Int) {
    innermost.depth -= 1
    if part.isSlot, boxes.count == start + 1 {
      innermost.own.append(nil)
      return
    }
    // An array and not a slice: with a slice, the removal below would copy all boxes before it.
    let children = Array(boxes[start...])
    let box: LaidBox
    if let former = innermost.formerBox, former.isBox(of: part, children) {
      counts.boxesKept += 1
      box = former
    } else {
      counts.boxesMade += 1
      box = LaidBox(
        part, in: innermost.path, isOutermost: innermost.depth == 0, children: children)
    }
    boxes.removeSubrange(start...)
    boxes.append(box)
    innermost.own.append(box)
  }
}
