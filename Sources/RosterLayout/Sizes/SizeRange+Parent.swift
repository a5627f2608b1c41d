extension SizeRange {
  /// What percentages refer to in something that may have these sizes: the largest ones, as far as
  /// they are finite.
  public var parentSize: ParentSize {
    ParentSize(
      width: max.width.isFinite ? max.width : nil,
      height: max.height.isFinite ? max.height : nil)
  }
}

extension ParentSize {
  /// A size that is known.
  public init(_ size: Size) { self.init(width: size.width, height: size.height) }
}
