internal import RosterCore

/// What goes with a modification through the pipeline: how urgent it is, and how listeners learn what
/// becomes of it.
///
/// There is none if nobody listens and it is not urgent.
final class ModificationTicket: Sendable {
  /// What listeners are told of, `nil` if there are none.
  let modification: ObservedModification?
  let qos: DataSourceQoS
  private let levels: Guarded<PendingLevels>
  private let observation: Observation?
  private let start = ContinuousClock.now

  init(
    _ modification: ObservedModification?, _ qos: DataSourceQoS,
    _ levels: Guarded<PendingLevels>, _ observation: Observation?
  ) {
    self.modification = modification
    self.qos = qos
    self.levels = levels
    self.observation = observation
  }

  private func note(_ event: @autoclosure () -> ModificationEvent) {
    guard let observation, let modification else { return }
    observation.note(.modification(event(), modification))
  }

  /// It is about to be queued.
  ///
  /// - Returns: Whether it is more urgent than everything that is pending.
  func begin() -> Bool { levels.withLock { $0.add(qos) } }

  private func end() { levels.withLock { $0.remove(qos) } }

  /// It was about to be queued, and is refused.
  func withdrawn(_ error: DataSourceError) {
    end()
    refused(error)
  }

  /// It is queued; under the lock of the pipeline, so that this comes before all that follows from it.
  func accepted(pendingCount: Int) { note(.accepted(pendingCount: pendingCount)) }

  func refused(_ error: DataSourceError) { note(.refused(error)) }

  /// It is done, and published in these batches; before its caller is told.
  func applied<Model, SectionModel, Output>(
    _ batches: [ListBatch<Model, SectionModel, Output>]
  ) {
    end()
    note(
      .applied(
        AppliedModification(
          batches: batches.map(PublishedBatch.init), duration: start.duration(to: .now))))
  }

  func superseded(by later: ModificationTicket?) {
    end()
    // Whoever tells of the one tells of the other.
    guard let later = later?.modification else { return }
    note(.superseded(by: later.id))
  }

  func failed(_ error: DataSourceError) {
    end()
    note(.failed(error, after: start.duration(to: .now)))
  }
}
