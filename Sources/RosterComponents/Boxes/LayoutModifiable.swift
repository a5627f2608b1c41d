public import RosterLayout

/// Something with a layout: views, boxes, components and nodes.
///
/// A view and a box keep the layout themselves. A component or a node is wrapped in a box without a
/// view, which keeps the layout; like a view, it is a column. Such a box does not affect the
/// components in it: their scopes and states are the same with and without it.
///
///     ViewNode("row") { Headline(post) }.padding(8)
///     LikeButton().grow(1).margin(4)
public protocol LayoutModifiable {
  /// The type that keeps the layout.
  associatedtype Modified

  /// Changes the style of the box.
  consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Modified
}

extension LayoutModifiable {
  /// Replaces the style by one that was made elsewhere.
  ///
  ///     let card = LayoutStyle { style in
  ///       style.padding = Edges(8)
  ///       style.flexGrow = 1
  ///     }
  ///     ViewNode("card").layout(card)
  public consuming func layout(_ style: LayoutStyle) -> Modified { layout { $0 = style } }
}

/// The edges and the size of the box.
extension LayoutModifiable {
  /// Keeps the content away from all edges of the box.
  public consuming func padding(_ length: LayoutLength) -> Modified { padding(Edges(length)) }

  /// Keeps the content away from the edges of the box.
  public consuming func padding(vertical: LayoutLength, horizontal: LayoutLength) -> Modified {
    padding(Edges(vertical: vertical, horizontal: horizontal))
  }

  /// Keeps the content away from the edges of the box.
  public consuming func padding(_ edges: Edges) -> Modified { layout { $0.padding = edges } }

  /// Makes room for a border.
  public consuming func border(_ width: LayoutLength) -> Modified { border(Edges(width)) }

  /// Makes room for a border.
  public consuming func border(_ edges: Edges) -> Modified { layout { $0.border = edges } }

  /// Keeps other boxes away from all edges of the box.
  public consuming func margin(_ length: LayoutLength) -> Modified { margin(Edges(length)) }

  /// Keeps other boxes away from the edges of the box.
  public consuming func margin(vertical: LayoutLength, horizontal: LayoutLength) -> Modified {
    margin(Edges(vertical: vertical, horizontal: horizontal))
  }

  /// Keeps other boxes away from the edges of the box.
  public consuming func margin(_ edges: Edges) -> Modified { layout { $0.margin = edges } }

  /// Sets the width.
  public consuming func width(_ width: LayoutLength) -> Modified { layout { $0.width = width } }

  /// Sets the height.
  public consuming func height(_ height: LayoutLength) -> Modified { layout { $0.height = height } }

  /// Sets the minimum width.
  public consuming func minWidth(_ width: LayoutLength) -> Modified {
    layout { $0.minWidth = width }
  }

  /// Sets the minimum height.
  public consuming func minHeight(_ height: LayoutLength) -> Modified {
    layout { $0.minHeight = height }
  }

  /// Sets the maximum width.
  public consuming func maxWidth(_ width: LayoutLength) -> Modified {
    layout { $0.maxWidth = width }
  }

  /// Sets the maximum height.
  public consuming func maxHeight(_ height: LayoutLength) -> Modified {
    layout { $0.maxHeight = height }
  }

  /// Sets the width and the height.
  public consuming func frame(width: LayoutLength, height: LayoutLength) -> Modified {
    layout { style in
      style.width = width
      style.height = height
    }
  }

  /// Sets all lengths of a size.
  public consuming func frame(_ size: ComponentSize) -> Modified {
    layout { style in
      (style.width, style.height) = (size.width, size.height)
      (style.minWidth, style.minHeight) = (size.minWidth, size.minHeight)
      (style.maxWidth, style.maxHeight) = (size.maxWidth, size.maxHeight)
    }
  }

  /// Sets the ratio of width to height.
  public consuming func aspectRatio(_ widthByHeight: Double?) -> Modified {
    layout { $0.aspectRatio = widthByHeight }
  }

  /// Sets which part of the box the width and the height measure.
  public consuming func boxSizing(_ boxSizing: BoxSizing) -> Modified {
    layout { $0.boxSizing = boxSizing }
  }

  /// Sets whether the box is laid out, or only its content.
  public consuming func display(_ display: BoxDisplay) -> Modified {
    layout { $0.display = display }
  }

  /// Sets how the box treats content that is larger than the box.
  public consuming func overflow(_ overflow: Overflow) -> Modified {
    layout { $0.overflow = overflow }
  }

  /// Sets how the box treats content that is larger than the box, along each axis.
  public consuming func overflow(x: Overflow, y: Overflow) -> Modified {
    layout { style in
      style.overflowX = x
      style.overflowY = y
    }
  }

  /// Sets whether the box takes no room along the main axis of its container, and is not shown.
  public consuming func collapsed(_ isCollapsed: Bool = true) -> Modified {
    layout { $0.isCollapsed = isCollapsed }
  }

  /// Sets the direction of the content; `nil` for the direction of the surroundings.
  public consuming func layoutDirection(_ direction: WritingDirection?) -> Modified {
    layout { $0.layoutDirection = direction }
  }
}

/// The place of the box in its container.
extension LayoutModifiable {
  /// Sets the points between the box and its neighbors along the main axis of its container, in
  /// addition to the gap.
  public consuming func spacing(before: Double = 0, after: Double = 0) -> Modified {
    layout { style in
      style.spacingBefore = before
      style.spacingAfter = after
    }
  }

  /// Sets how much of the remaining room the box takes, in proportion to its siblings.
  public consuming func grow(_ factor: Double) -> Modified { layout { $0.flexGrow = factor } }

  /// Sets how much the box shrinks if room is missing, in proportion to its siblings and to its
  /// size.
  public consuming func shrink(_ factor: Double) -> Modified { layout { $0.flexShrink = factor } }

  /// Sets the size along the main axis before the box grows or shrinks.
  public consuming func basis(_ basis: FlexBasis) -> Modified { layout { $0.flexBasis = basis } }

  /// Sets the size along the main axis before the box grows or shrinks.
  public consuming func basis(_ length: LayoutLength) -> Modified { basis(.dimension(length)) }

  /// Sets where the box stands across the main axis; `nil` for the alignment of the container.
  public consuming func alignSelf(_ alignment: ItemAlignment?) -> Modified {
    layout { $0.alignSelf = alignment }
  }

  /// Sets the lines between which the box stands in a grid.
  public consuming func gridArea(
    column: GridLines = GridLines(), row: GridLines = GridLines()
  ) -> Modified {
    layout { style in
      style.gridColumn = column
      style.gridRow = row
    }
  }

  /// Sets where the box stands between the lines of its columns in a grid; `nil` for the alignment of
  /// the container.
  public consuming func justifySelf(_ alignment: ItemAlignment?) -> Modified {
    layout { $0.justifySelf = alignment }
  }

  /// Sets what the position of the box refers to.
  public consuming func position(_ position: BoxPosition) -> Modified {
    layout { $0.position = position }
  }

  /// Sets what the position of the box refers to, and its insets.
  public consuming func position(_ position: BoxPosition, _ insets: Edges) -> Modified {
    layout { style in
      style.position = position
      style.insets = insets
    }
  }

  /// Sets the insets of a positioned box.
  public consuming func insets(_ insets: Edges) -> Modified { layout { $0.insets = insets } }

  /// Sets the order in which siblings are placed: those of lower order first.
  public consuming func order(_ order: Int) -> Modified { layout { $0.order = order } }

  /// Sets which siblings the box is drawn above: those of a lower index.
  public consuming func zIndex(_ index: Int) -> Modified { layout { $0.zIndex = index } }
}
