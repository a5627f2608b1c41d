public import RosterJSON

/// How the views of a scope come, change or go: plain data that a renderer plays.
public indirect enum Animation: Hashable, Sendable {
  /// One property goes from one value to another.
  case change(AnimatedProperty, AnimationTiming)
  /// One after the other.
  case sequence([Animation])
  /// All at once.
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
  /// Changes how opaque the views are, from 0 to 1.
  public static func alpha(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.alpha(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes by how much the views are off their place.
  public static func translation(
    from: AnimatedPoint? = nil, to: AnimatedPoint? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.translation(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes how large the views are drawn; 1 is as they are.
  public static func scale(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.scale(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes by how much the views are turned, clockwise, in radians.
  public static func rotation(
    from: Double? = nil, to: Double? = nil, _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.rotation(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes an attribute that is a colour, in the form in which the attribute has it.
  public static func color(
    _ attribute: String, from: JSONValue? = nil, to: JSONValue? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.color(attribute: attribute, AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes where the views are.
  public static func position(
    from: AnimatedPoint? = nil, to: AnimatedPoint? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.position(AnimatedEnds(from: from, to: to)), timing)
  }

  /// Changes where the views are and how large.
  public static func bounds(
    from: AnimatedBounds? = nil, to: AnimatedBounds? = nil,
    _ timing: AnimationTiming = AnimationTiming()
  ) -> Animation {
    .change(.bounds(AnimatedEnds(from: from, to: to)), timing)
  }
}
