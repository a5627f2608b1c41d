internal import RosterCore
internal import RosterEngine

extension ObservedList {
  /// Removes items of the list, as `onDelete` of a `ForEach` asks.
  ///
  /// The offsets say which items; these are removed by one changeset, wherever they stand when its turn comes. The main actor
  /// waits for that, and the list shows it in the same turn, unless it has not shown all that came before. An item that has gone
  /// meanwhile is left out.
  ///
  /// - Parameters:
  ///   - offsets: The offsets, such as an `IndexSet`.
  ///   - items: The items as they were shown, to which the offsets refer.
  /// - Throws: `DataSourceError`; `noSuchItem` if there is an offset that none of the items has, and nothing is removed then.
  ///   A list that is derived from another one, or only read, takes no change.
  /// - Complexity: O(*m* log *n*) for *m* items.
  public func remove(atOffsets offsets: some Sequence<Int>, of items: ObservedItems) throws {
    let ids = try items.checked(offsets).map { items[$0] }
    if ids.isEmpty { return }
    do {
      try change(self) { draft in
        let left = try ids.filter(draft.state.contains)
        // A change of nothing would be a revision, too.
        if left.isEmpty { throw NothingLeft() }
        for id in left { try draft.remove(id) }
      }
    } catch is NothingLeft {}
  }

  /// Moves items of the list, as `onMove` of a `ForEach` asks.
  ///
  ///     items   a b c d     move(fromOffsets: [0], toOffset: 3)
  ///     become  b c a d     a stands before d, which has had the offset 3
  ///
  /// They keep their order, and stand before the first item from the target on that does not move, by one changeset, wherever
  /// that stands when its turn comes; if there is none, behind the last one that does not move. When the change is shown is as for
  /// ``remove(atOffsets:of:)``.
  ///
  /// - Parameters:
  ///   - offsets: The offsets of the items, such as an `IndexSet`.
  ///   - target: The offset before which they are to stand, counted before they are moved: at most the number of items.
  ///   - items: The items as they were shown, to which the offsets refer.
  /// - Throws: `DataSourceError`; `noSuchItem` if there is an offset that none of the items has, or an item has gone
  ///   meanwhile, and nothing is moved then. A list that is derived from another one, or only read, takes no change.
  /// - Complexity: O(*m* log *n*) for *m* items.
  public func move(
    fromOffsets offsets: some Sequence<Int>, toOffset target: Int, of items: ObservedItems
  ) throws {
    let moved = try items.checked(offsets)
    guard (0...items.count).contains(target) else { throw items.noSuchItem(atOffset: target) }
    guard let first = moved.first, let last = moved.last else { return }
    // They stand there already.
    if last - first == moved.count - 1, (first...last + 1).contains(target) { return }
    let others = Set(moved)
    let ids = moved.map { items[$0] }
    if let next = (target..<items.count).first(where: { !others.contains($0) }) {
      let next = items[next]
      try change(self) { draft in
        for id in ids { try draft.move(id, before: next) }
      }
    } else if let former = (0..<target).last(where: { !others.contains($0) }) {
      let former = items[former]
      try change(self) { draft in
        for id in ids.reversed() { try draft.move(id, after: former) }
      }
    }
  }
}

/// All items that are to be removed have gone.
private struct NothingLeft: Error {}
