extension SizeRange {
  /// The size that percentages refer to in a box with this range: the maximum, as far as it is
  /// finite.
  public var parentSize: ParentSize {
    ParentSize(
      width: max.width.isFinite ? max.width : nil,
      height: max.height.isFinite ? max.height : nil)
  }
}

extension ParentSize {
  /// Makes a parent size with a known width and height.
  public init(_ size: Size) { self.init(width: size.width, height: size.height) }
}
