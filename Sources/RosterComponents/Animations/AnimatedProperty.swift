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

/// The values at both ends of an animation.
///
/// An end that is left out is what the views themselves have: before the change for `from`, after it
/// for `to`. A view that comes has nothing before, and so begins with what it has after.
public struct AnimatedEnds<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value at the beginning.
  public var from: Value?
  /// The value at the end.
  public var to: Value?

  /// Makes it of both ends.
  public init(from: Value? = nil, to: Value? = nil) {
    self.from = from
    self.to = to
  }
}

/// A place, or a way, in points; *y* grows downwards.
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
  /// The corner with the least *x* and *y*.
  public var origin: AnimatedPoint
  /// How wide it is.
  public var width: Double
  /// How high it is.
  public var height: Double

  /// Makes bounds of their parts.
  public init(origin: AnimatedPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }
}
