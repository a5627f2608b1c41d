public import RosterLayout

/// What can be told how flexbox places what is in it: views and ``Flex``.
public protocol FlexModifiable: LayoutModifiable where Modified == Self {
  /// Changes how flexbox places what is in the box.
  consuming func flex(_ change: (inout FlexContainer) -> Void) -> Self
}

extension FlexModifiable {
  /// Takes a whole container, made elsewhere, instead of what was said so far.
  public consuming func flex(_ container: FlexContainer) -> Self { flex { $0 = container } }

  /// Takes a style and a container, made elsewhere, instead of what was said so far.
  public consuming func layout(_ style: LayoutStyle, _ container: FlexContainer) -> Self {
    layout(style).flex(container)
  }

  /// Sets the main axis, and where it begins.
  public consuming func direction(_ direction: FlexDirection) -> Self {
    flex { $0.direction = direction }
  }

  /// Says whether there may be several lines.
  public consuming func wrap(_ wrap: FlexWrap = .wrap) -> Self { flex { $0.wrap = wrap } }

  /// Says how boxes are distributed along the main axis.
  public consuming func justifyContent(_ distribution: ContentDistribution) -> Self {
    flex { $0.justifyContent = distribution }
  }

  /// Says where boxes stand across the main axis.
  public consuming func alignItems(_ alignment: ItemAlignment) -> Self {
    flex { $0.alignItems = alignment }
  }

  /// Says how lines are distributed across the main axis.
  public consuming func alignContent(_ distribution: ContentDistribution) -> Self {
    flex { $0.alignContent = distribution }
  }

  /// Sets the room between boxes, and between lines.
  public consuming func gap(_ length: Dimension) -> Self { gap(row: length, column: length) }

  /// Sets the room between boxes, or lines, that stand one above the other, and side by side.
  public consuming func gap(row: Dimension, column: Dimension) -> Self {
    flex { container in
      container.rowGap = row
      container.columnGap = column
    }
  }
}
