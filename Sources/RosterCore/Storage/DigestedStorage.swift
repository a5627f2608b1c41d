/// A storage that keeps digests of what it wrote, and finds with them what was altered since.
///
/// Other reads do not compare: they return a row as it stands.
package protocol DigestedStorage: ListStorage {
  /// Verifies that some revisions, and the models and states that they wrote, are as they were
  /// written.
  ///
  /// - Parameters:
  ///   - revision: The revision before the first one.
  ///   - count: The number of revisions.
  /// - Throws: `corrupt`, with the list and what is wrong; `compacted` or `stale` if the journal does
  ///   not have a revision.
  /// - Complexity: O(*k* log *n*) for *k* changes in the revisions.
  func verifyRevisions(after revision: Revision, count: Int) throws(StorageError)

  /// Verifies that the list, and the revisions that can still be read, are as they were written.
  ///
  /// - Throws: `corrupt`, with the list and what is wrong.
  /// - Complexity: O(list and journal), and O(*n* log *n*) for *n* items.
  func verifyContents() throws(StorageError)
}
