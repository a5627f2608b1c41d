/// The pace of an animation over time.
public enum AnimationCurve: Hashable, Sendable {
  /// The same pace all the time.
  case linear
  /// Slow at the beginning.
  case easeIn
  /// Slow at the end.
  case easeOut
  /// Slow at the beginning and at the end.
  case easeInOut
  /// A Bézier curve from (0, 0) to (1, 1) with two control points.
  case cubic(AnimatedPoint, AnimatedPoint)
  /// A spring that is at rest at the end. With a damping of 1 it does not oscillate, with less it
  /// does. The unit of the initial velocity is the whole distance per second.
  case spring(damping: Double, initialVelocity: Double)
}
