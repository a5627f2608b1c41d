public import RosterLayout

/// The edges and the size of the box.
extension LayoutModifiable {
  /// Keeps the content away from all edges of the box.
  public consuming func padding(_ length: Dimension) -> Modified { padding(Edges(length)) }

  /// Keeps the content away from the edges of the box.
  public consuming func padding(vertical: Dimension, horizontal: Dimension) -> Modified {
    padding(Edges(vertical: vertical, horizontal: horizontal))
  }

  /// Keeps the content away from the edges of the box.
  public consuming func padding(_ edges: Edges) -> Modified { layout { $0.padding = edges } }

  /// Makes room for a border.
  public consuming func border(_ width: Dimension) -> Modified { border(Edges(width)) }

  /// Makes room for a border.
  public consuming func border(_ edges: Edges) -> Modified { layout { $0.border = edges } }

  /// Keeps other boxes away from all edges of the box.
  public consuming func margin(_ length: Dimension) -> Modified { margin(Edges(length)) }

  /// Keeps other boxes away from the edges of the box.
  public consuming func margin(vertical: Dimension, horizontal: Dimension) -> Modified {
    margin(Edges(vertical: vertical, horizontal: horizontal))
  }

  /// Keeps other boxes away from the edges of the box.
  public consuming func margin(_ edges: Edges) -> Modified { layout { $0.margin = edges } }

  /// Sets the width.
  public consuming func width(_ width: Dimension) -> Modified { layout { $0.width = width } }

  /// Sets the height.
  public consuming func height(_ height: Dimension) -> Modified { layout { $0.height = height } }

  /// Sets the minimum width.
  public consuming func minWidth(_ width: Dimension) -> Modified { layout { $0.minWidth = width } }

  /// Sets the minimum height.
  public consuming func minHeight(_ height: Dimension) -> Modified {
    layout { $0.minHeight = height }
  }

  /// Sets the maximum width.
  public consuming func maxWidth(_ width: Dimension) -> Modified { layout { $0.maxWidth = width } }

  /// Sets the maximum height.
  public consuming func maxHeight(_ height: Dimension) -> Modified {
    layout { $0.maxHeight = height }
  }

  /// Sets the width and the height.
  public consuming func frame(width: Dimension, height: Dimension) -> Modified {
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
  public consuming func display(_ display: Display) -> Modified { layout { $0.display = display } }

  /// Sets how the box treats content that is larger than the box.
  public consuming func overflow(_ overflow: Overflow) -> Modified {
    layout { $0.overflow = overflow }
  }

  /// Sets the direction of the content; `nil` for the direction of the surroundings.
  public consuming func layoutDirection(_ direction: LayoutDirection?) -> Modified {
    layout { $0.layoutDirection = direction }
  }
}
