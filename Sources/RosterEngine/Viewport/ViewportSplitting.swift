/// How work is split if the list has a viewport.
public struct ViewportSplitting: Hashable, Sendable {
  /// The fewest outputs of a modification for which it is split; those of smaller ones are made at
  /// once.
  ///
  /// What is visible is found by adding up sizes from the start of the list to the end of the
  /// viewport. For few items it is less work to build them.
  public var outputCountMin: Int
  /// Whether updated items that are not visible may be built later.
  public var defersUpdates: Bool
  /// The most outputs of one batch of the remainder.
  public var chunkCountMax: Int
  /// How long an item is taken to be that is not in memory, in points.
  public var estimatedExtent: Double
  /// How long a header is taken to be that was never measured, in points; also that of a section of
  /// which nobody knows yet whether it has one.
  public var estimatedHeaderExtent = 28.0
  /// How long a footer is taken to be that was never measured.
  public var estimatedFooterExtent = 28.0

  /// Makes a way to split.
  public init(
    outputCountMin: Int = 16, defersUpdates: Bool = true, chunkCountMax: Int = 128,
    estimatedExtent: Double = 44
  ) {
    self.outputCountMin = outputCountMin
    self.defersUpdates = defersUpdates
    self.chunkCountMax = chunkCountMax
    self.estimatedExtent = estimatedExtent
  }
}
