/// A storage in front of another one, to which it passes the calls of a journal as well.
package protocol JournalForwarding: StorageForwarding, JournalStorage {}

extension JournalForwarding {
  /// The journal of the storage behind this one, `nil` if it has none.
  private var journalStorage: (any JournalStorage)? { storage as? any JournalStorage }

  package func steps(
    at revision: Revision, in scope: UndoScope
  ) throws(StorageError) -> JournalSteps {
    try journalStorage?.steps(at: revision, in: scope) ?? JournalSteps()
  }

  package func oldestRevision() throws(StorageError) -> Revision {
    try journalStorage?.oldestRevision() ?? 0
  }

  package func compact(
    _ retention: JournalRetention, keeping revision: Revision?
  ) throws(StorageError) -> JournalCompaction {
    try journalStorage?.compact(retention, keeping: revision)
      ?? JournalCompaction(removedCount: 0, oldestRevision: 0)
  }

  package func subscribers() throws(StorageError) -> [JournalSubscriber] {
    try journalStorage?.subscribers() ?? []
  }

  package func acknowledge(
    _ revision: Revision?, by subscriber: String
  ) throws(StorageError) -> Revision {
    try journalStorage?.acknowledge(revision, by: subscriber) ?? 0
  }

  package func removeSubscriber(_ subscriber: String) throws(StorageError) {
    try journalStorage?.removeSubscriber(subscriber)
  }

  package func deviceRows() throws(StorageError) -> DeviceRows? {
    try journalStorage?.deviceRows()
  }

  package func hubRows() throws(StorageError) -> HubRows? { try journalStorage?.hubRows() }

  package func storedRevision() throws(StorageError) -> Revision {
    try journalStorage?.storedRevision() ?? 0
  }

  package func nextIdentifiers(
    after revision: Revision
  ) throws(StorageError) -> NextIdentifiers {
    try journalStorage?.nextIdentifiers(after: revision) ?? NextIdentifiers()
  }

  package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
    journalStorage?.watch(handler) ?? NoWatch()
  }
}

/// The watch of a storage without a journal, which never calls.
private final class NoWatch: StorageWatch {
  func cancel() {}
}
