public import RosterLayout

/// The place of the box in its container.
extension LayoutModifiable {
  /// Sets how much of the remaining room the box takes, in proportion to its siblings.
  public consuming func grow(_ factor: Double) -> Modified { layout { $0.flexGrow = factor } }

  /// Sets how much the box shrinks if room is missing, in proportion to its siblings and to its
  /// size.
  public consuming func shrink(_ factor: Double) -> Modified { layout { $0.flexShrink = factor } }

  /// Sets the size along the main axis before the box grows or shrinks.
  public consuming func basis(_ basis: FlexBasis) -> Modified { layout { $0.flexBasis = basis } }

  /// Sets the size along the main axis before the box grows or shrinks.
  public consuming func basis(_ length: Dimension) -> Modified { basis(.dimension(length)) }

  /// Sets where the box stands across the main axis; `nil` for the alignment of the container.
  public consuming func alignSelf(_ alignment: ItemAlignment?) -> Modified {
    layout { $0.alignSelf = alignment }
  }

  /// Sets what the position of the box refers to.
  public consuming func position(_ position: Position) -> Modified {
    layout { $0.position = position }
  }

  /// Sets what the position of the box refers to, and its insets.
  public consuming func position(_ position: Position, _ insets: Edges) -> Modified {
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
