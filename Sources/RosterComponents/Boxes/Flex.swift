public import RosterLayout

/// Places its content by flexbox, without a view of its own.
///
///     Flex(.row) {
///       Portrait(author)
///       Headline(post).grow(1)
///     }
///     .gap(8).alignItems(.center)
public struct Flex<Message: Sendable>: BoxContainer, FlexModifiable {
  /// The box.
  public var box: Box<Message>

  /// Makes a container in a direction; everything else has its default.
  public init(
    _ direction: FlexDirection = .column, @NodeBuilder<Message> _ children: () -> Node<Message>
  ) {
    var container = FlexContainer()
    container.direction = direction
    self.init(container, children)
  }

  /// Makes a container.
  public init(
    _ container: FlexContainer, @NodeBuilder<Message> _ children: () -> Node<Message>
  ) {
    box = Box(BoxDraft(.flex(container), children().list))
  }

  /// Makes a column around a node.
  init(_ node: consuming Node<Message>) {
    box = Box(BoxDraft(.flex(FlexContainer()), node.list))
  }

  /// Changes how the container places its content.
  public consuming func flex(_ change: (inout FlexContainer) -> Void) -> Self {
    box.draft.box.modifyContainer(change)
    return self
  }
}

extension Component {
  /// Puts a box around the component, and changes its style.
  public consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Flex<Message> {
    Flex(Node(self)).layout(change)
  }
}

extension Node: LayoutModifiable {
  /// Puts a box around the node, and changes its style.
  public consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Flex<Message> {
    Flex(self).layout(change)
  }
}
