internal import RosterCore

/// A change that is ready to be committed.
struct PreparedChange {
  var change: any QueuedChange
  var applied: ListChange
  /// The number of outputs to make in each wave.
  var waveCounts: [Int]
}

extension [PreparedChange] {
  /// The number of outputs, including those made already.
  var outputCount: Int { reduce(0) { $1.waveCounts.reduce($0 + $1.change.madeOutputCount, +) } }
}

/// The changes of a group before the first failure.
private struct Work {
  var source: ListState
  var prepared: [PreparedChange] = []
  var failure: DataSourceError?

  /// The list after the prepared changes.
  var target: ListState { prepared.last?.applied.target ?? source }
}

extension ChangeRunner {
  /// Processes a group of changes.
  func process(_ group: [Queue.Entry]) {
    var work = generation(for: group.count) { outputCount in
      let work = prepare(group)
      outputCount = work.prepared.outputCount
      return work
    }
    if let failure = commit(work.prepared, on: work.source) {
      work.prepared = []
      work.failure = .storage(failure)
      if failure.code == .stale, isShared {
        let followed = follow(failing: group.first?.change)
        let failure = followed.failure(after: failure)
        if followed.current > followed.base, failure.storageFailure == nil {
          return fail(group, as: failure, revision: work.source.revision + 1)
        }
        // What waits was verified on top of this group, or storage cannot read the other commits.
        work.failure = failure
      }
    }
    for prepared in work.prepared { prepared.change.publish(prepared.applied) }
    guard let failure = work.failure else {
      pipeline.withLock { $0.groupFinished() }
      for prepared in work.prepared { prepared.change.succeed() }
      return
    }
    finish(group, failingAfter: work, failure)
  }

  /// Resolves a group that failed after some of its changes, or none, were committed and published.
  private func finish(
    _ group: [Queue.Entry], failingAfter work: Work, _ failure: DataSourceError
  ) {
    let failed = group.dropFirst(work.prepared.count).map { Queue.Modification.change($0.change) }
    let first = group[work.prepared.count].change
    if let storageFailure = StorageFailure(failure, of: first.annotation) {
      let failRest = suspend(after: storageFailure, unfinished: Array(failed.dropFirst()))
      for prepared in work.prepared { prepared.change.succeed() }
      first.fail(failure)
      return failRest()
    }
    let state = committer.withLock { $0.state }
    let dependents = pipeline.withLock { $0.changesFailed(leaving: state) }
    for prepared in work.prepared { prepared.change.succeed() }
    fail(failed + dependents, failure, revision: work.target.revision + 1)
  }

  /// Fails a group that could not be committed because another writer came first. What waits was
  /// refused already, or was made for the new list.
  private func fail(_ group: [Queue.Entry], as failure: DataSourceError, revision: Revision) {
    pipeline.withLock { $0.groupFinished() }
    fail(group.map { .change($0.change) }, failure, revision: revision)
  }

  /// Applies and encodes a group, and generates its outputs.
  private func prepare(_ group: [Queue.Entry]) -> Work {
    var work = Work(source: committer.withLock { $0.state })
    do throws(DataSourceError) {
      for entry in group {
        let applied = try entry.change.applied(to: work.target, entry.proof)
        let waveCounts = try entry.change.prepare(applied)
        work.prepared.append(
          PreparedChange(change: entry.change, applied: applied, waveCounts: waveCounts))
      }
    } catch .storage(let error) {
      work.failure = .storage(committer.withLock { $0.explanation(of: error) })
    } catch {
      work.failure = error
    }
    generateOutputs(work.prepared)
    return work
  }

  /// Commits changes as one group.
  ///
  /// - Returns: Why they are not in storage, `nil` if they are.
  func commit(_ prepared: [PreparedChange], on source: ListState) -> StorageError? {
    guard let last = prepared.last else { return nil }
    var group = CommitGroup(
      source: source, target: last.applied.target, changes: [], pages: PageChanges())
    group.changes.reserveCapacity(prepared.count)
    for prepared in prepared {
      group.changes.append(prepared.change.stored(prepared.applied))
      group.pages.formUnion(prepared.applied.pages)
    }
    return commit(group)
  }

  /// - Returns: Why a group is not in storage, `nil` if it is.
  func commit(_ group: CommitGroup) -> StorageError? {
    let failure = committing(group.source.revision + 1...group.target.revision) {
      committer.withLock { $0.commit(group) }
    }
    if failure == nil { committedRevision.withLock { $0 = group.target.revision } }
    return failure
  }

  /// Fails a change, and everything that was verified on top of it.
  private func fail(
    _ failed: [Queue.Modification], _ cause: DataSourceError, revision: Revision
  ) {
    guard case .change(let first) = failed.first else { return }
    first.fail(cause)
    let failure = DataSourceError.precedingFailed(
      DataSourceError.PrecedingFailure(
        revision: revision, origin: first.annotation.origin, cause: cause))
    for modification in failed.dropFirst() { modification.fail(failure) }
  }
}
