public import RosterCore

/// What becomes of the batches on their way to a subscriber.
public enum DeliveryEvent: Sendable {
  /// Somebody has subscribed to the batches after a revision.
  case subscribed(after: Revision)
  /// A batch was handed over.
  case delivered(DeliveredBatch)
  /// More waits for the subscriber than is kept in memory: it reads on from the journal, from the
  /// first revision to the second and beyond.
  case fellBehind(from: Revision, to: Revision)
  /// The journal cannot be read; the subscriber was told, and loses nothing if it asks again.
  case readFailed(StorageError)
  /// The subscriber is gone.
  case unsubscribed
}

/// A batch that was handed to a subscriber.
public struct DeliveredBatch: Hashable, Sendable {
  /// The revision before.
  public let sourceRevision: Revision
  /// The revision after.
  public let targetRevision: Revision
  /// What the caller of the modification said about it; of several that were merged, the last one's.
  public let annotation: ChangeAnnotation
  /// How many batches it was composed of: 1 unless the subscriber gets what it missed as one.
  public let mergedCount: Int
  /// How many revisions behind the list the subscriber still is.
  public let lag: Int
  /// How long it waited since the first of its batches was published, `nil` if it was read from the
  /// journal.
  public let duration: Duration?
}

/// Names a subscriber for as long as the list is open.
public struct SubscriberID: Hashable, Comparable, Sendable {
  /// The number of the subscriber, from 1.
  public let rawValue: Int

  /// Names the subscriber with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether one has subscribed before another.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension SubscriberID: CustomStringConvertible {
  /// The number.
  public var description: String { "subscriber \(rawValue)" }
}
