internal import RosterComponents
internal import RosterCore

/// Finished modifications whose callers have not been told yet.
struct FinishedWork {
  /// How storage failed them, if it did.
  var failure: StorageFailure?
  /// Gives the callers their outcomes.
  var resolve: () -> Void
}

extension ChangeRunner {
  /// Processes a group of updates. Consecutive updates with equal annotations become one revision;
  /// a reload, a new configuration or a step through the history ends such a row.
  func process(_ modifications: [QueuedModification]) {
    let known = committer.withLock { $0.lastConflict }
    var updates: [any QueuedUpdate] = []
    var outcomes: [() -> Void] = []
    var failure: StorageFailure?
    func end(_ work: FinishedWork) {
      failure = work.failure
      outcomes.append(work.resolve)
    }
    func endRow() {
      end(process(updates))
      updates = []
    }
    var unfinished = modifications[...]
    while failure == nil, let modification = unfinished.first {
      let endsRow =
        if case .update(let update) = modification, let last = updates.last {
          last.annotation != update.annotation
        } else {
          !modification.isUpdate && !updates.isEmpty
        }
      if endsRow {
        endRow()
        continue
      }
      unfinished.removeFirst()
      if modification.isDependent, let conflict = committer.withLock({ $0.lastConflict }),
        conflict != known
      {
        // Another writer came first within the group; what still waited was refused as well.
        outcomes.append { modification.fail(.conflict(conflict)) }
        continue
      }
      switch modification {
      case .update(let update): updates.append(update)
      case .refresh(let refresh): end(process(refresh))
      case .history(let step): end(process(step))
      }
    }
    if failure == nil, !updates.isEmpty { endRow() }
    if let failure {
      outcomes.append(suspend(after: failure, unfinished: unfinished.map { .update($0) }))
      for outcome in outcomes { outcome() }
      return
    }
    let stepCount = modifications.count { $0.isStep }
    if stepCount == 0 {
      pipeline.withLock { $0.groupFinished() }
    } else {
      outcomes.append(finish(steps: stepCount))
    }
    for outcome in outcomes { outcome() }
  }

  /// Processes updates that become one revision. An update that fails by itself does not affect the
  /// others. If nothing changes, no revision is made.
  ///
  /// If storage fails one update, all fail, because they share a revision.
  private func process(_ updates: [any QueuedUpdate]) -> FinishedWork {
    guard let first = updates.first else { return FinishedWork {} }
    let publisher = first.publisher
    finishRemainders()
    let source = committer.withLock { $0.state }
    let trees = publisher.trees
    var modification = generation(for: updates.count) { count in
      let modification = StateModification(updates, trees, on: source)
      let works = modification.works
      let conditions = trees.currentConditions
      count = works.count
      generate(count: count) { range in
        for work in works[range] { work.run(trees, conditions) }
      }
      return modification
    }
    if let failure = StorageFailure(modification.failure, of: first.annotation) {
      return FinishedWork(failure: failure) { modification.fail(failure.cause) }
    }
    modification.finish()
    let (result, conflicts) = commit(
      modification.changedTrees, rebasing: first.annotation, by: publisher, on: source)
    if case .success = result {
      trees.keep(modification.unchangedTrees)
      let messages = modification.messages.filter { sent in
        conflicts[sent.tree] == nil
      }
      if !messages.isEmpty { publisher.send(messages) }
    }
    var failure: StorageFailure?
    if case .failure(let error) = result {
      failure = StorageFailure(.storage(error), of: first.annotation)
    }
    return FinishedWork(failure: failure) { [modification] in
      modification.resolve(result, conflicts: conflicts)
    }
  }

  /// Commits the new states of trees as a revision of their own and publishes it. If other writers
  /// commit first, follows them and retries on top.
  ///
  /// - Returns: The result as of ``commit(_:_:by:on:)``, and the trees that were left out, each
  ///   with its reason.
  private func commit(
    _ trees: [UpdatedTree], rebasing annotation: ChangeAnnotation,
    by publisher: any RevisionPublisher, on source: ListState
  ) -> (
    result: Result<(any Sendable)?, StorageError>, conflicts: [TreeID: DataSourceError]
  ) {
    var rebased = RebasedUpdates(trees: trees)
    var result = commit(trees, annotation, by: publisher, on: source)
    while case .failure(let failure) = result, failure.code == .stale, isShared {
      let followed = follow()
      do throws(StorageError) {
        if let failure = followed.failure { throw failure }
        guard followed.current > followed.base else { break }
        try rebase(&rebased, onto: followed)
      } catch {
        result = .failure(error)
        break
      }
      result = commit(
        rebased.trees, annotation, by: publisher, on: committer.withLock { $0.state })
    }
    return (result, rebased.conflicts)
  }

  /// Commits the new states of trees as a revision of their own and publishes it.
  ///
  /// - Returns: The batch, `nil` without trees; or why the trees are not in storage.
  private func commit(
    _ trees: [UpdatedTree], _ annotation: ChangeAnnotation, by publisher: any RevisionPublisher,
    on source: ListState
  ) -> Result<(any Sendable)?, StorageError> {
    if trees.isEmpty { return .success(nil) }
    let applied = source.changingNothing
    let revision = UpdatedRevision(applied: applied, trees: trees, annotation: annotation)
    let group = CommitGroup(
      source: source, target: applied.target, changes: [revision.stored], pages: applied.pages)
    if let failure = commit(group) { return .failure(failure) }
    return .success(publisher.publish(revision) { publisher.trees.publish(trees) })
  }
}
