/// The nodes in a body. The list does not depend on the type of messages, so its code is compiled
/// once.
@usableFromInline
struct NodeList: Sendable {
  /// The only node; `nil` if the number of nodes is not 1. A single node needs no array.
  private var single: TreeNode?
  /// The nodes if their number is not 1.
  private var several: [TreeNode] = []
  /// The number of components in the nodes.
  private(set) var scopeCount = 0

  @usableFromInline
  init() {}

  init(_ node: consuming TreeNode) {
    scopeCount = node.scopeCount
    single = node
  }

  @usableFromInline
  init(_ component: consuming ComponentPart) {
    scopeCount = 1
    single = TreeNode(component)
  }

  @usableFromInline
  init(_ view: consuming ViewDraft) {
    scopeCount = view.scopeCount
    single = TreeNode(ViewPart(view), scopeCount: scopeCount)
  }

  init(_ box: consuming BoxDraft) {
    scopeCount = box.scopeCount
    single = TreeNode(BoxPart(box), scopeCount: scopeCount)
  }

  /// Makes a list of the nodes of several lists, one after the other.
  @usableFromInline
  init(joining lists: consuming [NodeList]) {
    several.reserveCapacity(lists.count)
    for list in lists { append(list) }
  }

  /// The nodes.
  consuming func takeNodes() -> [TreeNode] {
    if let node = single.take() { return [node] }
    return several
  }

  /// All nodes as one.
  consuming func takeNode() -> TreeNode {
    if let node = single.take() { return node }
    return TreeNode(several, scopeCount: scopeCount)
  }

  /// Adds the nodes of another list behind those of this one.
  @usableFromInline
  mutating func append(_ other: consuming NodeList) {
    if let first = single.take() {
      // Room for a few nodes: most of the cost of a short array is growing.
      several.reserveCapacity(4)
      several.append(first)
    }
    scopeCount += other.scopeCount
    if let node = other.single.take() {
      several.append(node)
    } else {
      several += other.several
    }
  }
}
