/// A set of axes.
public struct Axes: OptionSet, Hashable, Sendable {
  /// A bit for each axis.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The axis from left to right.
  public static let horizontal = Axes(rawValue: 1)
  /// The axis from top to bottom.
  public static let vertical = Axes(rawValue: 2)
  /// Both axes.
  public static let both: Axes = [.horizontal, .vertical]
}
