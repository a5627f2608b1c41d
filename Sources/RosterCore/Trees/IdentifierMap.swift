/// Values by dense integer ids, copied in O(1) and changed in O(log *n*).
///
/// A radix tree over chunks of 64 ids. Ids that were given one after the other stand in one chunk,
/// so an entry costs little more than its value. Copies share all nodes. An id that was never set,
/// or was set to `vacant`, has no value.
struct IdentifierMap<Value: Sendable & Equatable>: Sendable {
  private static var chunkBits: Int { 6 }
  /// The number of ids in a chunk.
  static var width: Int { 1 << chunkBits }
  /// Inner nodes are narrower, because copying one retains all its children; copying values retains
  /// none.
  private static var innerBits: Int { 4 }

  private var root: Node?
  private var height = 0
  private let vacant: Value

  /// Makes an empty map.
  ///
  /// - Parameter vacant: The value that means "not there".
  init(vacant: Value) { self.vacant = vacant }

  /// A node of the tree: `width` values at height 0, children above.
  ///
  /// Unchecked because its properties are variables: they change only while the node is known to
  /// be referenced by one map alone.
  fileprivate final class Node: @unchecked Sendable {
    // Exclusive by construction, see above. Checking it at run time costs a tenth of a change.
    @exclusivity(unchecked) var values: ContiguousArray<Value>
    @exclusivity(unchecked) var children: ContiguousArray<Node?>

    init(values: ContiguousArray<Value>, children: ContiguousArray<Node?>) {
      self.values = values
      self.children = children
    }

    static func chunk(_ values: ContiguousArray<Value>) -> Node {
      Node(values: values, children: [])
    }

    static func inner() -> Node {
      Node(
        values: [], children: ContiguousArray(repeating: nil, count: 1 << IdentifierMap.innerBits))
    }
  }

  /// The chunk that holds an id.
  static func chunk(of id: Int) -> Int { id >> chunkBits }

  /// The child of a node at a level that leads to a chunk.
  private static func slot(of chunk: Int, atLevel level: Int) -> Int {
    (chunk >> ((level - 1) * innerBits)) & (1 << innerBits - 1)
  }

  /// - Complexity: O(log *n*).
  subscript(id: Int) -> Value? {
    guard let value = value(of: id) else { return nil }
    return value == vacant ? nil : value
  }

  /// Returns the value of an id, which may be the vacant one; `nil` if no value was ever set in its chunk.
  ///
  /// - Complexity: O(log *n*).
  func value(of id: Int) -> Value? {
    withChunk(Self.chunk(of: id)) { $0.values[id & (Self.width - 1)] }
  }

  /// Returns the `width` values of a chunk, `nil` if no value was ever set in it.
  ///
  /// - Complexity: O(log *n*).
  func values(inChunk chunk: Int) -> ContiguousArray<Value>? { withChunk(chunk, \.values) }

  private func withChunk<Result>(_ chunk: Int, _ body: (Node) -> Result) -> Result? {
    guard chunk >= 0, chunk >> (height * Self.innerBits) == 0, let root else { return nil }
    // The nodes are not retained, since that waits for the memory of each; the root holds them all.
    return withExtendedLifetime(root) {
      var node = Unmanaged.passUnretained(root)
      for level in stride(from: height, to: 0, by: -1) {
        let child = node._withUnsafeGuaranteedRef {
          $0.children[Self.slot(of: chunk, atLevel: level)].map(Unmanaged.passUnretained)
        }
        guard let child else { return nil }
        node = child
      }
      return node._withUnsafeGuaranteedRef(body)
    }
  }

  /// Sets the value of an id, or removes it.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - value: Its new value, `nil` to remove it.
  ///   - fill: Returns the values that the chunk of the id had before the first one was set in it,
  ///     `nil` if it had none.
  /// - Precondition: `id` is not negative.
  /// - Complexity: O(log *n*).
  mutating func set<Failure: Error>(
    _ id: Int, to value: Value?, fill: () throws(Failure) -> ContiguousArray<Value>?
  ) throws(Failure) {
    makeRoom(for: id)
    try Self.set(
      id, to: value ?? vacant, vacant: vacant, in: &root, level: height, fill: fill)
  }

  /// Makes the tree high enough for an id.
  private mutating func makeRoom(for id: Int) {
    let chunk = Self.chunk(of: id)
    while chunk >> (height * Self.innerBits) != 0 {
      if let old = root {
        let top = Node.inner()
        top.children[0] = old
        root = top
      }
      height += 1
    }
  }

  /// The chunk in which a map was filled last.
  struct Filling {
    fileprivate var chunk = -1
    fileprivate var node: Node?
  }

  /// Sets the value of an id that has none, in a map that shares no nodes with another one.
  ///
  /// - Parameter filling: Where the value before was set, if that was in this map: most values of a list that is
  ///   opened stand in the chunk of the one before, which is then not looked for.
  /// - Returns: Whether the id had none; its value stays otherwise.
  /// - Precondition: `id` is not negative, and `value` not vacant.
  /// - Complexity: O(log *n*), O(1) in the chunk that was filled last.
  mutating func insert(_ value: Value, at id: Int, _ filling: inout Filling) -> Bool {
    let chunk = Self.chunk(of: id)
    if chunk != filling.chunk || filling.node == nil {
      filling = Filling(chunk: chunk, node: chunkToFill(of: id))
    }
    guard let node = filling.node, node.values[id & (Self.width - 1)] == vacant else {
      return false
    }
    node.values[id & (Self.width - 1)] = value
    return true
  }

  /// Sets the value of an id that has none, in a map that shares no nodes with another one.
  ///
  /// - Returns: Whether the id had none; its value stays otherwise.
  /// - Precondition: `id` is not negative, and `value` not vacant.
  /// - Complexity: O(log *n*).
  mutating func insert(_ value: Value, at id: Int) -> Bool {
    var filling = Filling()
    return insert(value, at: id, &filling)
  }

  /// Returns the chunk of an id, which the map has from then on.
  private mutating func chunkToFill(of id: Int) -> Node {
    makeRoom(for: id)
    let top = root ?? (height > 0 ? .inner() : vacantChunk())
    root = top
    var node = top
    for level in stride(from: height, to: 0, by: -1) {
      let slot = Self.slot(of: Self.chunk(of: id), atLevel: level)
      let child = node.children[slot] ?? (level > 1 ? .inner() : vacantChunk())
      node.children[slot] = child
      node = child
    }
    return node
  }

  private func vacantChunk() -> Node {
    .chunk(ContiguousArray(repeating: vacant, count: Self.width))
  }

  /// Sets the value of an id, or removes it.
  mutating func set(_ id: Int, to value: Value?) {
    set(id, to: value, fill: { () throws(Never) -> ContiguousArray<Value>? in nil })
  }

  private static func set<Failure: Error>(
    _ id: Int, to value: Value, vacant: Value, in node: inout Node?, level: Int,
    fill: () throws(Failure) -> ContiguousArray<Value>?
  ) throws(Failure) {
    if node == nil {
      node =
        level > 0
        ? .inner()
        : .chunk(try fill() ?? ContiguousArray(repeating: vacant, count: width))
    } else if !isKnownUniquelyReferenced(&node), let shared = node {
      node = Node(values: shared.values, children: shared.children)
    }
    guard let unique = node else { return }
    if level == 0 {
      unique.values[id & (width - 1)] = value
      // A chunk that holds no more than `fill` gives is dropped, so that chunks of ids that are
      // never reused do not accumulate.
      if value == vacant, unique.values.allSatisfy({ $0 == vacant }), try fill() == nil {
        node = nil
      }
    } else {
      let slot = slot(of: chunk(of: id), atLevel: level)
      try set(
        id, to: value, vacant: vacant, in: &unique.children[slot], level: level - 1, fill: fill)
      if unique.children[slot] == nil, unique.children.allSatisfy({ $0 == nil }) { node = nil }
    }
  }
}
