public import RosterCore
public import RosterGeometry

/// The visible part of a list whose items, headers and footers follow each other along an axis.
public struct Viewport: Hashable, Sendable {
  /// The direction in which items follow each other.
  public typealias Axis = ScrollAxis

  /// The direction in which items follow each other.
  public var axis: Axis
  /// The item that the offset counts from. `nil` counts from the start of the list, where the first
  /// header begins.
  ///
  /// A viewport with an anchor stays with that item when items before it are inserted, removed or
  /// resized.
  public var anchor: ItemID?
  /// Where the visible part begins, in points from the start of the anchor or list.
  public var offset: Double
  /// The length of the visible part, in points.
  public var length: Double

  /// Makes a viewport.
  public init(
    _ axis: Axis = .vertical, anchor: ItemID? = nil, offset: Double, length: Double
  ) {
    self.axis = axis
    self.anchor = anchor
    self.offset = offset
    self.length = length
  }

  /// Where the visible part ends.
  public var end: Double { offset + length }

  /// Returns the length of a size along the axis.
  public func extent(of size: Size) -> Double { axis.extent(of: size) }
}

extension Viewport {
  /// How work is split in a list with a viewport.
  public struct Splitting: Hashable, Sendable {
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
}
