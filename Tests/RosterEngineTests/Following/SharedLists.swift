import RosterCore
import RosterEngine
import RosterTestSupport
import Testing

extension DataSourceConfiguration {
  /// Of a list that others write as well.
  static var shared: DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    return configuration
  }
}

extension ListDataSource {
  /// Waits until a revision is published.
  func publishes(_ revision: Revision) async throws {
    // Subscribed first, so that nothing is published between looking and waiting.
    let batches = try batches()
    if snapshot.revision >= revision { return }
    for try await batch in batches where batch.changes.targetRevision >= revision { return }
  }
}

/// The conflict that an error is.
func conflict(_ error: DataSourceError?) -> WriteConflict? {
  if case .conflict(let conflict) = error { conflict } else { nil }
}
