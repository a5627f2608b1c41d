/// One value of a view that was set, changed or removed.
public struct ViewChange<Name: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable
{
  /// The name of the value.
  public var name: Name
  /// The value before, `nil` if there was none.
  public var from: Value?
  /// The new value, `nil` if it was removed.
  public var to: Value?
}
