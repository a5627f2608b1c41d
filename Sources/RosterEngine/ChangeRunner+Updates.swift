internal import RosterCore

extension ChangeRunner {
  /// Works on a group of updates.
  ///
  /// One that fails by itself concerns nobody else. If nothing changes there is no revision.
  func process(_ updates: [any QueuedUpdate]) {
    guard let first = updates.first else { return }
    let modification = first.modification(of: updates)
    let source = committer.withLock { $0.state }
    let count = modification.prepare(source)
    if count > 0 {
      generate(count: count) { range in modification.makeOutputs(range) }
    }
    var failure: StorageError?
    if modification.changesStates {
      failure = commit(modification, on: source)
    } else {
      modification.publish(nil)
    }
    pipeline.withLock { $0.groupFinished() }
    if let failure { modification.fail(.storage(failure)) } else { modification.succeed() }
  }

  /// Commits a modification as a revision of its own, and publishes it.
  ///
  /// - Returns: Why it is not in storage, `nil` if it is.
  private func commit(
    _ modification: any QueuedModification, on source: ListState
  ) -> StorageError? {
    do throws(StorageError) {
      let applied = try source.applying(.ofNothing(in: source))
      let group = CommitGroup(
        source: source, target: applied.target, changes: [modification.stored(applied)],
        pages: applied.pages)
      if let failure = committer.withLock({ $0.commit(group) }) { return failure }
      modification.publish(applied)
      return nil
    } catch {
      return error
    }
  }
}
