internal import RosterCore

extension ChangeRunner {
  /// Works on a group of updates.
  ///
  /// One that fails by itself concerns nobody else. If nothing changes there is no revision.
  func process(_ updates: [any QueuedUpdate]) {
    guard let first = updates.first else { return }
    let source = committer.withLock { $0.state }
    let trees = first.trees
    let modification = StateModification(updates, trees, on: source)
    let items = modification.items
    generate(count: items.count) { range in
      for item in items[range] { item.run(trees) }
    }
    let result = commit(modification, by: first, on: source)
    if case .success = result {
      trees.keep(modification.unchangedItems)
      let messages = modification.messages
      if !messages.isEmpty { first.send(messages) }
    }
    pipeline.withLock { $0.groupFinished() }
    modification.resolve(result)
  }

  /// Commits what has changed as a revision of its own, and publishes it.
  ///
  /// - Returns: The batch, `nil` if nothing has changed, or why it is not in storage.
  private func commit(
    _ modification: StateModification, by publisher: any QueuedUpdate, on source: ListState
  ) -> Result<(any Sendable)?, DataSourceError> {
    let items = modification.changedItems
    if items.isEmpty { return .success(nil) }
    do throws(StorageError) {
      let applied = try source.applying(.ofNothing(in: source))
      let revision = UpdatedRevision(applied: applied, items: items)
      let group = CommitGroup(
        source: source, target: applied.target, changes: [revision.stored], pages: applied.pages)
      if let failure = committer.withLock({ $0.commit(group) }) { throw failure }
      return .success(publisher.publish(revision))
    } catch {
      return .failure(.storage(error))
    }
  }
}
