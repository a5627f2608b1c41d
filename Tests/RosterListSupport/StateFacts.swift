package import RosterCore
package import RosterEngine

extension ScopePath {
  package static let like = ScopePath([ScopeKey(typeName: "Row"), ScopeKey(typeName: "Like")])
  package static let more = ScopePath([ScopeKey(typeName: "Row", identifier: "a/b", ordinal: 1)])
}

extension StoredState {
  package init(_ text: String, version: Int = 1) {
    self.init(typeVersion: version, value: .text(text))
  }
}

extension StateAssignment {
  /// Returns an assignment that writes a text as the state of an item in section 0, or removes its
  /// state.
  package static func at(_ item: Int, _ scope: ScopePath, _ text: String?) -> StateAssignment {
    StateAssignment(
      item: .path(ItemPath(section: 0, item: item)), scope: scope,
      state: text.map { StoredState($0) })
  }

  package static func of(_ tree: TreeReference, _ scope: ScopePath, _ text: String?)
    -> StateAssignment
  {
    StateAssignment(tree: tree, scope: scope, state: text.map { StoredState($0) })
  }

  package static func of(_ id: Int, _ scope: ScopePath, _ text: String?) -> StateAssignment {
    StateAssignment(
      item: .id(ItemID(rawValue: id)), scope: scope, state: text.map { StoredState($0) })
  }
}

/// The states of items, as a dictionary of dictionaries.
package struct NaiveItemStates: Equatable {
  package private(set) var items: [ItemID: [ScopePath: StoredState]] = [:]

  package init() {}

  package subscript(_ id: ItemID) -> [ScopePath: StoredState] { items[id] ?? [:] }

  package mutating func write(_ state: StoredState?, _ id: ItemID, _ scope: ScopePath) {
    items[id, default: [:]][scope] = state
    if items[id]?.isEmpty ?? false { items[id] = nil }
  }

  /// Applies a batch: writes its states, and removes the states of removed items.
  package mutating func take<Output>(_ batch: ListBatch<String, String, Output>) throws {
    for state in batch.itemStates {
      if let item = state.tree.item { write(state.state, item, state.scope) }
    }
    for id in items.keys where try !batch.target.state.contains(id) { items[id] = nil }
  }

  package mutating func keepOnly(_ ids: [[Int]]) {
    let ids = Set(ids.joined().map { ItemID(rawValue: $0) })
    items = items.filter { ids.contains($0.key) }
  }
}

extension ListSnapshot where Model == String, SectionModel == String {
  /// The states of all items.
  package var states: NaiveItemStates {
    get throws {
      var states = NaiveItemStates()
      for section in 0..<state.sectionCount {
        for (item, id) in try state.itemIDs(inSection: section).enumerated() {
          let own = try self.states(at: ItemPath(section: section, item: item)) ?? [:]
          for (scope, state) in own { states.write(state, id, scope) }
        }
      }
      return states
    }
  }
}
