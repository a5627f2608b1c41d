/// A part of a body: a view, a component, several of them, or nothing.
///
/// A node is made by the builder of a body, or by hand for what is made elsewhere:
///
///     func footer(of post: Post) -> Node<Message> {
///       Node {
///         LikeButton()
///         if post.isShared { ShareCount(post.shareCount) }
///       }
///     }
public struct Node<Message: Sendable>: Sendable {
  @usableFromInline let content: TreeNode

  @inlinable init(_ content: TreeNode) { self.content = content }

  /// Makes a node of nothing.
  public init() { content = .empty }

  /// Makes a node of several.
  public init(@NodeBuilder<Message> _ nodes: () -> Node<Message>) { self = nodes() }

  /// Makes a node of a component.
  public init<C: Component>(_ component: C) where C.Message == Message {
    content = .component(UnbuiltComponent(part: TypedComponentPart(component)))
  }

  /// Makes a node of a component that sends no messages.
  @_disfavoredOverload
  public init<C: Component>(_ component: C) where C.Message == Never {
    content = .component(UnbuiltComponent(part: TypedComponentPart(component)))
  }

  /// Makes a node of a view.
  public init(_ view: consuming ViewNode<Message>) {
    content = .view(
      ViewPart(spec: view.spec, events: view.events, children: view.children))
  }

  /// Makes a node of one that sends no messages.
  @_disfavoredOverload
  public init(_ node: Node<Never>) { content = node.content }
}
