/// The sizes of what devices and hubs exchange.
public struct SyncLimits: Hashable, Sendable {
  /// The maximum number of bytes of one change with what its author says about it, as canonical
  /// JSON. A larger one stays on its device (``SyncOutcome/Kind/unsent(_:)``).
  public var changeByteCountMax = 1 << 20
  /// About how many bytes of changes or items are in one message; at least one change or item is. If the next
  /// revision of a hub has more than eight times as many, devices get the list whole, in pages.
  public var messageByteCountMax = 1 << 20
  /// The maximum number of revisions that a hub sends in one message.
  public var messageCountMax = 4_096
  /// The maximum number of changes that a device sends in one message. A hub commits each of them
  /// before it answers, and the device waits for that.
  public var sentCountMax = 256
  /// How many revisions behind the hub a device may be when it sends changes. One that is further
  /// behind first gets what it missed.
  public var lookBackMax = 4_096

  /// Makes the default limits.
  public init() {}
}
