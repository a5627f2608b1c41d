internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

/// States in messages and notes: each has the place that its item, header or footer has after the
/// change that it comes with, as in a changeset log.
extension LoggedState {
  /// What writes the state.
  var assignment: StateAssignment {
    StateAssignment(tree: TreeReference(place), scope: scope, state: state?.stored)
  }
}

extension [LoggedState] {
  /// Makes the states of addresses, by their places in a list. What is not in the list, and what is no
  /// JSON, is left out.
  init(_ states: [StateAddress: StoredState?], in list: ListState) throws {
    self = []
    for (address, state) in states {
      guard let place = try list.place(of: address.tree),
        let logged = try? LoggedState(place, scope: address.scope, stored: state)
      else { continue }
      append(logged)
    }
    self = ascending()
  }

  var json: JSONValue { .array(map(\.json)) }

  /// Checks that no state is nested too deep to be kept.
  func requireDepth() throws(SyncError) {
    for state in self { try state.state?.value.sync.requireDepth("a state") }
  }
}

extension SyncReading {
  /// States in the form of the changeset log; none if there is no value.
  func states() throws(SyncError) -> [LoggedState] {
    guard value != nil else { return [] }
    var states: [LoggedState] = []
    for state in try array() {
      do throws(JSONDecodingError) {
        states.append(try LoggedState(JSONCursor(state)))
      } catch {
        throw .malformed("\(error)")
      }
    }
    return states
  }
}

extension [ScopePath: StoredState] {
  /// The states that are JSON.
  var json: [ScopePath: JSONState] { compactMapValues { JSONState($0) } }
}
