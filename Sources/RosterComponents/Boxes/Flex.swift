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

/// Something whose content flexbox places: views and ``Flex``.
public protocol FlexModifiable: LayoutModifiable where Modified == Self {
  /// Changes how flexbox places the content.
  consuming func flex(_ change: (inout FlexContainer) -> Void) -> Self
}

extension FlexModifiable {
  /// Replaces the container by one that was made elsewhere.
  public consuming func flex(_ container: FlexContainer) -> Self { flex { $0 = container } }

  /// Replaces the style and the container by ones that were made elsewhere.
  public consuming func layout(_ style: LayoutStyle, _ container: FlexContainer) -> Self {
    layout(style).flex(container)
  }

  /// Sets the direction of the main axis.
  public consuming func direction(_ direction: FlexDirection) -> Self {
    flex { $0.direction = direction }
  }

  /// Sets whether the content may form several lines.
  public consuming func wrap(_ wrap: FlexWrap = .wrap) -> Self { flex { $0.wrap = wrap } }

  /// Sets how boxes are distributed along the main axis.
  public consuming func justifyContent(_ distribution: ContentDistribution) -> Self {
    flex { $0.justifyContent = distribution }
  }

  /// Sets where boxes stand across the main axis.
  public consuming func alignItems(_ alignment: ItemAlignment) -> Self {
    flex { $0.alignItems = alignment }
  }

  /// Sets how lines are distributed across the main axis.
  public consuming func alignContent(_ distribution: ContentDistribution) -> Self {
    flex { $0.alignContent = distribution }
  }

  /// Sets the gap between boxes, and between lines.
  public consuming func gap(_ length: LayoutLength) -> Self { gap(row: length, column: length) }

  /// Sets the gap between boxes or lines that stand one above the other, and between those side by
  /// side.
  public consuming func gap(row: LayoutLength, column: LayoutLength) -> Self {
    flex { container in
      container.rowGap = row
      container.columnGap = column
    }
  }
}
