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
