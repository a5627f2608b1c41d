public import RosterCore

extension Node {
  /// Animates how the node's views appear and disappear, whatever components they belong to.
  ///
  ///     Node { PostRow(post) }.animated(initial: [.alpha(from: 0)], final: [.alpha(to: 0)])
  ///
  /// The node becomes a scope of its own, which contains the scopes of the node.
  ///
  /// - Parameters:
  ///   - initial: The animations with which the views appear.
  ///   - final: The animations with which the views disappear.
  ///   - identifier: The identifier of the node among animated siblings.
  public func animated(
    initial: [AnimationSpec] = [], final: [AnimationSpec] = [], identifier: ScopeIdentifier? = nil
  ) -> Node<Message> {
    Node(
      AnimatedNode(
        node: self, identifier: identifier, initial: initial, final: final))
  }

  /// Animates the replacement of the node's old views by its new ones whenever a value has changed.
  ///
  ///     Node { Page(number) }.transition(
  ///       on: number, initial: [.alpha(from: 0)], final: [.alpha(to: 0)])
  ///
  /// Nothing is animated when the node as a whole is added or removed. The node becomes a scope of
  /// its own, which contains the scopes of the node; they keep their states.
  ///
  /// - Parameters:
  ///   - trigger: The value whose change replaces the views.
  ///   - initial: The animations with which the new views appear.
  ///   - final: The animations with which the old views disappear.
  ///   - identifier: The identifier of the node among siblings with transitions.
  public func transition<Trigger: Equatable & Sendable>(
    on trigger: Trigger, initial: [AnimationSpec] = [], final: [AnimationSpec] = [],
    identifier: ScopeIdentifier? = nil
  ) -> Node<Message> {
    Node(
      TransitionNode(
        node: self, identifier: identifier, trigger: trigger,
        transition: ViewTransition(initial: initial, final: final)))
  }
}

extension Component {
  /// Animates how the component's views appear and disappear; see
  /// ``Node/animated(initial:final:identifier:)``. The component keeps its identifier.
  public func animated(
    initial: [AnimationSpec] = [], final: [AnimationSpec] = []
  ) -> Node<Message> {
    Node(self).animated(initial: initial, final: final, identifier: identifier)
  }

  /// Animates the replacement of the component's old views by its new ones whenever a value has
  /// changed; see ``Node/transition(on:initial:final:identifier:)``. The component keeps its
  /// identifier.
  public func transition<Trigger: Equatable & Sendable>(
    on trigger: Trigger, initial: [AnimationSpec] = [], final: [AnimationSpec] = []
  ) -> Node<Message> {
    Node(self).transition(on: trigger, initial: initial, final: final, identifier: identifier)
  }
}

/// A node whose views appear and disappear with animations.
struct AnimatedNode<Message: Sendable>: AnimatedComponent {
  static var typeName: String { "Roster.AnimatedNode" }

  let node: Node<Message>
  let identifier: ScopeIdentifier?
  let initial: [AnimationSpec]
  let final: [AnimationSpec]

  func body(_ scope: Scope<Self>) -> Node<Message> { node }

  func initialAnimations(_ state: NoState) -> [AnimationSpec] { initial }

  func finalAnimations(_ state: NoState) -> [AnimationSpec] { final }
}

/// A node whose views are replaced when a value has changed.
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
