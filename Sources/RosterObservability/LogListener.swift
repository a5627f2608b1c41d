public import Logging
internal import RosterConcurrency
internal import RosterCore
public import RosterEngine

/// Logs a line for each event of a list that an operator may want to know.
///
///     var configuration = DataSourceConfiguration()
///     configuration.listeners = [LogListener(Logger(label: "inbox"))]
///
/// | level | lines |
/// |---|---|
/// | error | a modification has failed in storage, and the list is suspended; a transaction, the journal, or the commits of other writers cannot be written or read |
/// | warning | a modification was refused, or has failed, because of its content or because the list is suspended; the journal cannot be compacted; lines are missing |
/// | notice | a modification conflicts with another writer, or came too late; nothing could be undone or redone; the list was resumed |
/// | info | a subscriber continues from the journal; work was kept although another writer committed first |
/// | debug | a modification was applied or superseded; the list applied the changes of other writers |
/// | trace | modifications were accepted, taken, generated, committed, published, delivered |
///
/// Every line has the `origin` of its modification, or all origins if there are several
/// modifications, and `-` if none of them has one. All lines of a kind have the same message; the
/// metadata contains what differs. Models are not logged.
public final class LogListener: DataSourceListener {
  private let logger: Logger
  /// The origins of the modifications that the list is working on.
  private let origin = Guarded("-")

  /// Makes a listener that logs with a logger. The caller determines its label, metadata and level.
  public init(_ logger: Logger) { self.logger = logger }

  /// Logs the outcome of a modification.
  public func receive(_ event: ObservedModification.Event, of modification: ObservedModification) {
    guard event.level >= logger.logLevel else { return }
    var metadata = modification.metadata
    let message: Logger.Message
    switch event {
    case .accepted(let pendingCount):
      message = "accepted"
      metadata["pending"] = "\(pendingCount)"
    case .refused(let error):
      message = "refused"
      metadata["error"] = "\(error)"
    case .applied(let batches, let duration):
      message = "applied"
      metadata["duration"] = duration.metadata
      metadata.merge(batches.metadata) { $1 }
    case .superseded(let later):
      message = "superseded"
      metadata["by"] = "\(later.rawValue)"
    case .failed(let error, let duration):
      message = "failed"
      metadata["error"] = "\(error)"
      metadata["duration"] = duration.metadata
    }
    logger.log(level: event.level, message, metadata: metadata)
  }

  /// Logs the work of the list.
  public func receive(_ event: PipelineEvent) {
    if case .took(let modifications, _, _) = event {
      origin.withLock { $0 = modifications.origin }
    }
    guard event.level >= logger.logLevel else { return }
    var metadata = event.metadata
    metadata["origin"] = metadata["origin"] ?? "\(origin.withLock { $0 })"
    logger.log(level: event.level, event.message, metadata: metadata)
  }

  /// Logs the delivery of batches.
  public func receive(_ event: DeliveryEvent, of subscriber: SubscriberID) {
    guard event.level >= logger.logLevel else { return }
    var metadata = event.metadata
    metadata["subscriber"] = "\(subscriber.rawValue)"
    metadata["origin"] = metadata["origin"] ?? "-"
    logger.log(level: event.level, event.message, metadata: metadata)
  }

  /// Logs that lines are missing.
  public func receive(missedEventCount: Int) {
    logger.warning(
      "events are missing", metadata: ["count": "\(missedEventCount)", "origin": "-"])
  }
}

extension [ObservedModification] {
  /// All origins in order, each once.
  fileprivate var origin: String {
    var origins: [String] = []
    for case let origin? in map(\.annotation.origin) where !origins.contains(origin) {
      origins.append(origin)
    }
    return origins.isEmpty ? "-" : origins.joined(separator: ",")
  }
}
