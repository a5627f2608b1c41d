public import RosterCore

extension Node {
  /// Has the node's views come and go with animations, whatever components they are of.
  ///
  ///     Node { PostRow(post) }.animated(initial: [.alpha(from: 0)], final: [.alpha(to: 0)])
  ///
  /// The node becomes a scope of its own; the scopes in it are within that one.
  ///
  /// - Parameters:
  ///   - initial: How the views come.
  ///   - final: How the views go.
  ///   - identifier: What tells the node from animated siblings.
  public func animated(
    initial: [Animation] = [], final: [Animation] = [], identifier: ScopeIdentifier? = nil
  ) -> Node<Message> {
    Node(
      AnimatedNode(
        node: self, identifier: identifier, initial: initial, final: final))
  }

  /// Has the node's old views go and its new ones come, with animations, when a value is another.
  ///
  ///     Node { Page(number) }.transition(
  ///       on: number, initial: [.alpha(from: 0)], final: [.alpha(to: 0)])
  ///
  /// Nothing is played when the node comes or goes as a whole. The node becomes a scope of its own;
  /// the scopes in it are within that one, and keep their states.
  ///
  /// - Parameters:
  ///   - trigger: The value.
  ///   - initial: How the new views come.
  ///   - final: How the old views go.
  ///   - identifier: What tells the node from siblings with transitions.
  public func transition<Trigger: Equatable & Sendable>(
    on trigger: Trigger, initial: [Animation] = [], final: [Animation] = [],
    identifier: ScopeIdentifier? = nil
  ) -> Node<Message> {
    Node(
      TransitionNode(
        node: self, identifier: identifier, trigger: trigger,
        transition: ViewTransition(initial: initial, final: final)))
  }
}

extension Component {
  /// Has the component's views come and go with animations; see
  /// ``Node/animated(initial:final:identifier:)``. It keeps its identifier.
  public func animated(
    initial: [Animation] = [], final: [Animation] = []
  ) -> Node<Message> {
    Node(self).animated(initial: initial, final: final, identifier: identifier)
  }

  /// Has the component's old views go and its new ones come, with animations, when a value is
  /// another; see ``Node/transition(on:initial:final:identifier:)``. It keeps its identifier.
  public func transition<Trigger: Equatable & Sendable>(
    on trigger: Trigger, initial: [Animation] = [], final: [Animation] = []
  ) -> Node<Message> {
    Node(self).transition(on: trigger, initial: initial, final: final, identifier: identifier)
  }
}

/// A node whose views come and go with animations.
struct AnimatedNode<Message: Sendable>: AnimatedComponent {
  static var typeName: String { "Roster.AnimatedNode" }

  let node: Node<Message>
  let identifier: ScopeIdentifier?
  let initial: [Animation]
  let final: [Animation]

  func body(_ scope: Scope<Self>) -> Node<Message> { node }

  func initialAnimations(_ state: NoState) -> [Animation] { initial }

  func finalAnimations(_ state: NoState) -> [Animation] { final }
}

/// A node whose views are replaced when a value is another.
struct TransitionNode<Trigger: Equatable & Sendable, Message: Sendable>: AnimatedComponent {
  static var typeName: String { "Roster.TransitionNode" }

  let node: Node<Message>
  let identifier: ScopeIdentifier?
  let trigger: Trigger
  let transition: ViewTransition

  func body(_ scope: Scope<Self>) -> Node<Message> { node }

  func transition(
    from previous: BuiltComponent<Self>, _ state: NoState
  ) -> ViewTransition? {
    previous.component.trigger == trigger ? nil : transition
  }
}
