internal import RosterCore

extension ChangeRunner {
  /// Queues a reload or a new configuration, which gets exactly one outcome. Waiting refreshes that
  /// it replaces get theirs at once.
  func enqueue(_ refresh: any QueuedRefresh) throws(DataSourceError) {
    let (action, replaced) = try accept(refresh)
    if action == .schedule { schedule() }
    for earlier in replaced { earlier.supersede(by: refresh) }
  }

  /// Queues a reload or a new configuration, and works on the calling thread until it has an
  /// outcome.
  ///
  /// - Parameter isResolved: Whether it has an outcome.
  func run(_ refresh: any QueuedRefresh, isResolved: () -> Bool) throws(DataSourceError) {
    guard !owner.isGenerating else { throw refusal(.updateWhileBuilding, of: refresh.ticket) }
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: refresh.ticket) }
    let (action, replaced) = try accept(refresh)
    for earlier in replaced { earlier.supersede(by: refresh) }
    work(after: action, isResolved)
  }

  private func accept(
    _ refresh: any QueuedRefresh
  ) throws(DataSourceError) -> (Queue.Action, [any QueuedRefresh]) {
    guard !owner.isGenerating else { throw refusal(.updateWhileBuilding, of: refresh.ticket) }
    let missing = Guarded<DataSourceError?>(nil)
    let accepted = try accept(refresh.ticket) { (pipeline) throws(DataSourceError) in
      let accepted = try pipeline.enqueue(
        .refresh(refresh), goesByPath: refresh.work.goesByPath
      ) { shape in
        let error = refresh.work.missing(in: shape)
        missing.withLock { $0 = error }
        return error == nil
      } replacing: { waiting, meansTheSamePaths in
        guard case .refresh(let earlier) = waiting, !earlier.isSynchronous else { return false }
        return refresh.takeOver(earlier, meansTheSamePaths: meansTheSamePaths)
      }
      guard let accepted else { throw missing.withLock { $0 } ?? .closed }
      return accepted
    }
    let replaced: [any QueuedRefresh] = accepted.replaced.compactMap {
      if case .refresh(let earlier) = $0 { earlier } else { nil }
    }
    return (accepted.action, replaced)
  }

  /// Processes a reload or a new configuration. It makes a revision only if states change.
  func process(_ refresh: any QueuedRefresh) -> FinishedWork {
    finishRemainders()
    let source = committer.withLock { $0.state }
    do throws(DataSourceError) {
      try generation(for: 1) { (count) throws(DataSourceError) in
        count = try refresh.prepare(source)
        generate(count: count) { refresh.makeOutputs($0) }
      }
      let applied = source.changingNothing
      guard let stored = refresh.stored(applied) else {
        refresh.publish(nil, on: source)
        return FinishedWork { refresh.succeed() }
      }
      let group = CommitGroup(
        source: source, target: applied.target, changes: [stored], pages: applied.pages)
      if let failure = commit(group) {
        guard failure.code == .stale, isShared else { throw .storage(failure) }
        let followed = follow()
        guard followed.current > followed.base, !refresh.work.goesByPath else {
          throw followed.failure(after: failure)
        }
        observation?.note(
          .rebased(RebasedWork(conflict: followed.conflict, keptCount: 0, conflictCount: 0)))
        return process(refresh)
      }
      refresh.publish(applied, on: source)
      return FinishedWork { refresh.succeed() }
    } catch {
      return FinishedWork(failure: StorageFailure(error, of: refresh.annotation)) {
        refresh.fail(error)
      }
    }
  }
}
