/// How flexbox places the content of a box.
public struct FlexContainer: Hashable, Sendable {
  /// The main axis and its direction (CSS Flexbox 1, section 5.1).
  public var direction = FlexDirection.column
  /// Whether the content may form several lines (section 5.2).
  public var wrap = FlexWrap.noWrap
  /// How boxes are distributed along the main axis (section 8.2).
  public var justifyContent = ContentDistribution.flexStart
  /// Where boxes stand across the main axis (section 8.3).
  public var alignItems = ItemAlignment.stretch
  /// How lines are distributed if there may be several (section 8.4).
  ///
  /// `.flexStart` by default, and not `.stretch` as in CSS.
  public var alignContent = ContentDistribution.flexStart
  /// The gap between boxes of a line, or between lines, one above the other; in points or percent.
  public var rowGap: Dimension = 0
  /// The gap between boxes of a line, or between lines, side by side; in points or percent.
  public var columnGap: Dimension = 0

  /// Makes a container in which everything has its default.
  public init() {}
}
