package import RosterCore

/// A storage with an identity that a test chooses.
///
/// Without one, it is the storage as another process opens it: the data sources of this process do not
/// know that it is of the same list.
package final class IdentifiedStorage: JournalForwarding, KeyForwarding, DigestedStorage {
  package let storage: any ListStorage
  private let identity: StoredListIdentity?

  package init(_ storage: any ListStorage, as identity: StoredListIdentity? = nil) {
    self.storage = storage
    self.identity = identity
  }

  package var access: StoredListAccess {
    StoredListAccess(self, isShared: storage.access.isShared, identity: identity)
  }

  package func verifyRevisions(after revision: Revision, count: Int) throws(StorageError) {
    try (storage as? any DigestedStorage)?.verifyRevisions(after: revision, count: count)
  }

  package func verifyContents() throws(StorageError) {
    try (storage as? any DigestedStorage)?.verifyContents()
  }
}
