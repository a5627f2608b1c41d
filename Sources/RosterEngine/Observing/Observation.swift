import RosterConcurrency

/// Passes events to the listeners of a list, in order, without making any thread wait.
///
/// A caller may record an event under the lock under which it happened, so events are in the order
/// of what happened. Listeners are called later, on a queue of their own.
final class Observation: Sendable {
  /// The events that listeners receive.
  enum Event: Sendable {
    case modification(ObservedModification.Event, ObservedModification)
    case pipeline(PipelineEvent)
    case delivery(DeliveryEvent, SubscriberID)
  }

  private struct Buffer {
    var events: [Event] = []
    /// The number of events that were left out after those.
    var missedCount = 0
    var isScheduled = false
    var modificationCount = 0
    var subscriberCount = 0
  }

  private let listeners: [any DataSourceListener]
  private let bufferCountMax: Int
  let executor: any ListExecutor
  private let buffer = Guarded(Buffer())

  /// - Returns: `nil` if there are no listeners.
  init?(_ configuration: DataSourceConfiguration, _ executor: any ListExecutor) {
    if configuration.listeners.isEmpty { return nil }
    self.executor = executor
    listeners = configuration.listeners
    bufferCountMax = configuration.listenerBufferCountMax
  }

  /// Queues an event for the listeners, or counts it as missed if the buffer is full.
  func note(_ event: Event) {
    let isFirst = buffer.withLock { buffer in
      guard buffer.events.count < bufferCountMax else {
        buffer.missedCount += 1
        return false
      }
      buffer.events.append(event)
      defer { buffer.isScheduled = true }
      return !buffer.isScheduled
    }
    if isFirst { executor.callListeners { self.tell() } }
  }

  func note(_ event: PipelineEvent) { note(.pipeline(event)) }

  /// Calls `body` when listeners have received everything up to now.
  func whenTold(_ body: @escaping @Sendable () -> Void) {
    executor.callListeners {
      self.tell()
      body()
    }
  }

  func nextModificationID() -> ObservedModification.ID {
    buffer.withLock { buffer in
      buffer.modificationCount += 1
      return ObservedModification.ID(rawValue: buffer.modificationCount)
    }
  }

  func nextSubscriberID() -> SubscriberID {
    buffer.withLock { buffer in
      buffer.subscriberCount += 1
      return SubscriberID(rawValue: buffer.subscriberCount)
    }
  }

  /// Calls the listeners with the waiting events; on the queue of listeners.
  private func tell() {
    let (events, missedCount) = buffer.withLock { buffer in
      defer {
        buffer.events = []
        buffer.missedCount = 0
        buffer.isScheduled = false
      }
      return (buffer.events, buffer.missedCount)
    }
    for event in events {
      for listener in listeners { event.send(to: listener) }
    }
    guard missedCount > 0 else { return }
    for listener in listeners { listener.receive(missedEventCount: missedCount) }
  }
}

extension Observation.Event {
  fileprivate func send(to listener: any DataSourceListener) {
    switch self {
    case .modification(let event, let modification): listener.receive(event, of: modification)
    case .pipeline(let event): listener.receive(event)
    case .delivery(let event, let subscriber): listener.receive(event, of: subscriber)
    }
  }
}
