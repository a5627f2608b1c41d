internal import CoreMetrics
internal import Metrics
internal import RosterConcurrency
internal import RosterCore
public import RosterEngine

/// Measures a list with the metrics of the process.
///
/// Every metric has the dimension `list`.
///
/// | label | metric | further dimensions |
/// |---|---|---|
/// | `roster.queue.depth` | gauge: modifications that wait or are being processed | |
/// | `roster.modifications` | counter: modifications with an outcome | `kind`; `outcome`: `applied`, `superseded`, `failed`, `refused` |
/// | `roster.modification.duration` | timer: from the call to the outcome, for applied modifications | `kind` |
/// | `roster.generation.duration` | timer: applying, encoding and generating, once for each attempt | |
/// | `roster.generation.outputs` | counter: generated outputs | |
/// | `roster.commit.duration` | timer: transactions, including failed ones | |
/// | `roster.commit.revisions` | counter: committed revisions | |
/// | `roster.commit.failures` | counter: failed transactions | |
/// | `roster.rebases` | counter: work that was kept although another writer committed first | |
/// | `roster.followed.revisions` | counter: revisions of other writers | |
/// | `roster.suspended` | gauge: 1 while the list takes no changes after a storage failure, 0 after it was resumed | |
/// | `roster.suspensions` | counter: suspensions of the list | |
/// | `roster.delivery.duration` | timer: from publishing to the subscriber | |
/// | `roster.delivery.batches` | counter: batches that were delivered to subscribers | |
/// | `roster.delivery.merges` | counter: batches that were merged into another one | |
/// | `roster.delivery.lags` | counter: subscribers that had to continue from the journal | |
/// | `roster.failures` | counter: failures other than those of modifications | `what`: `follow`, `compaction`, `delivery` |
/// | `roster.events.missed` | counter: events that listeners have missed; the other metrics are wrong by them | |
public final class MetricsListener: DataSourceListener {
  private let metrics: ListMetrics
  private let depth = Guarded(0)

  /// Makes a listener that measures a list under a name.
  ///
  /// The metrics system of the process must be set up before this call.
  public convenience init(list name: String) {
    self.init(list: name, factory: MetricsSystem.factory)
  }

  init(list name: String, factory: any MetricsFactory) {
    metrics = ListMetrics(list: name, factory: factory)
  }

  /// Counts the outcome of a modification.
  public func receive(_ event: ObservedModification.Event, of modification: ObservedModification) {
    let kind = modification.kind
    switch event {
    case .accepted: changeDepth(by: 1)
    case .refused: metrics.outcomes(of: kind, "refused").increment()
    case .applied(_, let duration):
      changeDepth(by: -1)
      metrics.outcomes(of: kind, "applied").increment()
      metrics.duration(of: kind).record(duration: duration)
    case .superseded:
      changeDepth(by: -1)
      metrics.outcomes(of: kind, "superseded").increment()
    case .failed:
      changeDepth(by: -1)
      metrics.outcomes(of: kind, "failed").increment()
    }
  }

  private func changeDepth(by difference: Int) {
    depth.withLock { depth in
      depth += difference
      metrics.depth.record(depth)
    }
  }

  /// Measures the work of the list.
  public func receive(_ event: PipelineEvent) {
    switch event {
    case .took, .generationBegan, .published: break
    case .generationEnded(_, let outputCount, let duration):
      metrics.generation.record(duration: duration)
      metrics.outputs.increment(by: outputCount)
    case .committed(let revisions, let duration):
      metrics.commit.record(duration: duration)
      metrics.revisions.increment(by: revisions.count)
    case .commitFailed(_, let duration):
      metrics.commit.record(duration: duration)
      metrics.commitFailures.increment()
    case .rebased: metrics.rebases.increment()
    case .followed(let source, let target): metrics.followed.increment(by: target - source)
    case .followFailed: metrics.failures(of: "follow").increment()
    case .suspended:
      metrics.suspended.record(1)
      metrics.suspensions.increment()
    case .resumed: metrics.suspended.record(0)
    case .leftBehind: metrics.failures(of: "together").increment()
    case .compactionFailed: metrics.failures(of: "compaction").increment()
    }
  }

  /// Measures the delivery of batches.
  public func receive(_ event: DeliveryEvent, of subscriber: SubscriberID) {
    switch event {
    case .subscribed, .unsubscribed: break
    case .delivered(let batch):
      metrics.batches.increment()
      metrics.merges.increment(by: batch.mergedCount - 1)
      if let duration = batch.duration { metrics.delivery.record(duration: duration) }
    case .fellBehind: metrics.lags.increment()
    case .readFailed: metrics.failures(of: "delivery").increment()
    }
  }

  /// Counts the missed events.
  public func receive(missedEventCount: Int) { metrics.missed.increment(by: missedEventCount) }
}
