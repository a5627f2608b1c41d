import Logging
import RosterText

/// Logs on standard error, with everything that comes from a list or a log made safe for people.
struct SafeLogHandler: LogHandler {
  private var handler: StreamLogHandler

  init(label: String) { handler = StreamLogHandler.standardError(label: label.safe) }

  var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }

  var metadata: Logger.Metadata {
    get { handler.metadata }
    set { handler.metadata = newValue.mapValues(\.safe) }
  }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue?.safe }
  }

  func log(event: LogEvent) {
    var event = event
    event.message = "\(event.message.description.safe)"
    event.metadata = event.metadata?.mapValues(\.safe)
    handler.log(event: event)
  }
}

extension Logger.MetadataValue {
  fileprivate var safe: Self {
    switch self {
    case .string(let text): .string(text.safe)
    case .stringConvertible(let value): .string(value.description.safe)
    case .array(let values): .array(values.map(\.safe))
    case .dictionary(let values): .dictionary(values.mapValues(\.safe))
    }
  }
}
