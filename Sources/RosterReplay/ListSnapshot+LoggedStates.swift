package import RosterCore
package import RosterEngine
package import RosterLog

extension ListSnapshot {
  /// The states of each item of a range, ascending by the text of their scopes.
  package func loggedStates(
    inSection section: Int, _ range: Range<Int>, of list: any ListStorage
  ) throws -> [[LoggedState]] {
    let items = try state.itemIDs(inSection: section, range)
    return try zip(range, list.states(of: items, at: revision)).map { item, states in
      let path = ItemPath(section: section, item: item)
      return try states.map { try LoggedState(.item(path), scope: $0.key, stored: $0.value) }
        .ascending()
    }
  }

  /// The states of the header and of the footer of a section that have any, ascending by the text of
  /// their scopes.
  package func loggedSupplementStates(
    ofSection section: Int
  ) throws -> [(kind: SupplementKind, states: [LoggedState])] {
    try SupplementKind.allCases.compactMap { kind in
      let states = try states(of: kind, ofSection: section) ?? [:]
      if states.isEmpty { return nil }
      return (
        kind,
        try states.map {
          try LoggedState(
            .supplement(kind, ofSection: section), scope: $0.key, stored: $0.value)
        }.ascending()
      )
    }
  }
}
