package import RosterCore
internal import RosterRows

extension SQLiteList {
  /// The revision of the list in the file.
  ///
  /// - Throws: `replaced` also if only the log was: commits of others are no longer seen then.
  /// - Complexity: O(log *n*).
  package func storedRevision() throws(StorageError) -> Revision {
    try store.read(verifying: .log) { try storedRevision($0) }
  }

  /// Calls `handler` soon after any process has written the file. It may also call it without a
  /// write.
  package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
    store.watch(handler)
  }
}
