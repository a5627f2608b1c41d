internal import RosterCore

/// Writes the states of a group of changes to the rows of one list, within a transaction.
struct StateWriter {
  private let keys: RowKey
  private let statements: WritingStatements
  /// Whether the list may have states; `nil` until somebody had to know.
  private var mayHaveStates: Bool?

  init(keys: RowKey, statements: WritingStatements) {
    self.keys = keys
    self.statements = statements
  }

  mutating func write(_ change: StoredChange) throws {
    let revision = change.entry.revision
    precondition(
      change.states.count == change.entry.states.count,
      "a change must have a state, or none, for every address that its entry names")
    precondition(
      change.states.count < 2 || Set(change.entry.states).count == change.states.count,
      "a change must name the address of a state once")
    try change.forEachWrittenState { address, state in
      try write(state, at: address, revision)
    }
    try removeStates(of: change.entry.record.identities.removedItems, revision)
  }

  private mutating func write(
    _ state: StoredState?, at address: StateAddress, _ revision: Revision
  ) throws {
    let item = keys.key(address.item.rawValue)
    let scope = address.scope.description
    try statements.keepState.run(revision, item, scope)
    if let state {
      try statements.setState.run(item, scope, revision, state.typeVersion, state.value)
      mayHaveStates = true
    } else {
      try statements.forgetState.run(item, scope)
    }
  }

  /// Takes all states of items to the history.
  ///
  /// Items that are numbered in a row are one search; lists without states cost one in all.
  private mutating func removeStates(
    of items: [ChangeIdentities.RemovedItem], _ revision: Revision
  ) throws {
    guard !items.isEmpty, try hasStates() else { return }
    var rest = items.map { keys.key($0.id.rawValue) }.sorted()[...]
    while let first = rest.popFirst() {
      var last = first
      while rest.first == last + 1 { last = rest.removeFirst() }
      try statements.keepStates.run(revision, first, last)
      try statements.forgetStates.run(first, last)
    }
  }

  private mutating func hasStates() throws -> Bool {
    if let mayHaveStates { return mayHaveStates }
    var isFound = false
    try statements.hasStates.forEachRow(keys.first, keys.last) { _ in isFound = true }
    mayHaveStates = isFound
    return isFound
  }
}
