internal import RosterCore

/// What a build has done, as it goes on.
struct BuildReport {
  private(set) var changes: [ScopeStateChange] = []
  private(set) var undecodable: [UndecodableState] = []
  private(set) var unencodable: [UnencodableState] = []
  var counts = BuildCounts()

  /// Notes that a body was run.
  mutating func note(_ run: ComponentRun, at path: ScopePath) {
    counts.bodiesRun += 1
    let storage = run.body.owner.storage
    switch run.event {
    case .kept: break
    case .begun:
      counts.statesBegun += 1
      write(storage.state, at: path)
    case .restored: counts.statesRestored += 1
    case .undecodable: counts.statesBegun += 1
    case .changed:
      counts.statesChanged += 1
      write(storage.kept, at: path)
    case .dropped:
      counts.statesForgotten += 1
      forget(path)
    }
    if run.event != .kept { noteProblem(of: storage, at: path) }
  }

  /// Notes that a scope is gone, with all within it.
  mutating func noteMissing(_ scope: BuiltScope) {
    var missing = [scope]
    while let scope = missing.popLast() {
      if scope.owner.storage.isState { counts.statesForgotten += 1 }
      if scope.owner.storage.kept != nil { forget(scope.path) }
      for slot in scope.content.slots.reversed() { missing.append(slot.scope) }
    }
  }

  /// Notes stored states for which there is no scope.
  mutating func noteMissing(_ paths: [ScopePath]) {
    counts.statesForgotten += paths.count
    for path in paths { forget(path) }
  }

  private mutating func write(_ state: StoredState?, at path: ScopePath) {
    if let state { changes.append(ScopeStateChange(scope: path, state: state)) }
  }

  private mutating func forget(_ path: ScopePath) {
    changes.append(ScopeStateChange(scope: path, state: nil))
  }

  private mutating func noteProblem(of storage: StateStorage, at path: ScopePath) {
    switch storage {
    case .undecodable(let stored, let reason):
      undecodable.append(UndecodableState(scope: path, stored: stored, reason: reason))
    case .unencodable(let reason):
      unencodable.append(UnencodableState(scope: path, reason: reason))
    case .none, .stored: break
    }
  }
}
