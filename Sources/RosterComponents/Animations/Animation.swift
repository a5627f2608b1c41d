public import RosterJSON

/// How the views of a scope appear, change or disappear, as plain data that a renderer plays.
public indirect enum Animation: Hashable, Sendable {
  /// Changes one property from one value to another.
  case change(AnimatedProperty, AnimationTiming)
  /// Plays animations one after the other.
  case sequence([Animation])
  /// Plays animations at the same time.
  case parallel([Animation])

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

extension Animation {
  /// Changes the opacity of the views, from 0 to 1.
  public static func alpha(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.alpha(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes the distance of the views from their position.
  public static func translation(
    from: AnimatedPoint? = nil, to: AnimatedPoint? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.translation(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes the scale at which the views are drawn; 1 is their size.
  public static func scale(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.scale(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes the rotation of the views, clockwise, in radians.
  public static func rotation(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.rotation(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes a colour attribute, in the attribute's own form.
  public static func color(
    _ attribute: String, from: JSONValue? = nil, to: JSONValue? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.color(attribute: attribute, AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes the position of the views.
  public static func position(
    from: AnimatedPoint? = nil, to: AnimatedPoint? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.position(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes the position and size of the views.
  public static func bounds(
    from: AnimatedBounds? = nil, to: AnimatedBounds? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.bounds(AnimatedEnds(from: from, to: to)), timing)
  }
}
