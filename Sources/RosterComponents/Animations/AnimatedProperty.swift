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

/// The values at the beginning and at the end of an animation.
///
/// If a value is left out, the value of the views themselves counts: before the change for `from`,
/// after it for `to`. A view that appears has no value before, so it begins with the one after.
public struct AnimatedEnds<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value at the beginning.
  public var from: Value?
  /// The value at the end.
  public var to: Value?

  /// Makes ends from both values.
  public init(from: Value? = nil, to: Value? = nil) {
    self.from = from
    self.to = to
  }
}

/// A position or a distance in points; *y* grows downwards.
public struct AnimatedPoint: Hashable, Sendable {
  /// The horizontal part.
  public var x: Double
  /// The vertical part.
  public var y: Double

  /// Makes a point of its parts.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A place and a size, in points.
public struct AnimatedBounds: Hashable, Sendable {
  /// The corner with the smallest *x* and *y*.
  public var origin: AnimatedPoint
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Makes bounds of their parts.
  public init(origin: AnimatedPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }
}
