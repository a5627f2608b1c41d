internal import RosterCore

/// Of which items of a change trees are built, if the list has a working range: of those that have
/// one, and of those that will stand in the range.
struct RangeSelection {
  private let paths: ClosedRange<ItemPath>?
  private let cache: Guarded<TreeCache<ItemID, BuiltItem>>

  init(_ paths: ClosedRange<ItemPath>?, _ cache: Guarded<TreeCache<ItemID, BuiltItem>>) {
    self.paths = paths
    self.cache = cache
  }

  /// Leaves out what no tree is built of, and says what that is.
  func omit<Model>(
    from requests: inout [GenerationRequest<Model>], _ states: inout [ChangedState]
  ) -> RangeOmission {
    let (allRequests, allStates) = (requests, states)
    var omission = RangeOmission()
    (requests, states) = cache.withLock { cache in
      /// Whether the tree of an item is built that stands at a path after the change.
      func isBuilt(_ id: ItemID, at path: ItemPath) -> Bool {
        paths?.contains(path) ?? false || cache.peek(id) != nil
      }
      var states: [ChangedState] = []
      for state in allStates {
        if isBuilt(state.id, at: state.targetPath) {
          states.append(state)
        } else {
          omission.states.append(state)
        }
      }
      return (allRequests.filter { isBuilt($0.id, at: $0.targetPath) }, states)
    }
    omission.count = allRequests.count - requests.count
    return omission
  }
}

/// What of a change is not built with it.
struct RangeOmission {
  /// The number of inserted and updated items.
  var count = 0
  /// The states that are written all the same, ascending by path.
  var states: [ChangedState] = []
}

extension [ChangedState] {
  /// These states and those of other items, ascending by path.
  func merged(with others: [ChangedState]) -> [ChangedState] {
    others.isEmpty ? self : (self + others).sortedByPath()
  }
}

extension ItemTrees {
  /// The viewport by points from the first item on; `nil` if there is none.
  ///
  /// One by an item that is gone, or cannot be read, stays where it was.
  func resolvedViewport(in extents: ListExtents) -> Viewport? {
    guard var viewport = viewport.withLock({ $0 }) else { return nil }
    if viewport.anchor != nil {
      if let start = (try? extents.start(of: viewport)) ?? nil {
        viewportStart.withLock { $0 = start }
      }
      viewport.anchor = nil
      viewport.offset = viewportStart.withLock { $0 }
    }
    return viewport
  }

  /// Where the items stand that are in the working range around the newest viewport of the published
  /// list; `nil` if there are none.
  func wantedPaths() -> ClosedRange<ItemPath>? { extents.published.flatMap { wantedPaths(in: $0) } }

  private func wantedPaths(in extents: ListExtents) -> ClosedRange<ItemPath>? {
    guard let range else { return nil }
    let viewport = resolvedViewport(in: extents) ?? Viewport(offset: 0, length: 0)
    let wanted = range.window(
      around: viewport, in: extents, isForward: range.members.withLock { $0.isForward }
    ).wanted
    guard !wanted.isEmpty, let first = extents.state.path(atOffset: wanted.lowerBound),
      let last = extents.state.path(atOffset: wanted.upperBound - 1)
    else { return nil }
    return first...last
  }

  /// Of which items of a change trees are built; `nil` if of all.
  ///
  /// - Parameter extents: Those after the change.
  func selection(in extents: ListExtents?) -> RangeSelection? {
    guard range != nil, let extents else { return nil }
    return RangeSelection(wantedPaths(in: extents), cache)
  }
}
