internal import RosterCore
public import RosterEngine
public import RosterLog

extension ListBatch {
  /// The states that the batch set and forgot, as a log has them.
  ///
  /// - Throws: `StorageError` if one is no JSON.
  public var loggedStates: [LoggedState] {
    get throws {
      try states.map {
        try LoggedState(item: $0.targetPath, scope: $0.scope, stored: $0.state)
      }
    }
  }
}
