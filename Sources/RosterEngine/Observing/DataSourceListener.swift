/// Observes what happens to every modification of a list, what the list works on, and how its
/// batches reach their subscribers: for logs, metrics and developer tools.
///
/// Listeners are part of the configuration (``DataSourceConfiguration/listeners``), so they miss
/// nothing. A list without listeners does no work for them. For a tool that comes and goes, use a
/// listener that forwards what it receives.
///
/// A serial queue of the list calls the listeners with one event after the other, in the order in
/// which things happened, and for each event in the order of the configuration. No lock is held,
/// and the list does not wait: a slow or blocked listener delays the other listeners and
/// ``ListDataSource/close()``, but no modification. So it may call the list in any way, also
/// synchronously. What it receives was true when it happened. If listeners fall behind by more than
/// ``DataSourceConfiguration/listenerBufferCountMax`` events, later ones are left out and counted.
///
/// A list retains its listeners. A listener that calls the list must not retain it, or neither is
/// ever freed.
///
/// Every method does nothing by default.
public protocol DataSourceListener: Sendable {
  /// Receives an event of a modification.
  ///
  /// A modification has exactly one event `refused`, or one `accepted` and then one of `applied`,
  /// `superseded` and `failed`. Its caller gets the outcome only after the event is queued for
  /// listeners.
  func receive(_ event: ObservedModification.Event, of modification: ObservedModification)

  /// Receives an event of the list's work.
  func receive(_ event: PipelineEvent)

  /// Receives an event of a subscriber, such as that a batch was delivered or could not be read.
  func receive(_ event: DeliveryEvent, of subscriber: SubscriberID)

  /// Receives the number of events that were left out after the last one, because listeners were
  /// too slow.
  func receive(missedEventCount: Int)
}

extension DataSourceListener {
  /// Does nothing.
  public func receive(_ event: ObservedModification.Event, of modification: ObservedModification) {}

  /// Does nothing.
  public func receive(_ event: PipelineEvent) {}

  /// Does nothing.
  public func receive(_ event: DeliveryEvent, of subscriber: SubscriberID) {}

  /// Does nothing.
  public func receive(missedEventCount: Int) {}
}

/// Surrounds the stages of the work on a list, for tools that measure a stage between its beginning
/// and its end.
///
/// A tracer runs on the thread that does the work, so its own time counts as the list's. No lock is
/// held. A synchronous call to the list is refused as `reentrant`.
public protocol StageTracer: Sendable {
  /// Calls `work` once, and returns its result.
  func trace<Value>(_ stage: PipelineStage, _ work: () -> Value) -> Value
}

/// A stage of the work on a list.
public enum PipelineStage: String, Hashable, Sendable, CaseIterable {
  /// The list applies and encodes modifications, and generates their outputs.
  case generation
  /// The list commits revisions.
  case commit
}
