/// An element of a counted tree, which has a weight, and may have something else that adds up.
protocol Weighted: Sendable {
  associatedtype Sum: RowSum = EmptySum

  /// The weight of the element; at least 0.
  var weight: Int { get }
  /// What else adds up.
  var sum: Sum { get }
  /// Where the element stands: it grows along the row. Elements that are found by their places alone have none.
  var order: Int { get }
}

extension Weighted {
  var order: Int { 0 }
}

extension Weighted where Sum == EmptySum {
  var sum: EmptySum { EmptySum() }
}

/// What is known of some elements together.
protocol RowSum: BitwiseCopyable, Equatable, Sendable {
  /// That of no elements.
  init()
  static func + (left: Self, right: Self) -> Self
}

/// The sum of elements that have only a weight. It takes neither space nor time.
struct EmptySum: RowSum {
  static func + (left: EmptySum, right: EmptySum) -> EmptySum { left }
}

/// A row of weighted elements that is copied in O(1) and changed in O(log *n*).
///
/// A B+ tree whose inner nodes hold the number of elements and the weight below each child. So an
/// element is found by its index, and by an offset in the sum of the weights:
///
///     elements    A(2)  B(1)  C(4)
///     offsets     0 1   2     3 4 5 6        location(ofOffset: 4) == C, 1 into it
///
/// Elements may have a `sum` besides. Then each node has one too, and an element is found by it. A
/// node that changes adds it up anew, since floating-point numbers cannot be subtracted again. Elements that
/// are `Ordered` are found by their order keys, of which inner nodes hold the first one below each child.
///
/// Copies share all nodes. A change copies those nodes on one path that another tree still
/// references. Five rows are kept this way: the sections of a list, the leaf pages of a section,
/// the section counts that pending changesets are verified against, the pieces of a composition,
/// and the extents of what scrolls. The elements of the last two are runs, which can be cut.
struct CountedTree<Element: Weighted>: Sendable {
  /// The maximum number of elements or children of a node. A node with less than a quarter of it
  /// joins a neighbour, unless it is the root.
  static var fanout: Int { 16 }

  /// Only the operations in this folder set it and the two totals.
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
    self.init()
    count = elements.count
    // Each element goes from the collection into its node, since the pages of a long list are thousands.
    var rest = elements.makeIterator()
    var weight = 0
    func node(ofNext size: Int) -> Node {
      let node = Node(height: 0)
      node.elements.reserveCapacity(size)
      while node.elements.count < size, let element = rest.next() {
        node.elements.append(element)
        weight += element.weight
      }
      node.addUp()
      return node
    }
    if count <= Self.fanout {
      root = node(ofNext: count)
      self.weight = weight
      return
    }
    var level = Self.shares(of: count).map { node(ofNext: $0.count) }
    self.weight = weight
    while level.count > 1 {
      let below = level
      level = Self.shares(of: below.count).map { share in
        let node = Node(height: below[0].height + 1)
        node.children = ContiguousArray(below[share].map(Child.init))
        node.addUp()
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

  /// The sum of all elements.
  var sum: Element.Sum { root.sum }

  /// A node of the tree: elements at height 0, children above.
  ///
  /// Unchecked because its properties are variables: they change only through
  /// `makeUnique`-guarded paths, that is, while no other tree can see the node.
  final class Node: @unchecked Sendable {
    let height: Int
    // Exclusive by construction, see above. Checking it at run time costs a tenth of a change.
    @exclusivity(unchecked) var elements: ContiguousArray<Element> = []
    @exclusivity(unchecked) var children: ContiguousArray<Child> = []
    /// The sum of all elements below. It is not kept beside the reference: an empty one there would
    /// make each copy of a node slower by a third.
    @exclusivity(unchecked) private(set) var sum = Element.Sum()

    init(height: Int) { self.height = height }

    init(copying other: Node) {
      height = other.height
      elements = other.elements
      children = other.children
      sum = other.sum
    }

    var size: Int { height == 0 ? elements.count : children.count }

    /// The order key of the first element below, 0 without one.
    var order: Int { height == 0 ? elements.first?.order ?? 0 : children[0].order }

    /// Adds the entries up; to be called after each change of them.
    func addUp() {
      // The compiler knows the size, and removes the addition of empty sums.
      if MemoryLayout<Element.Sum>.size > 0 { sum = total }
    }

    /// The sum of the entries.
    var total: Element.Sum {
      var total = Element.Sum()
      for slot in elements.indices { total = total + elements[slot].sum }
      for slot in children.indices { total = total + children[slot].node.sum }
      return total
    }
  }

  /// A child with its count, its weight and its first order key, kept beside the reference so that a search need
  /// not follow it.
  struct Child: Sendable {
    var node: Node
    var count: Int
    var weight: Int
    var order: Int

    init(_ node: Node) {
      self.node = node
      order = node.order
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
