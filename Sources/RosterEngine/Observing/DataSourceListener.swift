/// Is told what becomes of every modification of a list, what the list works on, and how its batches
/// reach their subscribers: for logs, metrics, and developer tools.
///
/// Listeners are part of the configuration (``DataSourceConfiguration/listeners``), so that nothing is
/// missed before the first of them is there; a list without listeners asks nobody. A tool that comes
/// and goes keeps one that passes on what it is told.
///
/// Events are told on a serial queue of the list, one after the other, in the order in which things
/// happened, and to all listeners in the order of the configuration. No lock is held meanwhile, and
/// the list does not wait: a listener that takes long, or blocks, holds up the other listeners and
/// ``ListDataSource/close()``, but no modification. It may therefore call the list as everybody may,
/// also synchronously; what it is told is what was true when it happened. If listeners fall behind by
/// more than ``DataSourceConfiguration/listenerBufferCountMax`` events, later ones are left out, and
/// counted.
///
/// A list holds its listeners; one that calls the list does not hold it, or neither ever goes.
///
/// Every method does nothing if it is not implemented.
public protocol DataSourceListener: Sendable {
  /// Something has become of a modification.
  ///
  /// The events of one modification are `refused` alone, or `accepted` and then one of `applied`,
  /// `superseded` and `failed`: each exactly once. Its caller has the outcome only after the event is
  /// on its way.
  func receive(_ event: ModificationEvent, of modification: ObservedModification)

  /// The list has worked on something.
  func receive(_ event: PipelineEvent)

  /// A batch was handed to a subscriber, or could not be.
  func receive(_ event: DeliveryEvent, of subscriber: SubscriberID)

  /// Listeners have taken too long, and so many events after the one before are left out.
  func receive(missedEventCount: Int)
}

extension DataSourceListener {
  /// Does nothing.
  public func receive(_ event: ModificationEvent, of modification: ObservedModification) {}

  /// Does nothing.
  public func receive(_ event: PipelineEvent) {}

  /// Does nothing.
  public func receive(_ event: DeliveryEvent, of subscriber: SubscriberID) {}

  /// Does nothing.
  public func receive(missedEventCount: Int) {}
}
