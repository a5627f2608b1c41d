internal import RosterCore

/// Of which items of a change trees are built, if the list has a working range: of those that have
/// one, and of those that will stand in the range.
struct RangeSelection {
  private let paths: ClosedRange<ItemPath>?
  private let cache: Guarded<TreeCache<TreeID, BuiltTree>>
  /// Whether an earlier change of the same commit has built the tree of an item.
  private let isUncommitted: (TreeID) -> Bool

  init(
    _ paths: ClosedRange<ItemPath>?, _ cache: Guarded<TreeCache<TreeID, BuiltTree>>,
    isUncommitted: @escaping (TreeID) -> Bool = { _ in false }
  ) {
    self.paths = paths
    self.cache = cache
    self.isUncommitted = isUncommitted
  }

  /// Leaves out what no tree is built of, and says what that is.
  func omit(from requests: inout [TreeRequest], _ states: inout [ChangedState]) -> RangeOmission {
    let (allRequests, allStates) = (requests, states)
    var omission = RangeOmission()
    requests = []
    states = []
    cache.withLock { cache in
      /// Whether a tree is built that stands at a place after the change: always if it is a header or
      /// footer.
      func isBuilt(_ id: TreeID, at place: TreePlace) -> Bool {
        guard let path = place.path else { return true }
        return paths?.contains(path) ?? false || cache.peek(id) != nil || isUncommitted(id)
      }
      for request in allRequests {
        if isBuilt(request.id, at: request.place) {
          requests.append(request)
        } else {
          omission.requests.append(request)
        }
      }
      for state in allStates {
        if isBuilt(state.tree, at: state.targetPlace) {
          states.append(state)
        } else {
          omission.states.append(state)
        }
      }
    }
    return omission
  }
}

/// What of a change is not built with it.
struct RangeOmission {
  /// For inserted and updated items, ascending by path.
  var requests: [TreeRequest] = []
  /// The states that are written all the same, ascending by path.
  var states: [ChangedState] = []
  /// What later changes of the same commit go on from.
  var items: [OmittedItem] = []

  /// The number of inserted and updated items.
  var count: Int { requests.count }
}

/// An item that a change inserts, updates, or gives states, and of which it builds no tree.
///
/// A later change of the same commit may build it, when storage has nothing of the earlier one yet:
///
///     revision 7    item 7 comes back outside of the range, with a count of 1
///     revision 8    item 7 moves into the range: its tree begins with a count of 1
final class OmittedItem: Sendable {
  let id: TreeID
  /// Makes its components; `nil` if the commit changes nothing but its states.
  let root: TreeRoot?
  /// Whether the commit inserts the item, so that storage has none of its states.
  let isNew: Bool
  /// The states that the commit gives it.
  private let assigned: [ScopePath: StoredState?]

  /// - Parameter earlier: The same item in an earlier change of the commit.
  init(_ id: TreeID, _ request: TreeRequest?, _ states: [ChangedState], after earlier: OmittedItem?)
  {
    self.id = id
    let earlier = request?.isNew ?? false ? nil : earlier
    root = request?.root ?? earlier?.root
    isNew = request?.isNew ?? earlier?.isNew ?? false
    var assigned = earlier?.assigned ?? [:]
    for state in states { assigned[state.scope] = .some(state.state) }
    self.assigned = assigned
  }

  /// The states that it has by then.
  ///
  /// - Parameter stored: Those that it had before the commit.
  func states(on stored: [ScopePath: StoredState]) -> [ScopePath: StoredState] {
    var states = stored
    for (scope, state) in assigned { states[scope] = state }
    return states
  }
}

extension ListTrees {
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
    return RangeSelection(wantedPaths(in: extents), cache) { self.hasUncommittedBuild(of: $0) }
  }
}
