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
