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
    var estimates: ExtentEstimates
    /// How often everything was forgotten.
    var epoch = 0
  }

  private let state: Guarded<State>

  init(_ estimates: ExtentEstimates) { state = Guarded(State(estimates: estimates)) }

  /// How long what was never measured is taken to be.
  var estimates: ExtentEstimates { state.withLock { $0.estimates } }

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
        list, axis ?? state.published?.axis ?? .vertical, state.estimates)
      state.prepared = nil
      state.epoch += 1
      return true
    }
  }

  /// Has other headers and footers counted from now on; on the work queue, while nobody else sees the
  /// published list.
  func replaceEstimates(_ estimates: ExtentEstimates) {
    state.withLock { state in
      if estimates == state.estimates { return }
      state.estimates = estimates
      state.published = state.published?.estimated(by: estimates)
      state.prepared = nil
      state.epoch += 1
    }
  }

  /// Notes how large is what was built on demand, unless the list has changed since.
  func note(_ trees: [MeasuredTree], at revision: Revision, epoch: Int) {
    state.withLock { state in
      guard state.epoch == epoch, state.published?.state.revision == revision else { return }
      state.published?.measure(trees)
    }
  }

  /// The extents after a change that is being prepared; on the work queue.
  ///
  /// The changes of a group are prepared one after the other before any of them is published.
  ///
  /// - Parameter trees: How large what is built already turned out to be, ascending by place.
  func prepare(_ change: ListChange, measuring trees: [MeasuredTree]) -> ListExtents {
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

  /// Nothing that was prepared will come to be.
  func discardPrepared() {
    state.withLock { $0.prepared = nil }
  }

  /// Takes over a published change; on the work queue, while nobody else sees the published list.
  ///
  /// - Parameters:
  ///   - proof: What has changed since.
  ///   - trees: How large things are, ascending by place.
  ///   - notes: Whether nothing else is known any more, and whether estimates are others.
  /// - Returns: The extents before, after the change and before the sizes, and after both; `nil` if
  ///   nobody wants any.
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
