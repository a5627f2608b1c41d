public import RosterLayout

/// What knows how large a text is, and where its lines break.
public protocol TextMeasurer: Sendable {
  /// Returns how large a text is in some room.
  func measure(
    _ text: String, width: AvailableLength, height: AvailableLength, options: TextOptions
  ) -> Measurement
}

/// How a text is set.
public struct TextOptions: Hashable, Sendable {
  /// The number of lines that are shown at most; `nil` for all of them.
  public var maximumLines: Int?

  /// Makes options: all lines.
  public init(maximumLines: Int? = nil) { self.maximumLines = maximumLines }
}
