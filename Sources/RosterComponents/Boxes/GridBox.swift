public import RosterLayout

/// Places its content in columns and rows, as CSS grid does, without a view of its own.
///
///     GridBox(columns: [.autoFill([.minmax(.points(100), .fraction(1))])], gap: 4) {
///       for photo in photos { Photo(photo) }
///     }
public struct GridBox<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a grid of columns, with as many rows as its content needs.
  public init(
    columns: [GridTracks], gap: LayoutLength = 0,
    @NodeBuilder<Message> _ children: () -> Node<Message>
  ) {
    var container = GridContainer()
    container.columns = columns
    (container.rowGap, container.columnGap) = (gap, gap)
    self.init(container, children)
  }

  /// Makes a grid.
  public init(
    _ container: GridContainer, @NodeBuilder<Message> _ children: () -> Node<Message>
  ) {
    box = Box(BoxDraft(.grid(container), children().list))
  }
}

/// Puts boxes below each other in columns of one width, each into the shortest; see `MasonryRule`.
///
///     Masonry(.minWidth(120), gap: 4) {
///       for photo in photos { Photo(photo) }
///     }
public struct Masonry<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box with columns.
  public init(
    _ columns: MasonryRule.Columns, gap: Double = 0,
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(MasonryRule(columns, columnGap: gap, rowGap: gap), content())
  }
}
