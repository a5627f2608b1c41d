internal import RosterCore

extension ChangeRunner {
  /// Whether others write the list as well.
  var isShared: Bool { follower.withLock { $0 != nil } }

  /// Takes over what others have committed, and publishes it; on the work queue.
  ///
  /// What waits was made for another list, and is refused, but for updates that name their item.
  ///
  /// - Parameter failing: The change in flight that fails by that, on top of which everything that
  ///   waits was verified.
  @discardableResult
  func follow(failing change: (any QueuedChange)? = nil) -> Followed {
    finishRemainders()
    let source = committer.withLock { $0.state }
    var followed = Followed(base: source.revision, current: source.revision)
    guard let follower = follower.withLock({ $0 }) else { return followed }
    do throws(StorageError) {
      while true {
        let state = committer.withLock { $0.state }
        let revisions = try follower.revisions(after: state)
        followFailure.withLock { $0 = nil }
        guard let target = revisions.last?.target else { return followed }
        // At once, so that nothing is verified in between against the one and applied to the other.
        let refused = pipeline.withLock { pipeline in
          committer.withLock { $0.follow(to: target) }
          committedRevision.withLock { $0 = target.revision }
          return pipeline.followed(leaving: target)
        }
        observation?.note(.followed(from: state.revision, to: target.revision))
        for revision in revisions {
          revision.publish()
          followed.touched.formUnion(revision.touched)
        }
        followed.current = target.revision
        refuse(
          refused, WriteConflict(base: state.revision, current: target.revision), after: change)
      }
    } catch {
      followed.failure = error
      // It is looked for many times a second.
      let isKnown = followFailure.withLock { known in
        defer { known = error.message }
        return known == error.message
      }
      if !isKnown { observation?.note(.followFailed(error)) }
      return followed
    }
  }

  /// Gives what waited its outcome: a conflict up to the first change of paths, and what was
  /// verified on top of that fails with it.
  private func refuse(
    _ refused: [Queue.Modification], _ conflict: WriteConflict,
    after first: (any QueuedChange)?
  ) {
    func failure(after change: any QueuedChange) -> DataSourceError {
      .precedingFailed(
        DataSourceError.PrecedingFailure(
          revision: conflict.base + 1, origin: change.annotation.origin,
          cause: .conflict(conflict)))
    }
    var first = first
    for modification in refused {
      modification.fail(first.map(failure) ?? .conflict(conflict))
      if case .change(let change) = modification { first = first ?? change }
    }
  }
}
