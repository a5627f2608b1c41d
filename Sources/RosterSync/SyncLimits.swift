internal import RosterJSON

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

/// What messages of any sender may hold at most. They are checked where a message is read, so that what
/// a hub or a device makes of it can be written, and read again.
enum SyncBounds {
  /// The largest number, and the last one of a run: every reader of JSON is exact up to 2⁵³. Nothing is added
  /// to a number but to one of lost parts.
  static let numberMax = (1 << 53) - 1
  /// The maximum number of numbers in one place, unless less is possible there: a short text cannot fill the
  /// memory with them.
  static let numberCountMax = 1 << 24
  /// The maximum number of lost parts of a change.
  static let lostCountMax = 1 << 32
  /// The maximum number of levels of arrays and objects in a model, a state or the user info of a change.
  /// Notes and messages are read with room for what stands around them.
  static let depthMax = JSONValue.depthMax
  /// The maximum number of bytes of a name: of the opening of a device, or of a hub. A hub keeps 256 of them.
  static let nameByteCountMax = 128
  /// The maximum number of bytes of a mark.
  static let markByteCountMax = 64
  /// The maximum number of bytes of a reason that is kept; a longer one is cut.
  static let reasonByteCountMax = 512
  /// The maximum number of changes in a request.
  static let changeCountMax = 4_096
  /// The maximum numbers of spans and losses in what is settled.
  static let spanCountMax = 256, lossCountMax = 64
  /// The maximum number of digests of settled changes.
  static let digestCountMax = 512
  /// How many bytes of models a list has at most that comes whole.
  static let wholeByteCountMax = 1 << 30
  /// The maximum number of revisions whose contents a hub remembers to have verified.
  static let verifiedCountMax = 64
  /// How often a change is computed again because others changed the list meanwhile.
  static let attemptCountMax = 64
  /// How often a list that comes whole may begin again in one synchronization.
  static let restartCountMax = 16

  /// Returns a reason as it is kept.
  static func reason(_ text: String) -> String {
    guard text.utf8.count > reasonByteCountMax else { return text }
    var kept = ""
    for character in text {
      guard kept.utf8.count + character.utf8.count <= reasonByteCountMax - 3 else { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
