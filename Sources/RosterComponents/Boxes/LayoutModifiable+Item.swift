public import RosterLayout

/// How the box stands in what is around it.
extension LayoutModifiable {
  /// Says how much the box grows, in proportion to others, where there is room left.
  public consuming func grow(_ factor: Double) -> Modified { layout { $0.flexGrow = factor } }

  /// Says how much the box shrinks, in proportion to others and to its size, where room is missing.
  public consuming func shrink(_ factor: Double) -> Modified { layout { $0.flexShrink = factor } }

  /// Sets the size along the main axis before the box grows or shrinks.
  public consuming func basis(_ basis: FlexBasis) -> Modified { layout { $0.flexBasis = basis } }

  /// Sets the size along the main axis before the box grows or shrinks.
  public consuming func basis(_ length: Dimension) -> Modified { basis(.dimension(length)) }

  /// Says where the box stands across the main axis; `nil` for what holds for all in the container.
  public consuming func alignSelf(_ alignment: ItemAlignment?) -> Modified {
    layout { $0.alignSelf = alignment }
  }

  /// Says what the place of the box goes by.
  public consuming func position(_ position: Position) -> Modified {
    layout { $0.position = position }
  }

  /// Says what the place of the box goes by, and where it is.
  public consuming func position(_ position: Position, _ insets: Edges) -> Modified {
    layout { style in
      style.position = position
      style.insets = insets
    }
  }

  /// Says where a positioned box is.
  public consuming func insets(_ insets: Edges) -> Modified { layout { $0.insets = insets } }

  /// Says where the box stands among its siblings while they are placed: those of lower order first.
  public consuming func order(_ order: Int) -> Modified { layout { $0.order = order } }

  /// Says what the box is drawn above: siblings of a lower index.
  public consuming func zIndex(_ index: Int) -> Modified { layout { $0.zIndex = index } }
}
