extension CountedTree {
  /// Puts an element in, so that it then stands at `index`.
  ///
  /// - Precondition: `index` is in `0...count`.
  /// - Complexity: O(log *n*).
  mutating func insert(_ element: Element, at index: Int) {
    if let right = Self.insert(element, at: index, into: &root) { raiseRoot(beside: right) }
    count += 1
    weight += element.weight
  }

  /// Removes the element at `index` and returns it.
  ///
  /// - Precondition: `index` is in `0..<count`.
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func remove(at index: Int) -> Element {
    let removed = Self.remove(at: index, from: &root)
    lowerRoot()
    count -= 1
    weight -= removed.weight
    return removed
  }

  /// Changes the element at `index` in place.
  ///
  /// - Precondition: `index` is in `0..<count`.
  /// - Complexity: O(log *n*).
  mutating func update<Result, Failure: Error>(
    at index: Int, _ change: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var growth = 0
    defer { weight += growth }
    return try Self.update(at: index, in: &root, growth: &growth, change)
  }

  /// Changes the elements around an offset in the sum of the weights.
  ///
  /// - Parameters:
  ///   - offset: In `0..<weight`.
  ///   - change: Changes the elements of the leaf that the offset falls into. It receives them, the
  ///     slot of the element, and the offset within the element. It may add or remove a few
  ///     elements, and leaves at least one in a tree of one leaf.
  /// - Complexity: O(log *n*).
  mutating func edit<Result>(
    atOffset offset: Int,
    _ change: (_ leaf: inout ContiguousArray<Element>, _ slot: Int, _ rest: Int) -> Result
  ) -> Result {
    let (result, growth) = Self.edit(atOffset: offset, in: &root, change)
    count += growth.count
    weight += growth.weight
    if let right = growth.right { raiseRoot(beside: right) }
    lowerRoot()
    return result
  }

  /// Makes a root above this one and another node, which follows it.
  mutating func raiseRoot(beside right: Node) {
    let top = Node(height: root.height + 1)
    top.children = [Child(root), Child(right)]
    top.addUp()
    root = top
  }

  /// Takes roots off that have only one child.
  mutating func lowerRoot() {
    while root.height > 0, root.children.count == 1 { root = root.children[0].node }
  }

  /// The effect of a change on a node.
  private struct Growth {
    var count: Int
    var weight: Int
    /// The part of the node for which it had no room.
    var right: Node?
  }

  private static func edit<Result>(
    atOffset offset: Int, in node: inout Node,
    _ change: (_ leaf: inout ContiguousArray<Element>, _ slot: Int, _ rest: Int) -> Result
  ) -> (Result, Growth) {
    makeUnique(&node)
    var slot = 0
    var rest = offset
    var growth: Growth
    let result: Result
    if node.height == 0 {
      while rest >= node.elements[slot].weight {
        rest -= node.elements[slot].weight
        slot += 1
      }
      let before = Child(node)
      result = change(&node.elements, slot, rest)
      let after = Child(node)
      growth = Growth(count: after.count - before.count, weight: after.weight - before.weight)
    } else {
      while rest >= node.children[slot].weight {
        rest -= node.children[slot].weight
        slot += 1
      }
      (result, growth) = edit(atOffset: rest, in: &node.children[slot].node, change)
      if let right = growth.right {
        node.children[slot] = Child(node.children[slot].node)
        node.children.insert(Child(right), at: slot + 1)
      } else {
        node.children[slot].grow(byCount: growth.count, weight: growth.weight)
        if node.children[slot].node.size < fanout / 4 { joinNeighbour(of: slot, in: node) }
      }
    }
    growth.right = finish(node)
    return (result, growth)
  }

  static func makeUnique(_ node: inout Node) {
    if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
  }

  private static func insert(_ element: Element, at index: Int, into node: inout Node) -> Node? {
    makeUnique(&node)
    if node.height == 0 {
      node.elements.insert(element, at: index)
    } else {
      var slot = 0
      var rest = index
      while rest > node.children[slot].count {
        rest -= node.children[slot].count
        slot += 1
      }
      if let right = insert(element, at: rest, into: &node.children[slot].node) {
        node.children[slot] = Child(node.children[slot].node)
        node.children.insert(Child(right), at: slot + 1)
      } else {
        node.children[slot].grow(byCount: 1, weight: element.weight)
      }
    }
    return finish(node)
  }

  /// Ends a change of a node: adds it up, and splits off what it has no room for.
  static func finish(_ node: Node) -> Node? {
    if node.size > fanout { return splitOff(node, from: node.size / 2) }
    node.addUp()
    return nil
  }

  private static func remove(at index: Int, from node: inout Node) -> Element {
    makeUnique(&node)
    if node.height == 0 {
      defer { node.addUp() }
      return node.elements.remove(at: index)
    }
    var slot = 0
    var rest = index
    while rest >= node.children[slot].count {
      rest -= node.children[slot].count
      slot += 1
    }
    let removed = remove(at: rest, from: &node.children[slot].node)
    node.children[slot].grow(byCount: -1, weight: -removed.weight)
    if node.children[slot].node.size < fanout / 4 { joinNeighbour(of: slot, in: node) }
    node.addUp()
    return removed
  }

  private static func update<Result, Failure: Error>(
    at index: Int, in node: inout Node, growth: inout Int,
    _ change: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeUnique(&node)
    if node.height == 0 {
      let before = node.elements[index].weight
      defer {
        growth = node.elements[index].weight - before
        node.addUp()
      }
      return try change(&node.elements[index])
    }
    var slot = 0
    var rest = index
    while rest >= node.children[slot].count {
      rest -= node.children[slot].count
      slot += 1
    }
    defer {
      node.children[slot].grow(byCount: 0, weight: growth)
      node.addUp()
    }
    return try update(at: rest, in: &node.children[slot].node, growth: &growth, change)
  }

  /// Moves all elements or children from `position` on into a new node of the same height.
  private static func splitOff(_ node: Node, from position: Int) -> Node {
    let right = Node(height: node.height)
    if node.height == 0 {
      right.elements.append(contentsOf: node.elements[position...])
      node.elements.removeSubrange(position...)
    } else {
      right.children.append(contentsOf: node.children[position...])
      node.children.removeSubrange(position...)
    }
    node.addUp()
    right.addUp()
    return right
  }

  /// Joins a small child with a neighbour. If one node cannot hold both, they share the elements
  /// evenly.
  static func joinNeighbour(of slot: Int, in node: Node) {
    guard node.children.count > 1 else { return }
    let left = slot == 0 ? 0 : slot - 1
    makeUnique(&node.children[left].node)
    let joined = node.children[left].node
    let neighbour = node.children[left + 1].node
    joined.elements.append(contentsOf: neighbour.elements)
    joined.children.append(contentsOf: neighbour.children)
    if joined.size > fanout {
      let right = splitOff(joined, from: joined.size / 2)
      node.children[left + 1] = Child(right)
    } else {
      node.children.remove(at: left + 1)
      joined.addUp()
    }
    node.children[left] = Child(joined)
  }
}

extension CountedTree.Child {
  /// Notes that the node below was changed.
  fileprivate mutating func grow(byCount count: Int, weight: Int) {
    self.count += count
    self.weight += weight
    order = node.order
  }
}
