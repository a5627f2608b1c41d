internal import RosterConcurrency
internal import RosterCore

extension ModificationRunner {
  /// Whether other writers also write the list.
  var isShared: Bool { follower.withLock { $0 != nil } }

  /// Applies and publishes commits of other writers; on the work queue.
  ///
  /// Refuses what waits, because it was made for the earlier list. New configurations still wait,
  /// and so do updates and reloads by identity, and the first snapshot with everything behind it.
  ///
  /// - Parameter change: The change in flight that fails because of those commits. Everything that
  ///   waits was verified on top of it.
  @discardableResult
  func follow(failing change: (any Modification)? = nil) -> Followed {
    finishRemainders()
    let source = committer.withLock { $0.state }
    var followed = Followed(base: source.revision, current: source.revision)
    guard let follower = follower.withLock({ $0 }) else { return followed }
    do throws(StorageError) {
      while true {
        let state = committer.withLock { $0.state }
        let revisions = try follower.revisions(state)
        followFailure.withLock { $0 = nil }
        guard let target = revisions.last?.target else { return followed }
        // Under one lock, so that nothing is verified against one list and applied to the other.
        let refused = pipeline.withLock { pipeline in
          committer.withLock { $0.follow(to: target) }
          committedState.withLock { $0 = target }
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
      // The list looks for commits many times a second.
      let isKnown = followFailure.withLock { known in
        defer { known = error.message }
        return known == error.message
      }
      if !isKnown { observation?.note(.followFailed(error)) }
      return followed
    }
  }

  /// Gives refused modifications their outcome: a conflict up to the first change of paths. Those
  /// behind it were verified on top of it and fail with it.
  private func refuse(
    _ refused: [any Modification], _ conflict: WriteConflict, after first: (any Modification)?
  ) {
    var first = first
    for modification in refused {
      let failure = first.map { first in
        DataSourceError.precedingFailed(
          DataSourceError.PrecedingFailure(
            revision: conflict.base + 1, origin: first.annotation.origin,
            cause: .conflict(conflict)))
      }
      modification.fail(failure ?? .conflict(conflict))
      if modification.admission.isChange { first = first ?? modification }
    }
  }
}
