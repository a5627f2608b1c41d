/// What a counted tree holds: something that stands for a number of things.
protocol Weighted: Sendable {
  /// How many things the element stands for; at least 0.
  var weight: Int { get }
}

/// A row of weighted elements that is copied in O(1) and changed in O(log *n*).
///
/// A B+ tree whose inner nodes know, for each child, how many elements and how much weight it
/// holds; so an element is found by its index and by an offset in the sum of the weights:
///
///     elements    A(2)  B(1)  C(4)
///     offsets     0 1   2     3 4 5 6        location(ofOffset: 4) == C, 1 into it
///
/// Copies share all nodes; a change copies the nodes on one path, and only those that something
/// else still holds. Three rows are kept this way: the sections of a list, the leaf pages of a
/// section, and the section counts that pending changesets are verified against.
struct CountedTree<Element: Weighted>: Sendable {
  /// The most elements or children of a node; a node below a quarter of it joins a neighbour.
  static var fanout: Int { 32 }

  private(set) var root: Node
  /// The number of elements.
  private(set) var count: Int
  /// The sum of the weights.
  private(set) var weight: Int

  init() {
    root = Node(height: 0)
    count = 0
    weight = 0
  }

  /// Makes a tree of some elements in order.
  ///
  /// - Complexity: O(*n*).
  init(_ elements: some Collection<Element>) {
    count = elements.count
    weight = elements.reduce(0) { $0 + $1.weight }
    var level: [Node] = []
    var rest = elements[...]
    while !rest.isEmpty {
      let node = Node(height: 0)
      node.elements = ContiguousArray(rest.prefix(Self.fanout * 3 / 4))
      level.append(node)
      rest = rest.dropFirst(node.elements.count)
    }
    while level.count > 1 {
      let height = level[0].height + 1
      level = stride(from: 0, to: level.count, by: Self.fanout * 3 / 4).map { start in
        let node = Node(height: height)
        let end = min(start + Self.fanout * 3 / 4, level.count)
        node.children = ContiguousArray(level[start..<end].map(Child.init))
        return node
      }
    }
    root = level.first ?? Node(height: 0)
  }

  var isEmpty: Bool { count == 0 }

  /// A node of the tree: elements at height 0, children above.
  ///
  /// Unchecked because its properties are variables: they change only through
  /// `withUnique`-guarded paths, that is, while no other tree can see the node.
  final class Node: @unchecked Sendable {
    let height: Int
    var elements: ContiguousArray<Element> = []
    var children: ContiguousArray<Child> = []

    init(height: Int) { self.height = height }

    init(copying other: Node) {
      height = other.height
      elements = other.elements
      children = other.children
    }

    var size: Int { height == 0 ? elements.count : children.count }
  }

  /// A child with what it holds, kept beside the pointer so that a search need not follow it.
  struct Child: Sendable {
    var node: Node
    var count: Int
    var weight: Int

    init(_ node: Node) {
      self.node = node
      if node.height == 0 {
        count = node.elements.count
        weight = node.elements.reduce(0) { $0 + $1.weight }
      } else {
        count = node.children.reduce(0) { $0 + $1.count }
        weight = node.children.reduce(0) { $0 + $1.weight }
      }
    }
  }
}

// MARK: - Finding

extension CountedTree {
  /// Where an element stands: its index, and the weight of all elements before it.
  struct Location {
    var index: Int
    var weightBefore: Int
    var element: Element
  }

  /// The element at an index.
  ///
  /// - Precondition: `index` is in `0..<count`.
  /// - Complexity: O(log *n*).
  subscript(index: Int) -> Element {
    var node = root
    var rest = index
    while node.height > 0 {
      var slot = 0
      while rest >= node.children[slot].count {
        rest -= node.children[slot].count
        slot += 1
      }
      node = node.children[slot].node
    }
    return node.elements[rest]
  }

  /// The weight of all elements before an index.
  ///
  /// - Complexity: O(log *n*).
  func weight(before index: Int) -> Int {
    if index >= count { return weight }
    var node = root
    var rest = index
    var sum = 0
    while node.height > 0 {
      var slot = 0
      while rest >= node.children[slot].count {
        rest -= node.children[slot].count
        sum += node.children[slot].weight
        slot += 1
      }
      node = node.children[slot].node
    }
    return node.elements[..<rest].reduce(sum) { $0 + $1.weight }
  }

  /// The element that an offset in the sum of the weights falls into.
  ///
  /// - Precondition: `offset` is in `0..<weight`.
  /// - Complexity: O(log *n*).
  func location(ofOffset offset: Int) -> Location {
    var node = root
    var rest = offset
    var index = 0
    while node.height > 0 {
      var slot = 0
      while rest >= node.children[slot].weight {
        rest -= node.children[slot].weight
        index += node.children[slot].count
        slot += 1
      }
      node = node.children[slot].node
    }
    var slot = 0
    while rest >= node.elements[slot].weight {
      rest -= node.elements[slot].weight
      slot += 1
    }
    return Location(
      index: index + slot, weightBefore: offset - rest, element: node.elements[slot])
  }

  /// The first element for which a condition holds that, once true, stays true to the end.
  ///
  /// - Complexity: O(log *n*) evaluations.
  func firstLocation(where condition: (Element) -> Bool) -> Location? {
    var node = root
    var index = 0
    var weight = 0
    while node.height > 0 {
      var low = 0
      var high = node.children.count - 1
      while low < high {
        let middle = (low + high + 1) / 2
        if condition(node.children[middle].node.first) { high = middle - 1 } else { low = middle }
      }
      for child in node.children[..<low] {
        index += child.count
        weight += child.weight
      }
      // When everything below `low` fails the condition, the answer is the first of the next child.
      node = node.children[low].node
    }
    for element in node.elements {
      if condition(element) {
        return Location(index: index, weightBefore: weight, element: element)
      }
      index += 1
      weight += element.weight
    }
    return index < count ? Location(index: index, weightBefore: weight, element: self[index]) : nil
  }

  /// Visits the elements from an index on, until the visitor returns `false`.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* visited elements.
  func forEach<Failure: Error>(
    from start: Int = 0, _ visit: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    _ = try Self.walk(root, skipping: start, visit)
  }

  private static func walk<Failure: Error>(
    _ node: Node, skipping start: Int, _ visit: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var skipped = start
    if node.height == 0 {
      for slot in min(skipped, node.elements.count)..<node.elements.count {
        if !(try visit(node.elements[slot])) { return false }
      }
      return true
    }
    for child in node.children {
      if skipped >= child.count {
        skipped -= child.count
      } else {
        if !(try walk(child.node, skipping: skipped, visit)) { return false }
        skipped = 0
      }
    }
    return true
  }

  /// All elements in order.
  ///
  /// - Complexity: O(*n*).
  var elements: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    forEach {
      all.append($0)
      return true
    }
    return all
  }
}

extension CountedTree.Node {
  /// The first element below this node, which holds at least one.
  fileprivate var first: Element {
    var node = self
    while node.height > 0 { node = node.children[0].node }
    return node.elements[0]
  }
}

// MARK: - Changing

extension CountedTree {
  /// Puts an element in, so that it then stands at `index`.
  ///
  /// - Precondition: `index` is in `0...count`.
  /// - Complexity: O(log *n*).
  mutating func insert(_ element: Element, at index: Int) {
    if let right = Self.insert(element, at: index, into: &root) {
      let top = Node(height: root.height + 1)
      top.children = [Child(root), Child(right)]
      root = top
    }
    count += 1
    weight += element.weight
  }

  /// Takes the element at `index` out.
  ///
  /// - Precondition: `index` is in `0..<count`.
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func remove(at index: Int) -> Element {
    let removed = Self.remove(at: index, from: &root)
    while root.height > 0, root.children.count == 1 { root = root.children[0].node }
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

  private static func makeUnique(_ node: inout Node) {
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
        node.children[slot].count += 1
        node.children[slot].weight += element.weight
      }
    }
    return node.size > fanout ? splitOff(node, from: node.size / 2) : nil
  }

  private static func remove(at index: Int, from node: inout Node) -> Element {
    makeUnique(&node)
    if node.height == 0 { return node.elements.remove(at: index) }
    var slot = 0
    var rest = index
    while rest >= node.children[slot].count {
      rest -= node.children[slot].count
      slot += 1
    }
    let removed = remove(at: rest, from: &node.children[slot].node)
    node.children[slot].count -= 1
    node.children[slot].weight -= removed.weight
    if node.children[slot].node.size < fanout / 4 { joinNeighbour(of: slot, in: node) }
    return removed
  }

  private static func update<Result, Failure: Error>(
    at index: Int, in node: inout Node, growth: inout Int,
    _ change: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeUnique(&node)
    if node.height == 0 {
      let before = node.elements[index].weight
      defer { growth = node.elements[index].weight - before }
      return try change(&node.elements[index])
    }
    var slot = 0
    var rest = index
    while rest >= node.children[slot].count {
      rest -= node.children[slot].count
      slot += 1
    }
    defer { node.children[slot].weight += growth }
    return try update(at: rest, in: &node.children[slot].node, growth: &growth, change)
  }

  /// Moves everything from `position` on into a new node of the same height.
  private static func splitOff(_ node: Node, from position: Int) -> Node {
    let right = Node(height: node.height)
    if node.height == 0 {
      right.elements.append(contentsOf: node.elements[position...])
      node.elements.removeSubrange(position...)
    } else {
      right.children.append(contentsOf: node.children[position...])
      node.children.removeSubrange(position...)
    }
    return right
  }

  /// Joins a small child with a neighbour; if both are too much for one node, they share evenly.
  private static func joinNeighbour(of slot: Int, in node: Node) {
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
    }
    node.children[left] = Child(joined)
  }
}
