internal import RosterCore

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
        DeliveredBatch(
          sourceRevision: batch.changes.sourceRevision, targetRevision: target,
          annotation: batch.changes.annotation, mergedCount: mergedCount,
          lag: publishedRevision - target, duration: published?.duration(to: now))))
  }
}
