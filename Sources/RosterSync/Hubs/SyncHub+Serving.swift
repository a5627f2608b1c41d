internal import RosterCore
internal import RosterEngine
package import RosterJSON

extension SyncHub {
  /// Answers as ``answer(_:)``, for a server: what cannot be answered is an error, so that the server
  /// can say it in the words of its protocol.
  ///
  /// What other hubs have settled in the same list is in the answer. Otherwise a device that comes to
  /// this hub from another one could have a revision that is not here yet. If storage has failed a
  /// change, the list is resumed: each request is settled from the list as it is.
  ///
  /// - Throws: `SyncError`; `StorageError` if the list cannot be read or written; `DataSourceError` if the
  ///   list failed otherwise.
  package func serve(_ request: JSONValue) throws -> JSONValue {
    let request = try SyncRequest(json: request)
    guard request.hub == nil || request.hub == name else {
      throw SyncError.otherHub(request.hub ?? "")
    }
    if let suspension = list.suspension { list.resume(after: suspension) }
    try list.catchUp()
    do {
      return try answer(request).json
    } catch let error as DataSourceError {
      throw error.storageError ?? error
    }
  }
}

extension DataSourceError {
  /// How storage failed, if it did.
  fileprivate var storageError: StorageError? {
    switch self {
    case .storage(let error): error
    case .suspended(let suspension): suspension.cause
    default: nil
    }
  }
}
