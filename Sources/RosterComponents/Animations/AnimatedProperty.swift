public import RosterJSON

/// A property of views that an animation changes from one value to another.
public enum AnimatedProperty: Hashable, Sendable {
  /// The opacity of the views, from 0 to 1.
  case alpha(AnimatedEnds<Double>)
  /// The distance of the views from their position.
  case translation(AnimatedEnds<AnimatedPoint>)
  /// The scale at which the views are drawn; 1 is their size.
  case scale(AnimatedEnds<Double>)
  /// The rotation of the views, clockwise, in radians.
  case rotation(AnimatedEnds<Double>)
  /// A colour attribute, in the attribute's own form.
  case color(attribute: String, AnimatedEnds<JSONValue>)
  /// The position of the views in the view around them.
  case position(AnimatedEnds<AnimatedPoint>)
  /// The position and size of the views in the view around them.
  case bounds(AnimatedEnds<AnimatedBounds>)
}
