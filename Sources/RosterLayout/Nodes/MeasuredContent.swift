/// Content that has a size of its own: a text, an image.
///
/// Measuring is a pure function, and is asked for again and again: content that is expensive to
/// measure remembers what it found.
public protocol MeasuredContent: Sendable {
  /// Returns how large the content is in some room.
  func measure(width: AvailableLength, height: AvailableLength) -> Measurement
}

/// How much room there is along an axis.
public enum AvailableLength: Hashable, Sendable {
  /// The length is given.
  case exactly(Double)
  /// It may be anything up to this.
  case atMost(Double)
  /// It is to be as small as the content allows.
  case minContent
  /// It is to be as large as the content wants.
  case maxContent
}

/// How large content is.
public struct Measurement: Hashable, Sendable {
  /// How large the content is, without padding and border.
  public var size: Size
  /// Where the first line of text stands, from the top; `nil` if that is the lower edge.
  public var baseline: Double?

  /// Makes a measurement.
  public init(size: Size, baseline: Double? = nil) {
    self.size = size
    self.baseline = baseline
  }
}
