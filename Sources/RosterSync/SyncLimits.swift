/// The sizes of what devices and hubs exchange.
public struct SyncLimits: Hashable, Sendable {
  /// The maximum number of bytes of one change with what its author says about it, as canonical
  /// JSON. A larger one is refused.
  public var changeByteCountMax = 1 << 20
  /// About how many bytes of changes or items are in one message; at least one change or item is.
  public var messageByteCountMax = 1 << 20
  /// The maximum number of revisions or changes in one message.
  public var messageCountMax = 4_096
  /// How many revisions behind the hub a device may be when it sends changes. One that is further
  /// behind first gets what it missed.
  public var lookBackMax = 4_096

  /// Makes the default limits.
  public init() {}
}
