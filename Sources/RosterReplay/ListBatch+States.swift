internal import RosterCore
public import RosterEngine
public import RosterLog

extension ListBatch {
  /// The states that the batch set and removed, in the form of a log.
  ///
  /// - Throws: `StorageError` if one is not JSON.
  public var loggedStates: [LoggedState] {
    get throws {
      let items = try states.map {
        try LoggedState(.item($0.targetPath), scope: $0.scope, stored: $0.state)
      }
      if supplementStates.isEmpty { return items }
      let supplements = try supplementStates.map {
        try LoggedState(
          .supplement($0.id.kind, ofSection: $0.targetSection), scope: $0.scope, stored: $0.state)
      }
      return items + supplements
    }
  }
}
