extension CountedTree {
  /// Adds the elements of another tree behind these.
  ///
  /// - Complexity: O(*h*) for a difference of *h* in height; at most O(log *n*).
  mutating func append(_ other: CountedTree) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    count += other.count
    weight += other.weight
    var (lower, isAtEnd) = (other.root, true)
    if root.height < lower.height {
      swap(&root, &lower)
      isAtEnd = false
    }
    if let right = Self.attach(lower, to: &root, atEnd: isAtEnd) {
      raiseRoot(beside: right)
      Self.joinIfSmall(slot: 0, in: root)
      // Sums of floating-point numbers depend on how they are grouped.
      root.addUp()
    }
    lowerRoot()
  }

  /// Adds a node, which is not higher, at an end of another one.
  ///
  /// - Returns: A node of the same height that follows it, if it has no room for both.
  private static func attach(_ other: Node, to node: inout Node, atEnd isAtEnd: Bool) -> Node? {
    if node.height == other.height {
      if isAtEnd { return other }
      defer { node = other }
      return node
    }
    makeUnique(&node)
    let slot = isAtEnd ? node.children.count - 1 : 0
    let right = attach(other, to: &node.children[slot].node, atEnd: isAtEnd)
    node.children[slot] = Child(node.children[slot].node)
    if let right {
      node.children.insert(Child(right), at: slot + 1)
      joinIfSmall(slot: slot, in: node)
    }
    return finish(node)
  }

  /// Joins a child with the next one if one of them is small.
  private static func joinIfSmall(slot: Int, in node: Node) {
    let size = min(node.children[slot].node.size, node.children[slot + 1].node.size)
    if size < fanout / 4 { joinNeighbour(of: slot + 1, in: node) }
  }
}

extension CountedTree where Element: Run {
  /// Returns the row before an offset, and the row from it on.
  ///
  /// - Complexity: O(log *n*).
  func split(atOffset offset: Int) -> (before: CountedTree, after: CountedTree) {
    if offset <= 0 { return (CountedTree(), self) }
    if offset >= weight { return (self, CountedTree()) }
    let (before, after) = Self.split(root, atOffset: offset)
    return (CountedTree(below: before, cutAtEnd: true), CountedTree(below: after, cutAtEnd: false))
  }

  /// Returns what a node holds before an offset, and what from it on, as nodes of the same height.
  /// Neither is empty. Along the border they may be small, and are not added up yet.
  private static func split(_ node: Node, atOffset offset: Int) -> (before: Node, after: Node) {
    let (before, after) = (Node(height: node.height), Node(height: node.height))
    var slot = 0
    var rest = offset
    if node.height == 0 {
      while rest > node.elements[slot].weight {
        rest -= node.elements[slot].weight
        slot += 1
      }
      before.elements = node.elements
      let border = before.elements.cut(at: slot, rest)
      after.elements.append(contentsOf: before.elements[border...])
      before.elements.removeSubrange(border...)
      return (before, after)
    }
    while rest >= node.children[slot].weight {
      rest -= node.children[slot].weight
      slot += 1
    }
    before.children.append(contentsOf: node.children[..<slot])
    if rest > 0 {
      let parts = split(node.children[slot].node, atOffset: rest)
      before.children.append(Child(parts.before))
      after.children.append(Child(parts.after))
      slot += 1
    }
    after.children.append(contentsOf: node.children[slot...])
    return (before, after)
  }

  /// Makes a tree of a node that was split at one of its ends.
  private init(below node: Node, cutAtEnd isAtEnd: Bool) {
    let all = Child(node)
    (root, count, weight) = (node, all.count, all.weight)
    lowerRoot()
    Self.settle(&root, atEnd: isAtEnd)
    lowerRoot()
  }

  /// Joins the small nodes at an end with their neighbours, and adds all nodes there up.
  ///
  /// If the row was split between two children, the nodes at the end are still those of the whole
  /// row, which may be in use elsewhere.
  private static func settle(_ node: inout Node, atEnd isAtEnd: Bool) {
    makeUnique(&node)
    if node.height > 0 {
      let slot = isAtEnd ? node.children.count - 1 : 0
      // One more than the least, since the node below may still lose one.
      if node.children[slot].node.size <= fanout / 4 { joinNeighbour(of: slot, in: node) }
      settle(&node.children[isAtEnd ? node.children.count - 1 : 0].node, atEnd: isAtEnd)
    }
    node.addUp()
  }
}
