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

/// How fast a property changes at which time.
public enum AnimationCurve: Hashable, Sendable {
  /// Evenly.
  case linear
  /// Slowly at the beginning.
  case easeIn
  /// Slowly at the end.
  case easeOut
  /// Slowly at the beginning and at the end.
  case easeInOut
  /// Along a Bézier curve from (0, 0) to (1, 1) with two control points.
  case cubic(AnimatedPoint, AnimatedPoint)
  /// Like a spring that is at rest at the end. With a damping of 1 it does not swing, with less it
  /// does; the initial velocity is in whole ways per second.
  case spring(damping: Double, initialVelocity: Double)
}
