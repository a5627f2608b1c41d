public import RosterJSON

/// A property of views that goes from one value to another.
public enum AnimatedProperty: Hashable, Sendable {
  /// How opaque the views are, from 0 to 1.
  case alpha(AnimatedEnds<Double>)
  /// By how much they are off their place.
  case translation(AnimatedEnds<AnimatedPoint>)
  /// How large they are drawn; 1 is as they are.
  case scale(AnimatedEnds<Double>)
  /// By how much they are turned, clockwise, in radians.
  case rotation(AnimatedEnds<Double>)
  /// An attribute that is a colour, in the form in which the attribute has it.
  case color(attribute: String, AnimatedEnds<JSONValue>)
  /// Where they are, in the view around them.
  case position(AnimatedEnds<AnimatedPoint>)
  /// Where they are and how large, in the view around them.
  case bounds(AnimatedEnds<AnimatedBounds>)
}
