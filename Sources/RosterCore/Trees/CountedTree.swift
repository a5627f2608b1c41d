/// An element of a counted tree, which has a weight.
protocol Weighted: Sendable {
  /// The weight of the element; at least 0.
  var weight: Int { get }
}

/// A row of weighted elements that is copied in O(1) and changed in O(log *n*).
///
/// A B+ tree whose inner nodes hold the number of elements and the weight below each child. So an
/// element is found by its index, and by an offset in the sum of the weights:
///
///     elements    A(2)  B(1)  C(4)
///     offsets     0 1   2     3 4 5 6        location(ofOffset: 4) == C, 1 into it
///
/// Copies share all nodes. A change copies those nodes on one path that another tree still
/// references. Three rows are kept this way: the sections of a list, the leaf pages of a section,
/// and the section counts that pending changesets are verified against.
struct CountedTree<Element: Weighted>: Sendable {
  /// The maximum number of elements or children of a node. A node with less than a quarter of it
  /// joins a neighbour.
  static var fanout: Int { 16 }

  /// Only the operations in `CountedTree+Changing.swift` set it and the two sums.
  var root: Node
  /// The number of elements.
  var count: Int
  /// The sum of the weights.
  var weight: Int

  init() {
    root = Node(height: 0)
    count = 0
    weight = 0
  }

  /// Makes a tree of some elements in order.
  ///
  /// - Complexity: O(*n*).
  init(_ elements: some Collection<Element>) {
    let all = ContiguousArray(elements)
    count = all.count
    weight = all.reduce(0) { $0 + $1.weight }
    root = Node(height: 0)
    if count <= Self.fanout {
      root.elements = all
      return
    }
    var level = Self.shares(of: count).map { share in
      let node = Node(height: 0)
      node.elements.append(contentsOf: all[share])
      return node
    }
    while level.count > 1 {
      let below = level
      level = Self.shares(of: below.count).map { share in
        let node = Node(height: below[0].height + 1)
        node.children = ContiguousArray(below[share].map(Child.init))
        return node
      }
    }
    root = level[0]
  }

  /// Divides so many entries evenly among nodes, so that none is small.
  private static func shares(of count: Int) -> [Range<Int>] {
    let shareCount = (count + fanout * 3 / 4 - 1) / (fanout * 3 / 4)
    return (0..<shareCount).map { count * $0 / shareCount..<count * ($0 + 1) / shareCount }
  }

  var isEmpty: Bool { count == 0 }

  /// A node of the tree: elements at height 0, children above.
  ///
  /// Unchecked because its properties are variables: they change only through
  /// `withUnique`-guarded paths, that is, while no other tree can see the node.
  final class Node: @unchecked Sendable {
    let height: Int
    // Exclusive by construction, see above. Checking it at run time costs a tenth of a change.
    @exclusivity(unchecked) var elements: ContiguousArray<Element> = []
    @exclusivity(unchecked) var children: ContiguousArray<Child> = []

    init(height: Int) { self.height = height }

    init(copying other: Node) {
      height = other.height
      elements = other.elements
      children = other.children
    }

    var size: Int { height == 0 ? elements.count : children.count }
  }

  /// A child with its count and weight, kept beside the reference so that a search need not follow
  /// it.
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
