public import RosterLayout

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
  public consuming func gap(_ length: Dimension) -> Self { gap(row: length, column: length) }

  /// Sets the gap between boxes or lines that stand one above the other, and between those side by
  /// side.
  public consuming func gap(row: Dimension, column: Dimension) -> Self {
    flex { container in
      container.rowGap = row
      container.columnGap = column
    }
  }
}
