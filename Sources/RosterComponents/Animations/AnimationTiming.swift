/// When a property changes, and how fast.
public struct AnimationTiming: Hashable, Sendable {
  /// How long it takes, in seconds.
  public let duration: Double
  /// How long it waits before, in seconds.
  public let delay: Double
  /// How fast it goes at which time.
  public let curve: AnimationCurve

  /// Makes a timing; times that are negative or not finite are 0.
  public init(duration: Double = 0.25, delay: Double = 0, curve: AnimationCurve = .easeInOut) {
    self.duration = duration > 0 && duration.isFinite ? duration : 0
    self.delay = delay > 0 && delay.isFinite ? delay : 0
    self.curve = curve
  }
}
