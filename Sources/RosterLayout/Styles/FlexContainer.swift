/// How flexbox places what is in a box.
public struct FlexContainer: Hashable, Sendable {
  public var direction = FlexDirection.column
  public var wrap = FlexWrap.noWrap
  public var justifyContent = ContentDistribution.flexStart
  public var alignItems = ItemAlignment.stretch
  /// `.flexStart` by default, and not `.stretch` as in CSS.
  public var alignContent = ContentDistribution.flexStart
  /// The room between boxes of a line, or between lines, one above the other; points or percent.
  public var rowGap: Dimension = 0
  /// The room between boxes of a line, or between lines, side by side; points or percent.
  public var columnGap: Dimension = 0

  /// Makes a container in which everything has its default.
  public init() {}
}
