internal import RosterCore
internal import RosterLayout

/// Keeps the extents of the published list, and those of the changes that are being prepared.
///
/// Nothing is kept before somebody asks for it: a list that nobody scrolls costs nothing.
final class ExtentTracker: Sendable {
  private struct State {
    var published: ListExtents?
    /// Those after the last change that was prepared, which may come to nothing.
    var prepared: ListExtents?
    /// How often everything was forgotten.
    var epoch = 0
  }

  let estimate: Double
  private let state = Guarded(State())

  init(estimate: Double) { self.estimate = estimate }

  /// The extents as they were last published, `nil` if nobody has asked for any.
  var published: ListExtents? { state.withLock { $0.published } }

  /// How often everything was forgotten.
  var epoch: Int { state.withLock { $0.epoch } }

  /// Begins to keep extents, or forgets those along another axis.
  ///
  /// - Parameter list: The published list, which must not change meanwhile.
  /// - Returns: Whether nothing is known now.
  func begin(_ list: ListState, _ axis: Viewport.Axis?) -> Bool {
    state.withLock { state in
      if let published = state.published, axis.map({ $0 == published.axis }) ?? true {
        return false
      }
      state.published = ListExtents(
        list, axis ?? state.published?.axis ?? .vertical, estimate: estimate)
      state.prepared = nil
      state.epoch += 1
      return true
    }
  }

  /// Notes how large items are that were built on demand, unless the list has changed since.
  func note(_ sizes: [(path: ItemPath, size: Size?)], at revision: Revision, epoch: Int) {
    state.withLock { state in
      guard state.epoch == epoch, state.published?.state.revision == revision else { return }
      state.published?.measure(sizes)
    }
  }

  /// The extents after a change that is being prepared; on the work queue.
  ///
  /// The changes of a group are prepared one after the other before any of them is published.
  func prepare(_ change: ListChange) -> ListExtents {
    let base = state.withLock { state in
      [state.prepared, state.published].compactMap { $0 }.first {
        $0.state.revision == change.source.revision
      }
    }
    let source = base ?? ListExtents(change.source, .vertical, estimate: estimate)
    let target = source.following(change.proof, to: change.target)
    state.withLock { $0.prepared = target }
    return target
  }

  /// Nothing that was prepared will come to be.
  func discardPrepared() { state.withLock { $0.prepared = nil } }

  /// Takes over a published change; on the work queue, while nobody else sees the published list.
  ///
  /// - Parameters:
  ///   - proof: What has changed since.
  ///   - sizes: How large items are, ascending by path.
  ///   - forgetsSizes: Whether nothing else is known any more.
  /// - Returns: The extents before, after the change and before the sizes, and after both; `nil` if
  ///   nobody wants any.
  func publish(
    _ proof: VerifiedOutline, to target: ListState,
    measuring sizes: [(path: ItemPath, size: Size?)], forgetsSizes: Bool
  ) -> (unmeasured: ListExtents, measured: ListExtents)? {
    guard let source = published else { return nil }
    var unmeasured =
      source.state.revision == target.revision
      ? source : source.following(proof, to: target)
    if forgetsSizes { unmeasured = ListExtents(target, source.axis, estimate: estimate) }
    var measured = unmeasured
    measured.measure(sizes)
    state.withLock { state in
      state.published = measured
      state.prepared = nil
      if forgetsSizes { state.epoch += 1 }
    }
    return (unmeasured, measured)
  }
}
