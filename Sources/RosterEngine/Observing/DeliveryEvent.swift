public import RosterCore

/// What happens to batches on their way to a subscriber.
public enum DeliveryEvent: Sendable {
  /// A subscriber subscribed to the batches after a revision.
  case subscribed(after: Revision)
  /// A batch was delivered.
  case delivered(Delivery)
  /// More batches wait for the subscriber than are kept in memory. It reads on from the journal,
  /// from the first revision to the second and beyond.
  case fellBehind(from: Revision, to: Revision)
  /// A batch cannot be read or merged, or the list can publish nothing more. The subscriber got the
  /// error; unless the list has failed, it loses nothing if it asks again.
  case readFailed(StorageError)
  /// The subscriber is gone.
  case unsubscribed
}

extension DeliveryEvent {
  /// A batch that was delivered to a subscriber.
  public struct Delivery: Hashable, Sendable {
    /// The revision before.
    public let sourceRevision: Revision
    /// The revision after.
    public let targetRevision: Revision
    /// What the caller of the modification said about it; of merged batches, the last annotation.
    public let annotation: ChangeAnnotation
    /// The number of published batches that were merged into this one, or of revisions if they were
    /// read from the journal. It is 1 unless the subscriber gets what it missed as one batch.
    public let mergedCount: Int
    /// The number of revisions that the subscriber is still behind the list.
    public let lag: Int
    /// How long the first of its batches waited since it was published; `nil` if it was read from
    /// the journal.
    public let duration: Duration?
  }
}

/// Names a subscriber while the list is open.
public struct SubscriberID: Hashable, Comparable, Sendable {
  /// The number of the subscriber, from 1.
  public let rawValue: Int

  /// Names the subscriber with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Returns whether one subscribed before the other.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension SubscriberID: CustomStringConvertible {
  /// The word and the number: "subscriber 7".
  public var description: String { "subscriber \(rawValue)" }
}

/// Tells listeners what happens to the batches of one subscriber.
struct SubscriberObserver: Sendable {
  private let id: SubscriberID
  private let observation: Observation

  init(_ observation: Observation) {
    id = observation.nextSubscriberID()
    self.observation = observation
  }

  /// The current time.
  var now: ContinuousClock.Instant { observation.executor.now }

  func note(_ event: DeliveryEvent) { observation.note(.delivery(event, id)) }

  /// - Parameters:
  ///   - mergedCount: The number of batches or revisions that were merged into it.
  ///   - published: When the first of those was published, if that is known.
  ///   - publishedRevision: The revision of the published list.
  func delivered<Model, SectionModel, Output>(
    _ batch: ListBatch<Model, SectionModel, Output>, mergedCount: Int,
    published: ContinuousClock.Instant?, publishedRevision: Revision
  ) {
    let target = batch.changes.targetRevision
    note(
      .delivered(
        DeliveryEvent.Delivery(
          sourceRevision: batch.changes.sourceRevision, targetRevision: target,
          annotation: batch.changes.annotation, mergedCount: mergedCount,
          lag: publishedRevision - target, duration: published?.duration(to: now))))
  }
}
