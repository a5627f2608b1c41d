/// Whether and how a box takes part in the layout.
public enum BoxDisplay: Hashable, Sendable {
  case box
  /// Neither the box nor its content takes part.
  case none
  /// The content of the box takes part as if it were in the box around it.
  case contents
}

/// What the width and the height of a style measure.
public enum BoxSizing: Hashable, Sendable {
  /// The box with its padding and its border.
  case borderBox
  /// The content, without the padding and the border.
  case contentBox
}

/// How a box treats content that is larger than it, along an axis.
public enum Overflow: Hashable, Sendable {
  case visible
  /// It is cut off, and only programs scroll it.
  case hidden
  case scroll
  /// It is cut off, and does not scroll. The box is laid out as if the content were visible.
  case clip
}

/// The direction of text and rows.
public enum WritingDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

/// The reference of a box's position.
public enum BoxPosition: Hashable, Sendable {
  /// Its place in the flow. Insets have no effect, and it does not place absolute boxes within it.
  case `static`
  /// Its place in the flow, moved by its insets.
  case relative
  /// The insets from the nearest box around it that is not static, outside of the flow.
  case absolute
  /// Its place in the flow. The layout ignores the insets: a host that scrolls keeps the box as far
  /// from the edges of what is seen (CSS Positioned Layout 3, section 3.4).
  case sticky
}

/// The main axis of a flex container and its direction.
public enum FlexDirection: Hashable, Sendable {
  case row
  case rowReverse
  case column
  case columnReverse
}

/// Whether a flex container may have several lines, and where the first one is.
public enum FlexWrap: Hashable, Sendable {
  case noWrap
  case wrap
  case wrapReverse
}

/// How boxes are distributed along the main axis, or lines across it.
public enum ContentDistribution: Hashable, Sendable {
  case start
  case end
  case flexStart
  case flexEnd
  case center
  case spaceBetween
  case spaceAround
  case spaceEvenly
  case stretch
  /// The left edge of a row. Along a column, and across the main axis, it is ``start``.
  case left
  /// The right edge of a row. Along a column, and across the main axis, it is ``start``.
  case right
  /// A position that becomes ``start`` if the boxes are too large, so that none of them extends
  /// beyond the edge where text begins.
  case safe(Position)
  /// A position that is kept however large the boxes are, as without this word.
  case unsafe(Position)

  /// A position of boxes along the main axis, or of lines across it.
  public enum Position: Hashable, Sendable, CaseIterable {
    case start
    case end
    case flexStart
    case flexEnd
    case center
    case left
    case right
  }
}

/// Where a box stands across the main axis.
public enum ItemAlignment: Hashable, Sendable {
  case stretch
  case start
  case end
  case flexStart
  case flexEnd
  case center
  /// The edge where text begins in the box itself, whichever way text runs around it.
  case selfStart
  /// The edge where text ends in the box itself.
  case selfEnd
  /// The first line of text of each box of the line is at the same height.
  case baseline
  /// The last line of text of each box of the line is at the same height.
  case lastBaseline
  /// The left edge, for ``LayoutStyle/justifySelf`` and ``GridContainer/justifyItems``. Elsewhere, where
  /// CSS does not know it, it is ``start``.
  case left
  /// The right edge, as ``left``.
  case right
  /// A position that becomes ``start`` if the box is too large.
  case safe(Position)
  /// A position that is kept however large the box is. Boxes in the flow keep it without this word.
  case unsafe(Position)

  /// A position of a box across the main axis.
  public enum Position: Hashable, Sendable, CaseIterable {
    case start
    case end
    case flexStart
    case flexEnd
    case center
    case selfStart
    case selfEnd
    case left
    case right
  }
}

/// The size of a box along the main axis before it grows or shrinks.
public enum FlexBasis: Hashable, Sendable {
  /// A length; `.auto` takes the box's own width or height.
  case dimension(LayoutLength)
  /// The size of the content, whatever width or height the box has.
  case content
}
