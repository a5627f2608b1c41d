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
