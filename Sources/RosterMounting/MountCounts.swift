/// What one render has done to the views of a host. All counts are zero if nothing has changed.
public struct MountCounts: Hashable, Sendable {
  /// Views that were made.
  public var made = 0
  /// Views that now show another component, or that were hidden.
  public var reused = 0
  /// Attributes that were set.
  public var set = 0
  /// Attributes that were unset.
  public var unset = 0
  /// Views whose events or description for assistive technology were replaced, once for each.
  public var described = 0
  /// Views that got another frame.
  public var framed = 0
  /// Views that were in their container already, and were placed there again.
  public var moved = 0
  /// Hidden views that were shown.
  public var shown = 0
  /// Views that were hidden, without those within.
  public var hidden = 0
  /// Views that were let go, including those within.
  public var letGo = 0

  /// Makes counts of zero.
  public init() {}
}
