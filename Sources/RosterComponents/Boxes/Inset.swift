public import RosterLayout

/// Keeps its content away from the edges.
///
/// An infinite inset takes all remaining room on its side, so it pushes the content to the other
/// side; two of them center the content at whole points. Percentages refer to the parent. NaN counts
/// as 0.
///
///     Inset(top: .points(.infinity)) { Caption() }  // pushed to the lower edge
public struct Inset<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes insets on the given sides.
  public init(
    top: LayoutLength = 0, left: LayoutLength = 0, bottom: LayoutLength = 0,
    right: LayoutLength = 0,
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    let rule = InsetRule(top: top, left: left, bottom: bottom, right: right)
    box = Box(rule, slots: content())
  }

  /// Makes the same inset on all sides.
  public init(_ all: LayoutLength, @NodeBuilder<Message> _ content: () -> Node<Message>) {
    box = Box(InsetRule(all), slots: content())
  }
}

/// Centres its content along some axes, at whole points.
///
/// The box takes all available room, except along axes where it is to be no larger than its content.
public struct Center<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box that centres its content.
  ///
  /// - Parameters:
  ///   - axes: The axes along which the content is centred.
  ///   - minimum: The axes along which the box is no larger than its content.
  ///   - content: The nodes in the box.
  public init(
    _ axes: Axes = .both, minimum: Axes = [],
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(CenterRule(axes, minimum: minimum), slots: content())
  }
}

/// Gives its content a size, as far as there is room.
///
/// The content fills the box. In a ``Flex`` it would fill only the width.
public struct Sizing<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box of a size.
  public init(_ size: ComponentSize, @NodeBuilder<Message> _ content: () -> Node<Message>) {
    box = Box(SizingRule(size), slots: content())
  }

  /// Makes a box of a width and a height.
  public init(
    width: LayoutLength = .auto, height: LayoutLength = .auto,
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    self.init(ComponentSize(width: width, height: height), content)
  }
}

/// Gives its content a ratio of height to width.
///
/// Of two sizes, the box takes the one whose ratio is nearer: the maximum width with the height that
/// follows from it, or the maximum height with the width that follows from it. Both are rounded down
/// to whole points and clamped to the possible sizes. If neither maximum is finite, or the ratio is
/// not positive and finite, the content is laid out as if it had no ratio.
public struct Ratio<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box of a ratio.
  public init(
    heightByWidth ratio: Double, @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(RatioRule(heightByWidth: ratio), slots: content())
  }
}

/// Lets its content be as long as it wants, while the box itself is as long as the room that it has.
///
/// The box has the size that the content would have in that room.
///
/// A box without a view does not hide content. The view around it does if it has
/// `overflow(.hidden)`.
public struct Clipping<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box.
  ///
  /// - Parameters:
  ///   - axes: The axes along which the content is as long as it wants.
  ///   - content: The nodes in the box.
  public init(_ axes: Axes, @NodeBuilder<Message> _ content: () -> Node<Message>) {
    box = Box(ClippingRule(axes), slots: content())
  }
}
