public import RosterJSON
public import RosterLayout

/// A property of views that an animation changes from one value to another.
public enum AnimatedProperty: Hashable, Sendable {
  /// The opacity of the views, from 0 to 1.
  case alpha(Ends<Double>)
  /// The distance of the views from their position.
  case translation(Ends<Point>)
  /// The scale at which the views are drawn; 1 is their size.
  case scale(Ends<Double>)
  /// The rotation of the views, clockwise, in radians.
  case rotation(Ends<Double>)
  /// A colour attribute, in the attribute's own form.
  case color(attribute: String, Ends<JSONValue>)
  /// The position of the views in the view around them.
  case position(Ends<Point>)
  /// The position and size of the views in the view around them.
  case bounds(Ends<ViewFrame>)
}

extension AnimatedProperty {
  /// The values at the beginning and at the end of an animation.
  ///
  /// If a value is left out, the value of the views themselves counts: before the change for
  /// `from`, after it for `to`. A view that appears has no value before, so it begins with the one
  /// after.
  public struct Ends<Value: Hashable & Sendable>: Hashable, Sendable {
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
}
