/// The children of a node that a rule lays out.
public struct LayoutChildren: Sendable {
  /// The number of children.
  public var count: Int { 0 }

  /// Lays out a child; a child may be laid out several times.
  ///
  /// - Parameters:
  ///   - index: Which child.
  ///   - range: The sizes that it may have.
  ///   - parentSize: What percentages of the child refer to.
  public func layout(_ index: Int, in range: SizeRange, parentSize: ParentSize) -> ChildLayout {
    ChildLayout(size: range.min, baseline: range.min.height)
  }
}

/// What a child has been laid out to.
public struct ChildLayout: Sendable {
  /// How large it is.
  public let size: Size
  /// Where its first line of text stands, from the top; the lower edge if there is no text.
  public let baseline: Double
}
