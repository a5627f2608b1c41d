internal import RosterCore

/// The report of a build in progress.
struct BuildReport {
  private(set) var writes: [StateWrite] = []
  private(set) var undecodable: [UndecodableState] = []
  var counts = BuildCounts()

  /// Adds a body that ran.
  mutating func note(_ run: ComponentRun, at path: ScopePath) {
    counts.bodiesRun += 1
    guard run.event != .kept else { return }
    switch (run.event, run.body.owner.storage) {
    case (.begun, _):
      counts.statesBegun += 1
      writes.append(.begin(path, run.body.owner))
    case (.dropped, _):
      counts.statesForgotten += 1
      writes.append(.forget(path))
    case (.changed, .stored(let state)):
      counts.statesChanged += 1
      writes.append(.replace(path, state))
    case (.changed, .undecodable(let state, let reason)):
      counts.statesBegun += 1
      writes.append(.replace(path, state))
      undecodable.append(UndecodableState(scope: path, stored: state, reason: reason))
    case (_, .undecodable(let state, let reason)):
      counts.statesBegun += 1
      undecodable.append(UndecodableState(scope: path, stored: state, reason: reason))
    case (.restored, _): counts.statesRestored += 1
    case (.kept, _), (.changed, _), (.undecodable, _):
      preconditionFailure("a state is \(run.event) that is not kept")
    }
  }

  /// Adds a scope that is gone, with all scopes within it.
  mutating func noteMissing(_ scope: BuiltScope) {
    var missing = [scope]
    while let scope = missing.popLast() {
      noteMissing(scope.owner, at: scope.path)
      for slot in scope.content.slots.reversed() { missing.append(slot.scope) }
    }
  }

  private mutating func noteMissing(_ owner: any ScopeOwner, at path: ScopePath) {
    switch owner.storage {
    case .none: return
    case .initial: writes.append(.forgetInitial(path, owner))
    case .stored, .undecodable: writes.append(.forget(path))
    }
    counts.statesForgotten += 1
  }

  /// Adds stored states whose scopes do not exist.
  mutating func noteMissing(_ paths: [ScopePath]) {
    counts.statesForgotten += paths.count
    for path in paths { writes.append(.forget(path)) }
  }
}
