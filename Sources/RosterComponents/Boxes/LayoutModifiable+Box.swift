public import RosterLayout

/// The box: its edges and its size.
extension LayoutModifiable {
  /// Keeps what is in the box away from all of its edges.
  public consuming func padding(_ length: Dimension) -> Modified { padding(Edges(length)) }

  /// Keeps what is in the box away from its edges.
  public consuming func padding(vertical: Dimension, horizontal: Dimension) -> Modified {
    padding(Edges(vertical: vertical, horizontal: horizontal))
  }

  /// Keeps what is in the box away from its edges.
  public consuming func padding(_ edges: Edges) -> Modified { layout { $0.padding = edges } }

  /// Makes room for a border.
  public consuming func border(_ width: Dimension) -> Modified { border(Edges(width)) }

  /// Makes room for a border.
  public consuming func border(_ edges: Edges) -> Modified { layout { $0.border = edges } }

  /// Keeps others away from all edges of the box.
  public consuming func margin(_ length: Dimension) -> Modified { margin(Edges(length)) }

  /// Keeps others away from the edges of the box.
  public consuming func margin(vertical: Dimension, horizontal: Dimension) -> Modified {
    margin(Edges(vertical: vertical, horizontal: horizontal))
  }

  /// Keeps others away from the edges of the box.
  public consuming func margin(_ edges: Edges) -> Modified { layout { $0.margin = edges } }

  /// Sets the width.
  public consuming func width(_ width: Dimension) -> Modified { layout { $0.width = width } }

  /// Sets the height.
  public consuming func height(_ height: Dimension) -> Modified { layout { $0.height = height } }

  /// Sets the least width.
  public consuming func minWidth(_ width: Dimension) -> Modified { layout { $0.minWidth = width } }

  /// Sets the least height.
  public consuming func minHeight(_ height: Dimension) -> Modified {
    layout { $0.minHeight = height }
  }

  /// Sets the largest width.
  public consuming func maxWidth(_ width: Dimension) -> Modified { layout { $0.maxWidth = width } }

  /// Sets the largest height.
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

  /// Sets all lengths that the box asks for.
  public consuming func frame(_ size: ComponentSize) -> Modified {
    layout { style in
      (style.width, style.height) = (size.width, size.height)
      (style.minWidth, style.minHeight) = (size.minWidth, size.minHeight)
      (style.maxWidth, style.maxHeight) = (size.maxWidth, size.maxHeight)
    }
  }

  /// Sets the width by the height.
  public consuming func aspectRatio(_ widthByHeight: Double?) -> Modified {
    layout { $0.aspectRatio = widthByHeight }
  }

  /// Says what the width and the height measure.
  public consuming func boxSizing(_ boxSizing: BoxSizing) -> Modified {
    layout { $0.boxSizing = boxSizing }
  }

  /// Says whether the box, or only what is in it, is there.
  public consuming func display(_ display: Display) -> Modified { layout { $0.display = display } }

  /// Says what becomes of content that is larger than the box.
  public consuming func overflow(_ overflow: Overflow) -> Modified {
    layout { $0.overflow = overflow }
  }

  /// Sets the direction of what is in the box; `nil` for that of what is around it.
  public consuming func layoutDirection(_ direction: LayoutDirection?) -> Modified {
    layout { $0.layoutDirection = direction }
  }
}
