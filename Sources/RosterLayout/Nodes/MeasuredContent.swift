/// Content with a size of its own: a text, an image.
///
/// Measuring is a pure function, and is called repeatedly. Content that is expensive to measure
/// should remember its results.
public protocol MeasuredContent: Sendable {
  /// Returns the size of the content in some room.
  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize
}

/// The room along an axis.
public enum AvailableLength: Hashable, Sendable {
  /// The length is given.
  case exactly(Double)
  /// The length may be anything up to this.
  case atMost(Double)
  /// The length is to be as small as the content allows.
  case minContent
  /// The length is to be as large as the content wants.
  case maxContent
}

/// The size and baseline of content.
public struct MeasuredSize: Hashable, Sendable {
  /// The size of the content, without padding and border.
  public var size: Size
  /// The baseline of the first line of text, from the top; `nil` for the lower edge.
  public var baseline: Double?
  /// The baseline of the last line of text, from the top; `nil` for that of the first line.
  public var lastBaseline: Double?

  /// Makes a measurement.
  public init(size: Size, baseline: Double? = nil, lastBaseline: Double? = nil) {
    self.size = size
    self.baseline = baseline
    self.lastBaseline = lastBaseline
  }
}
