/// The sizes of what devices and hubs exchange.
public struct SyncLimits: Hashable, Sendable {
  /// The maximum number of bytes of one change, as canonical JSON. A larger one is refused.
  public var changeByteCountMax = 1 << 20
  /// About how many bytes of changes are in one message; at least one change is.
  public var messageByteCountMax = 1 << 20
  /// The maximum number of revisions or changes in one message.
  public var messageCountMax = 256
  /// How many revisions behind the hub a device may be when it sends changes. One that is further
  /// behind first gets what it missed.
  public var lookBackMax = 4_096

  /// Makes the default limits.
  public init() {}
}
