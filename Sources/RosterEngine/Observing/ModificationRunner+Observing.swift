internal import RosterConcurrency
package import RosterCore

extension ModificationRunner {
  /// Returns a ticket for a modification; `nil` if the list has no listeners and it is not urgent.
  package func ticket(
    _ kind: ObservedModification.Kind, _ annotation: ChangeAnnotation,
    _ mode: ModificationMode, tree: TreeReference? = nil,
    scopes: @autoclosure () -> [ScopePath] = []
  ) -> ModificationTicket? {
    if observation == nil, mode.qos == .default { return nil }
    let modification = observation.map { observation in
      ObservedModification(
        id: observation.nextModificationID(), kind: kind, isSynchronous: mode == .synchronous,
        qos: mode.qos, annotation: annotation, tree: tree,
        scopes: scopes())
    }
    return ModificationTicket(modification, mode.qos, levels, observation, executor)
  }

  /// Accepts a modification or refuses it, and tells listeners which.
  ///
  /// - Parameter body: Queues the modification; called under the lock of the pipeline.
  func accept<Answer>(
    _ ticket: ModificationTicket?, _ body: (inout Queue) throws(DataSourceError) -> Answer
  ) throws(DataSourceError) -> Answer {
    // Before it is queued, because it may be finished before this returns.
    let isMostUrgent = ticket?.begin() ?? false
    // Typed throws do not pass through the lock's `rethrows`.
    let (result, pendingCount) = pipeline.withLock { pipeline in
      let result = Result { () throws(DataSourceError) in try body(&pipeline) }
      if case .success = result { ticket?.accepted(pendingCount: pipeline.pendingCount) }
      return (result, pipeline.pendingCount)
    }
    switch result {
    case .failure(let error): ticket?.withdrawn(error)
    case .success: if isMostUrgent, pendingCount > 1 { scheduleOnce() }
    }
    return try result.get()
  }

  /// Tells listeners that a modification is refused before it reaches the pipeline.
  func refusal(_ error: DataSourceError, of ticket: ModificationTicket?) -> DataSourceError {
    ticket?.refused(error)
    return error
  }

  /// Tells listeners that a group was taken.
  func noteTaking(_ group: [Queue.Entry]) {
    guard let observation else { return }
    observation.note(
      .took(
        group.compactMap { $0.modification.ticket?.modification }, pendingCount: pendingCount,
        qos: levels.withLock { $0.highest }))
  }

  /// Tells listeners that a plan was made or moved on top of commits of other writers.
  func noteRebasing(_ followed: Followed, keptCount: Int, conflictCount: Int) {
    observation?.note(
      .rebased(
        followed.conflict, keptCount: keptCount, conflictCount: conflictCount))
  }

  /// Makes outputs, and tells listeners how many and how long it took.
  ///
  /// - Parameters:
  ///   - modificationCount: The number of modifications that the outputs are for.
  ///   - work: Makes the outputs, and sets their number.
  func generation<Value, Failure: Error>(
    for modificationCount: Int,
    _ work: (_ outputCount: inout Int) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var outputCount = 0
    guard let observation else {
      return try tracing(.generation) { () throws(Failure) in try work(&outputCount) }
    }
    observation.note(.generationBegan)
    let start = executor.now
    let result = Result { () throws(Failure) in
      try tracing(.generation) { () throws(Failure) in try work(&outputCount) }
    }
    observation.note(
      .generationEnded(
        modificationCount: modificationCount, outputCount: outputCount,
        duration: start.duration(to: executor.now)))
    return try result.get()
  }

  /// Commits revisions, and tells listeners how long it took.
  func committing(
    _ revisions: ClosedRange<Revision>, _ work: () -> StorageError?
  ) -> StorageError? {
    guard let observation else { return tracing(.commit, work) }
    let start = executor.now
    let failure = tracing(.commit, work)
    let duration = start.duration(to: executor.now)
    if let failure {
      observation.note(.commitFailed(failure, duration: duration))
    } else {
      observation.note(.committed(revisions, duration: duration))
    }
    return failure
  }

  private func tracing<Value, Failure: Error>(
    _ stage: PipelineStage, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let tracer else { return try work() }
    return try tracer.trace(stage) { Result { () throws(Failure) in try work() } }.get()
  }
}
