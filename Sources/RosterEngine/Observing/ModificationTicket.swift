internal import RosterCore

/// What goes with a modification through the pipeline, so that listeners learn what becomes of it.
///
/// There is none if nobody listens.
final class ModificationTicket: Sendable {
  let modification: ObservedModification
  private let observation: Observation
  private let start = ContinuousClock.now

  init(_ modification: ObservedModification, _ observation: Observation) {
    self.modification = modification
    self.observation = observation
  }

  private func note(_ event: ModificationEvent) {
    observation.note(.modification(event, modification))
  }

  /// It is queued; under the lock of the pipeline, so that this comes before all that follows from it.
  func accepted(pendingCount: Int) { note(.accepted(pendingCount: pendingCount)) }

  func refused(_ error: DataSourceError) { note(.refused(error)) }

  /// It is done, and published in these batches; before its caller is told.
  func applied<Model, SectionModel, Output>(
    _ batches: [ListBatch<Model, SectionModel, Output>]
  ) {
    note(
      .applied(
        AppliedModification(
          batches: batches.map(PublishedBatch.init), duration: start.duration(to: .now))))
  }

  func superseded(by later: ModificationTicket?) {
    guard let later else { return }
    note(.superseded(by: later.modification.id))
  }

  func failed(_ error: DataSourceError) {
    note(.failed(error, after: start.duration(to: .now)))
  }
}
