internal import RosterConcurrency
package import RosterCore
internal import RosterGeometry

/// Keeps the extents of the published list, and those of changes that are being prepared.
///
/// Keeps nothing until a viewport, a working range or a caller needs extents: a list that does not
/// scroll costs nothing.
package final class ExtentTracker: Sendable {
  private struct State {
    var published: ListExtents?
    /// The extents after the last prepared change, which may still fail.
    var prepared: ListExtents?
    var estimates: ExtentEstimates
    /// The number of times that everything was forgotten.
    var epoch = 0
  }

  private let state: Guarded<State>

  package init(_ estimates: ExtentEstimates) { state = Guarded(State(estimates: estimates)) }

  /// The extents as they were last published; `nil` if they are not kept.
  package var published: ListExtents? { state.withLock { $0.published } }

  /// The number of times that everything was forgotten.
  package var epoch: Int { state.withLock { $0.epoch } }

  /// Begins to keep extents. If they are kept along another axis, forgets them first.
  ///
  /// - Parameter list: The published list, which must not change during the call.
  /// - Returns: Whether the extents are new, with nothing measured.
  package func begin(_ list: ListState, _ axis: Viewport.Axis?) -> Bool {
    state.withLock { state in
      if let published = state.published, axis.map({ $0 == published.axis }) ?? true {
        return false
      }
      state.published = ListExtents(
        list, axis ?? state.published?.axis ?? .vertical, state.estimates)
      state.prepared = nil
      state.epoch += 1
      return true
    }
  }

  /// Records the sizes of trees that were built on demand, unless the list changed or everything
  /// was forgotten since.
  package func note(_ trees: [MeasuredTree], at revision: Revision, epoch: Int) {
    state.withLock { state in
      guard state.epoch == epoch, state.published?.state.revision == revision else { return }
      state.published?.measure(trees)
    }
  }

  /// Returns the extents after a change that is being prepared; on the work queue.
  ///
  /// The changes of a group are prepared one after the other before any of them is published.
  ///
  /// - Parameter trees: The sizes of the trees that are already built, ascending by place.
  package func prepare(_ change: ListChange, measuring trees: [MeasuredTree]) -> ListExtents {
    let (base, estimates) = state.withLock { state in
      let base = [state.prepared, state.published].compactMap { $0 }.first {
        $0.state.revision == change.source.revision
      }
      return (base, state.estimates)
    }
    let source = base ?? ListExtents(change.source, .vertical, estimates)
    var target = source.following(change.proof, to: change.target)
    target.measure(trees)
    state.withLock { $0.prepared = target }
    return target
  }

  /// Discards the prepared extents, because their changes failed.
  package func discardPrepared() {
    state.withLock { $0.prepared = nil }
  }

  /// Records a published change; on the work queue, while the published list is locked.
  ///
  /// - Parameters:
  ///   - proof: The change since the published extents.
  ///   - trees: The sizes of trees, ascending by place.
  ///   - notes: Whether all other sizes are forgotten, and whether estimates changed.
  /// - Returns: The extents after the change, without and with the sizes in `trees`; `nil` if no
  ///   extents are kept.
  func publish(
    _ proof: VerifiedOutline, to target: ListState,
    measuring trees: [MeasuredTree], _ notes: BatchNotes
  ) -> (unmeasured: ListExtents, measured: ListExtents)? {
    guard let source = published else { return nil }
    var unmeasured =
      source.state.revision == target.revision
      ? source : source.following(proof, to: target)
    if let estimates = notes.estimates { unmeasured = unmeasured.estimated(by: estimates) }
    if notes.forgetsSizes { unmeasured = unmeasured.withoutSizes }
    var measured = unmeasured
    measured.measure(trees)
    state.withLock { state in
      state.published = measured
      state.prepared = nil
      state.estimates = notes.estimates ?? state.estimates
      if notes.forgetsSizes || notes.estimates != nil { state.epoch += 1 }
    }
    return (unmeasured, measured)
  }
}
