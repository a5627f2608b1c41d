/// The timing of a change of a property.
public struct AnimationTiming: Hashable, Sendable {
  /// The duration in seconds.
  public let duration: Double
  /// The delay before the animation, in seconds.
  public let delay: Double
  /// The pace over time.
  public let curve: AnimationCurve

  /// Makes a timing; times that are negative or not finite are 0.
  public init(duration: Double = 0.25, delay: Double = 0, curve: AnimationCurve = .easeInOut) {
    self.duration = duration > 0 && duration.isFinite ? duration : 0
    self.delay = delay > 0 && delay.isFinite ? delay : 0
    self.curve = curve
  }
}
