/// A part of a body: a view, a component, several of them, or none.
///
/// The builder of a body makes nodes. A function makes them explicitly:
///
///     func footer(of post: Post) -> Node<Message> {
///       Node {
///         LikeButton()
///         if post.isShared { ShareCount(post.shareCount) }
///       }
///     }
public struct Node<Message: Sendable>: Sendable {
  @usableFromInline var list: NodeList

  @inlinable
  init(_ list: consuming NodeList) { self.list = list }

  init(_ node: consuming TreeNode) { list = NodeList(node) }

  /// Makes an empty node.
  @inlinable
  public init() { list = NodeList() }

  /// Makes a node of several nodes.
  @inlinable
  public init(@NodeBuilder<Message> _ nodes: () -> Node<Message>) { self = nodes() }

  /// Makes a node of a component.
  @inlinable
  public init<C: Component>(_ component: C) where C.Message == Message {
    list = NodeList(TypedComponentPart(component))
  }

  /// Makes a node of a component that sends no messages.
  @_disfavoredOverload
  @inlinable
  public init<C: Component>(_ component: C) where C.Message == Never {
    list = NodeList(TypedComponentPart(component))
  }

  /// Makes a node of a view.
  @inlinable
  public init(_ view: consuming ViewNode<Message>) { list = NodeList(view.draft) }

  /// Makes a node of a box without a view.
  public init<Container: BoxContainer>(_ container: consuming Container)
  where Container.Message == Message {
    list = NodeList(container.box.draft)
  }

  /// Makes a node of one without messages.
  @_disfavoredOverload
  @inlinable
  public init(_ node: consuming Node<Never>) { list = node.list }
}

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
