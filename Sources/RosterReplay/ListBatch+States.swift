internal import RosterCore
public import RosterEngine
public import RosterLog

extension ListBatch {
  /// The states that the batch set and removed, in the form of a log.
  ///
  /// - Throws: `StorageError` if one is not JSON.
  public var loggedStates: [LoggedState] {
    get throws {
      try states.map { try LoggedState($0.targetPlace, scope: $0.scope, stored: $0.state) }
    }
  }
}
