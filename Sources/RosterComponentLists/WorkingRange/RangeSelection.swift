internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Selects which items of a change are built in a list with a working range: those that have a
/// tree, and those that will stand in the range.
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

  /// Removes the requests and states of items that are not built, and returns them.
  func omit(from requests: inout [TreeRequest], _ states: inout [ChangedState]) -> RangeOmission {
    let (allRequests, allStates) = (requests, states)
    var omission = RangeOmission()
    requests = []
    states = []
    cache.withLock { cache in
      /// Whether the tree at a place after the change is built. Always `true` for headers and
      /// footers.
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

/// What a change leaves unbuilt.
struct RangeOmission {
  /// The inserted and updated items, ascending by path.
  var requests: [TreeRequest] = []
  /// The states that are stored nevertheless, ascending by path.
  var states: [ChangedState] = []
  /// What later changes of the same commit continue from.
  var items: [OmittedItem] = []

  /// The number of inserted and updated items.
  var count: Int { requests.count }
}

/// An item that a change inserts, updates, or gives states, without building its tree.
///
/// A later change of the same commit may build it, while storage has nothing of the earlier change
/// yet:
///
///     revision 7    item 7 comes back outside of the range, with a count of 1
///     revision 8    item 7 moves into the range: its tree begins with a count of 1
final class OmittedItem: Sendable {
  let id: TreeID
  /// Makes its components; `nil` if the commit changes only its states.
  let root: TreeRoot?
  /// Whether the commit inserts the item, so that storage has none of its states.
  let isNew: Bool
  /// The states that the commit assigns to it.
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

  /// Returns the states of the item after the changes so far.
  ///
  /// - Parameter stored: The states before the commit.
  func states(on stored: [ScopePath: StoredState]) -> [ScopePath: StoredState] {
    var states = stored
    for (scope, state) in assigned { states[scope] = state }
    return states
  }
}

extension ListTrees {
  /// Returns the viewport in points from the start of the list, without an anchor; `nil` if
  /// none is set.
  ///
  /// A viewport whose anchor was removed or cannot be read stays where it was.
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

  /// Returns the paths of the working range around the newest viewport of the published list; `nil`
  /// if it is empty.
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

  /// Returns which items of a change are built; `nil` for all.
  ///
  /// - Parameter extents: The extents after the change.
  func selection(in extents: ListExtents?) -> RangeSelection? {
    guard range != nil, let extents else { return nil }
    return RangeSelection(wantedPaths(in: extents), cache) { self.hasUncommittedBuild(of: $0) }
  }
}
