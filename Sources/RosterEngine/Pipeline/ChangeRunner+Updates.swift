internal import RosterComponents
internal import RosterCore

extension ChangeRunner {
  /// Works on a group of updates: those in a row of which the same is said become one revision;
  /// reloads, new configurations, and steps through the history stand between them.
  func process(_ modifications: [QueuedModification]) {
    let known = committer.withLock { $0.lastConflict }
    var updates: [any QueuedUpdate] = []
    var outcomes: [() -> Void] = []
    for modification in modifications {
      if !modification.isUpdate {
        outcomes.append(process(updates))
        updates = []
      }
      if modification.isDependent, let conflict = committer.withLock({ $0.lastConflict }),
        conflict != known
      {
        // Others came first in the middle of the group: what still waited was refused as well.
        outcomes.append { modification.fail(.conflict(conflict)) }
        continue
      }
      switch modification {
      case .update(let update):
        if let last = updates.last, last.annotation != update.annotation {
          outcomes.append(process(updates))
          updates = []
        }
        updates.append(update)
      case .refresh(let refresh): outcomes.append(process(refresh))
      case .history(let step): outcomes.append(process(step))
      }
    }
    outcomes.append(process(updates))
    let stepCount = modifications.count { $0.isStep }
    if stepCount == 0 {
      pipeline.withLock { $0.groupFinished() }
    } else {
      outcomes.append(finish(steps: stepCount))
    }
    for outcome in outcomes { outcome() }
  }

  /// Works on updates that become one revision. One that fails by itself concerns nobody else; if
  /// nothing changes there is no revision.
  ///
  /// - Returns: Gives the callers their outcomes.
  private func process(_ updates: [any QueuedUpdate]) -> () -> Void {
    guard let first = updates.first else { return {} }
    let publisher = first.publisher
    finishRemainders()
    let source = committer.withLock { $0.state }
    let trees = publisher.trees
    var modification = generation(for: updates.count) { count in
      let modification = StateModification(updates, trees, on: source)
      let items = modification.items
      count = items.count
      generate(count: count) { range in
        for item in items[range] { item.run(trees) }
      }
      return modification
    }
    modification.finish()
    var changed = modification.changedItems
    var conflicts: [ItemID: DataSourceError] = [:]
    var result = commit(
      changed, first.annotation, by: publisher, on: source
    ) { trees.publish(changed) }
    while case .failure(let failure) = result, failure.code == .stale, isShared {
      let followed = follow()
      guard followed.current > followed.base else { break }
      let rebase = rebase(changed, onto: followed)
      changed = rebase.items
      conflicts.merge(rebase.conflicts) { first, _ in first }
      observation?.note(
        .rebased(
          RebasedWork(
            conflict: followed.conflict, keptCount: rebase.items.count,
            conflictCount: rebase.conflicts.count)))
      let source = committer.withLock { $0.state }
      result = commit(
        changed, first.annotation, by: publisher, on: source
      ) { trees.publish(changed) }
    }
    if case .success = result {
      trees.keep(modification.unchangedItems)
      let messages = modification.messages.filter { sent in
        sent.tree.item.flatMap { conflicts[$0] } == nil
      }
      if !messages.isEmpty { publisher.send(messages) }
    }
    return { [modification, conflicts] in modification.resolve(result, conflicts: conflicts) }
  }

  /// Commits the new states of items as a revision of its own, and publishes it.
  ///
  /// - Returns: The batch, `nil` if there are no items, or why they are not in storage.
  private func commit(
    _ items: [UpdatedItem], _ annotation: ChangeAnnotation, by publisher: any RevisionPublisher,
    on source: ListState, _ publishTrees: () -> Void
  ) -> Result<(any Sendable)?, StorageError> {
    if items.isEmpty { return .success(nil) }
    let applied = source.changingNothing
    let revision = UpdatedRevision(applied: applied, items: items, annotation: annotation)
    let group = CommitGroup(
      source: source, target: applied.target, changes: [revision.stored], pages: applied.pages)
    if let failure = commit(group) { return .failure(failure) }
    return .success(publisher.publish(revision, publishTrees))
  }
}
