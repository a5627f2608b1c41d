/// One value of a view that was set, changed or removed.
public struct ViewChange<Name: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable
{
  /// What changes.
  public var name: Name
  /// The value before, `nil` if there was none.
  public var from: Value?
  /// The value from now on, `nil` if there is none any more.
  public var to: Value?
}
