/// How work is split in a list with a viewport.
public struct ViewportSplitting: Hashable, Sendable {
  /// The minimum number of outputs of a modification that is split. Smaller ones are made at once.
  ///
  /// Finding what is visible adds up sizes from the start of the list to the end of the viewport.
  /// For few items, building them is less work.
  public var outputCountMin: Int
  /// Whether updated items that are not visible may be built later.
  public var defersUpdates: Bool
  /// The maximum number of outputs in one batch of the remainder.
  public var chunkCountMax: Int
  /// The estimated length of an item whose size is not known, in points.
  public var estimatedExtent: Double
  /// The estimated length of a header that was never measured, in points. Also used while it is
  /// unknown whether a section has a header.
  public var estimatedHeaderExtent = 28.0
  /// The estimated length of a footer that was never measured, in points.
  public var estimatedFooterExtent = 28.0

  /// Makes a configuration.
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
