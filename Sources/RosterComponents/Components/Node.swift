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
