import RosterCore
package import RosterEngine
import RosterTestKit

/// A listener that records what it is told, one line for each event.
package final class EventRecorder: DataSourceListener {
  private let recorder = Recorder<String>()
  /// The events of each modification, in order.
  private let fates = Recorder<(ObservedModification, ObservedModification.Event)>()

  /// All recorded events.
  package var lines: [String] { recorder.values }

  /// The recorded events of modifications.
  package var modifications: [(ObservedModification, ObservedModification.Event)] { fates.values }

  package init() {}

  package func removeAll() {
    recorder.removeAll()
    fates.removeAll()
  }

  /// Waits until an event is recorded that satisfies a condition.
  package func wait(for isAwaited: @escaping @Sendable (String) -> Bool) async {
    await recorder.wait { $0.contains(where: isAwaited) }
  }

  /// Waits until so many events of modifications are recorded.
  package func wait(forModifications count: Int) async { await fates.wait { $0.count >= count } }

  package func receive(_ event: ObservedModification.Event, of modification: ObservedModification) {
    fates.record((modification, event))
    recorder.record("\(modification.kind.rawValue) \(modification.id.rawValue) \(event.word)")
  }

  package func receive(_ event: PipelineEvent) { recorder.record(event.words) }

  package func receive(_ event: DeliveryEvent, of subscriber: SubscriberID) {
    recorder.record("\(subscriber.rawValue): \(event.words)")
  }

  package func receive(missedEventCount: Int) { recorder.record("missed \(missedEventCount)") }
}

extension DataSourceConfiguration {
  /// Returns a configuration with a listener.
  package static func told(_ listener: any DataSourceListener) -> DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.listeners = [listener]
    return configuration
  }
}

extension ObservedModification.Event {
  /// The event without durations.
  package var word: String {
    switch self {
    case .accepted(let pendingCount): "accepted, \(pendingCount) pending"
    case .refused(let error): "refused: \(error.word)"
    case .applied(let batches, _):
      "applied\(batches.last.map { " at \($0.targetRevision)" } ?? "")"
    case .superseded(let later): "superseded by \(later.rawValue)"
    case .failed(let error, _): "failed: \(error.word)"
    }
  }
}

extension PipelineEvent {
  /// The event without durations.
  package var words: String {
    switch self {
    case .took(let modifications, let pendingCount, _):
      "took \(modifications.map { "\($0.id.rawValue)" }.joined(separator: " ")), "
        + "\(pendingCount) pending"
    case .generationBegan: "generating"
    case .generationEnded(_, let outputCount, _): "generated \(outputCount)"
    case .committed(let revisions, _): "committed \(revisions.lowerBound)-\(revisions.upperBound)"
    case .commitFailed(let error, _): "commit failed: \(error.code)"
    case .rebased(_, let keptCount, let conflictCount):
      "rebased, \(keptCount) kept, \(conflictCount) gone"
    case .followed(let source, let target): "followed \(source)-\(target)"
    case .followFailed(let error): "follow failed: \(error.code)"
    case .published(let batch): "published \(batch.sourceRevision)-\(batch.targetRevision)"
    case .suspended(let suspension): "suspended: \(suspension.cause.code)"
    case .resumed: "resumed"
    case .leftBehind(let error): "left behind: \(error)"
    case .compactionFailed(let error): "compaction failed: \(error.code)"
    }
  }
}

extension DeliveryEvent {
  /// The event without durations.
  package var words: String {
    switch self {
    case .subscribed(let revision): "subscribed after \(revision)"
    case .delivered(let batch):
      "delivered \(batch.sourceRevision)-\(batch.targetRevision) of \(batch.mergedCount), "
        + "\(batch.lag) behind"
    case .fellBehind(let source, let target): "fell behind \(source)-\(target)"
    case .readFailed(let error): "read failed: \(error.code)"
    case .unsubscribed: "unsubscribed"
    }
  }
}

extension DataSourceError {
  /// The error in a word.
  package var word: String {
    switch self {
    case .invalid: "invalid"
    case .duplicate: "duplicate"
    case .duplicateKey: "duplicate key"
    case .notCurrent: "not current"
    case .noSuchItem: "no such item"
    case .noSuchKey: "no such key"
    case .noSuchSection: "no such section"
    case .noSuchSupplement: "no such supplement"
    case .edit: "edit"
    case .thrown: "thrown"
    case .updateWhileBuilding: "update while building"
    case .storage(let error): "\(error.code)"
    case .suspended(let suspension): "suspended by \(suspension.cause.code)"
    case .precedingFailed(let failure): "preceding \(failure.cause.word)"
    case .conflict: "conflict"
    case .nothingToUndo, .nothingToRedo: "nothing to take back"
    case .notInStore: "not in store"
    case .repeatedList: "repeated list"
    case .partOfSeveral: "part of several"
    case .keptUp: "kept up"
    case .queueFull: "queue full"
    case .reentrant: "reentrant"
    case .closed: "closed"
    }
  }
}
