public import RosterJSON
public import RosterLayout

/// How the views of a scope appear, change or disappear, as plain data that a renderer plays.
public indirect enum AnimationSpec: Hashable, Sendable {
  /// Changes one property from one value to another.
  case change(AnimatedProperty, AnimationTiming)
  /// Plays animations one after the other.
  case sequence([AnimationSpec])
  /// Plays animations at the same time.
  case parallel([AnimationSpec])

  /// The seconds from the beginning to the end.
  ///
  /// - Complexity: O(*n*) in the number of animations.
  public var duration: Double {
    switch self {
    case .change(_, let timing): timing.delay + timing.duration
    case .sequence(let animations): animations.reduce(0) { $0 + $1.duration }
    case .parallel(let animations): animations.reduce(0) { max($0, $1.duration) }
    }
  }
}

extension AnimationSpec {
  /// Changes the opacity of the views, from 0 to 1.
  public static func alpha(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> AnimationSpec {
    .change(.alpha(.init(from: from, to: to)), timing)
  }

  /// Changes the distance of the views from their position.
  public static func translation(
    from: Point? = nil, to: Point? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> AnimationSpec {
    .change(.translation(.init(from: from, to: to)), timing)
  }

  /// Changes the scale at which the views are drawn; 1 is their size.
  public static func scale(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> AnimationSpec {
    .change(.scale(.init(from: from, to: to)), timing)
  }

  /// Changes the rotation of the views, clockwise, in radians.
  public static func rotation(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> AnimationSpec {
    .change(.rotation(.init(from: from, to: to)), timing)
  }

  /// Changes a colour attribute, in the attribute's own form.
  public static func color(
    _ attribute: String, from: JSONValue? = nil, to: JSONValue? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> AnimationSpec {
    .change(.color(attribute: attribute, .init(from: from, to: to)), timing)
  }

  /// Changes the position of the views.
  public static func position(
    from: Point? = nil, to: Point? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> AnimationSpec {
    .change(.position(.init(from: from, to: to)), timing)
  }

  /// Changes the position and size of the views.
  public static func bounds(
    from: ViewFrame? = nil, to: ViewFrame? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> AnimationSpec {
    .change(.bounds(.init(from: from, to: to)), timing)
  }
}

/// The timing of a change of a property.
public struct AnimationTiming: Hashable, Sendable {
  /// The duration in seconds.
  public let duration: Double
  /// The delay before the animation, in seconds.
  public let delay: Double
  /// The pace over time.
  public let curve: Curve

  /// Makes a timing; times that are negative or not finite are 0.
  public init(duration: Double = 0.25, delay: Double = 0, curve: Curve = .easeInOut) {
    self.duration = duration > 0 && duration.isFinite ? duration : 0
    self.delay = delay > 0 && delay.isFinite ? delay : 0
    self.curve = curve
  }
}

extension AnimationTiming {
  /// The pace of an animation over time.
  public enum Curve: Hashable, Sendable {
    /// The same pace all the time.
    case linear
    /// Slow at the beginning.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at the beginning and at the end.
    case easeInOut
    /// A Bézier curve from (0, 0) to (1, 1) with two control points.
    case cubic(Point, Point)
    /// A spring that is at rest at the end. With a damping of 1 it does not oscillate, with less it
    /// does. The unit of the initial velocity is the whole distance per second.
    case spring(damping: Double, initialVelocity: Double)
  }
}
