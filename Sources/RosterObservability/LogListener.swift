public import Logging
internal import RosterCore
public import RosterEngine

/// Writes a line for everything that an operator may want to know of a list.
///
///     var configuration = DataSourceConfiguration()
///     configuration.listeners = [LogListener(Logger(label: "inbox"))]
///
/// | level | lines |
/// |---|---|
/// | error | a modification has failed in storage, and the list is suspended; a transaction, the journal, or what other writers have committed cannot be written or read |
/// | warning | a modification was refused, or has failed, for what its caller has done, or since the list is suspended; the journal cannot be compacted; lines are missing |
/// | notice | a modification has met another writer, or came too late; nothing could be undone or redone; the list was resumed |
/// | info | a subscriber reads on from the journal; work was kept although another writer came first |
/// | debug | a modification was applied or superseded; other writers' changes were taken over |
/// | trace | what was accepted, taken, generated, committed, published, delivered |
///
/// Every line has the `origin` of the modification that it is about, of several modifications all
/// origins, and `-` if none of them says its own. The message is the same for every line of a kind, and
/// all that is particular is in the metadata. Models are not logged.
public final class LogListener: DataSourceListener {
  private let logger: Logger
  /// The origins of what the list works on.
  private let origin = Guarded("-")

  /// Logs with a logger: its label, metadata and level are its owner's.
  public init(_ logger: Logger) { self.logger = logger }

  /// Logs what has become of a modification.
  public func receive(_ event: ModificationEvent, of modification: ObservedModification) {
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
    case .applied(let applied):
      message = "applied"
      metadata.merge(applied.metadata) { $1 }
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

  /// Logs what the list works on.
  public func receive(_ event: PipelineEvent) {
    if case .took(let modifications, _, _) = event {
      origin.withLock { $0 = modifications.origin }
    }
    guard event.level >= logger.logLevel else { return }
    var metadata = event.metadata
    metadata["origin"] = metadata["origin"] ?? "\(origin.withLock { $0 })"
    logger.log(level: event.level, event.message, metadata: metadata)
  }

  /// Logs what becomes of batches.
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
  /// All origins, each once, in order.
  fileprivate var origin: String {
    var origins: [String] = []
    for case let origin? in map(\.annotation.origin) where !origins.contains(origin) {
      origins.append(origin)
    }
    return origins.isEmpty ? "-" : origins.joined(separator: ",")
  }
}
