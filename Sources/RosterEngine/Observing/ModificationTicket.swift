internal import RosterConcurrency
internal import RosterCore

/// Accompanies a modification through the pipeline: holds its urgency, and tells listeners what
/// happens to it.
///
/// A modification has none if the list has no listeners and it is not urgent.
package final class ModificationTicket: Sendable {
  /// The modification as listeners see it; `nil` if there are none.
  let modification: ObservedModification?
  let qos: DataSourceQoS
  private let levels: Guarded<PendingLevels>
  private let observation: Observation?
  private let executor: any ListExecutor
  private let start: ContinuousClock.Instant

  init(
    _ modification: ObservedModification?, _ qos: DataSourceQoS,
    _ levels: Guarded<PendingLevels>, _ observation: Observation?, _ executor: any ListExecutor
  ) {
    self.modification = modification
    self.qos = qos
    self.levels = levels
    self.observation = observation
    self.executor = executor
    start = executor.now
  }

  private func note(_ event: @autoclosure () -> ObservedModification.Event) {
    guard let observation, let modification else { return }
    observation.note(.modification(event(), modification))
  }

  /// Counts the modification as pending, before it is queued.
  ///
  /// - Returns: Whether it is more urgent than everything that is pending.
  func begin() -> Bool { levels.withLock { $0.add(qos) } }

  private func end() { levels.withLock { $0.remove(qos) } }

  /// Tells listeners that the modification is refused, after `begin()`.
  func withdrawn(_ error: DataSourceError) {
    end()
    refused(error)
  }

  /// Tells listeners that the modification is queued; under the lock of the pipeline, so that this
  /// event comes before all others of the modification.
  func accepted(pendingCount: Int) { note(.accepted(pendingCount: pendingCount)) }

  func refused(_ error: DataSourceError) { note(.refused(error)) }

  /// Tells listeners that the modification is applied and published; before its caller gets the
  /// outcome.
  package func applied<Model, SectionModel, Output>(
    _ batches: [ListBatch<Model, SectionModel, Output>]
  ) {
    end()
    note(.applied(batches.map(PublishedBatch.init), after: start.duration(to: executor.now)))
  }

  func superseded(by later: ModificationTicket?) {
    end()
    // Both modifications are observed, or neither is.
    guard let later = later?.modification else { return }
    note(.superseded(by: later.id))
  }

  func failed(_ error: DataSourceError) {
    end()
    note(.failed(error, after: start.duration(to: executor.now)))
  }
}
