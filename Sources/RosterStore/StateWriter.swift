internal import RosterCore
internal import RosterRows

/// Writes the states of a group of changes to the rows of one list, within a transaction.
struct StateWriter {
  private let keys: RowKey
  private let statements: WritingStatements
  /// Whether the list may have states of items; `nil` until the writer has looked.
  private var mayHaveItemStates: Bool?
  /// Whether it may have states of headers and footers; `nil` until the writer has looked.
  private var mayHaveSectionStates: Bool?

  init(keys: RowKey, statements: WritingStatements) {
    self.keys = keys
    self.statements = statements
  }

  mutating func write(_ change: StoredChange) throws {
    let revision = change.entry.revision
    try change.forEachWrittenState { address, state in
      try write(state, at: address, revision)
    }
    let identities = change.entry.record.identities
    if !identities.removedItems.isEmpty {
      mayHaveItemStates = try removeStates(
        of: identities.removedItems.lazy.map(\.id.rawValue), statements.removalOfItemStates,
        mayHaveItemStates, revision)
    }
    if !identities.removedSections.isEmpty {
      mayHaveSectionStates = try removeStates(
        of: identities.removedSections.lazy.map(\.rawValue), statements.removalOfSectionStates,
        mayHaveSectionStates, revision)
    }
  }

  private mutating func write(
    _ state: StoredState?, at address: StateAddress, _ revision: Revision
  ) throws {
    let owner = keys.key(address.tree.number)
    let scope = address.scope.description
    let statements = statements.states(of: address.tree)
    try statements.keep.run(owner, revision, scope)
    guard let state else { return try statements.forget.run(owner, scope) }
    try statements.set.run(owner, scope, revision, state.typeVersion, state.value)
    switch address.tree {
    case .item: mayHaveItemStates = true
    case .supplement: mayHaveSectionStates = true
    }
  }

  /// Moves all states of items, or of headers and footers of sections, to the history.
  ///
  /// Items with consecutive numbers need one search. A list without states needs one in total.
  ///
  /// - Parameter numbers: At least one.
  /// - Returns: Whether the list may have such states.
  private func removeStates(
    of numbers: some Collection<Int>, _ statements: StateRemovalStatements,
    _ mayHaveStates: Bool?, _ revision: Revision
  ) throws -> Bool {
    guard try mayHaveStates ?? hasAny(statements) else { return false }
    var rest = numbers.map { keys.key($0) }.sorted()[...]
    while let first = rest.popFirst() {
      var last = first
      while rest.first == last + 1 { last = rest.removeFirst() }
      try statements.keep.run(revision, first, last)
      try statements.forget.run(first, last)
    }
    return true
  }

  private func hasAny(_ statements: StateRemovalStatements) throws -> Bool {
    var isFound = false
    try statements.hasAny.forEachRow(keys.first, keys.last) { _ in isFound = true }
    return isFound
  }
}
