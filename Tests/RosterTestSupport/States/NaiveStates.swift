package import RosterCore

/// What the states of a list must be, in the plainest words: a dictionary for every revision.
package struct NaiveStates: Sendable {
  private var revisions: [[ItemID: [ScopePath: StoredState]]] = [[:]]

  /// Knows of no state at revision 0.
  package init() {}

  package var revision: Revision { revisions.count - 1 }

  /// Goes to the next revision.
  ///
  /// - Parameters:
  ///   - items: Those that are in the list then; the others lose their states.
  ///   - changes: In order; those of other items have no effect.
  package mutating func advance(items: some Sequence<ItemID>, _ changes: [StateChange]) {
    let items = Set(items)
    var states = revisions[revision].filter { items.contains($0.key) }
    for change in changes {
      guard let item = change.address.item, items.contains(item) else { continue }
      states[item, default: [:]][change.address.scope] = change.state
    }
    revisions.append(states)
  }

  /// The states of an item at a revision.
  package func states(of item: ItemID, at revision: Revision) -> [ScopePath: StoredState] {
    revisions[revision][item] ?? [:]
  }

  /// The most states that there ever were at one revision.
  package var countMax: Int {
    revisions.map { $0.values.reduce(0) { $0 + $1.count } }.max() ?? 0
  }
}
