package import RosterCore
package import RosterEngine

extension DataSourceConfiguration {
  /// The configuration of a list that other writers share.
  package static var shared: DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    return configuration
  }
}

extension ListDataSource {
  /// Waits until a revision is published.
  package func publishes(_ revision: Revision) async throws {
    // Subscribes first, so that nothing is published between the check and the wait.
    let batches = try batches()
    if snapshot.revision >= revision { return }
    for try await batch in batches where batch.changes.targetRevision >= revision { return }
  }
}

/// The conflict in an error.
package func conflict(_ error: DataSourceError?) -> WriteConflict? {
  if case .conflict(let conflict) = error { conflict } else { nil }
}

/// The earlier failure that an error names.
package func precedingFailure(_ error: DataSourceError?) -> DataSourceError.PrecedingFailure? {
  if case .precedingFailed(let failure) = error { failure } else { nil }
}
