public import RosterCore

extension ListStore {
  /// Erases what was in lists of the store and is in none any more: removed and replaced models, states and keys, and
  /// what is made of them, such as the index of words.
  ///
  ///     await inbox.close()
  ///     try store.erase()
  ///
  /// Without it a removed model stays in the file: its revision can be undone, and when that is no longer kept, its bytes
  /// are in pages that later commits use.
  ///
  /// All lists are compacted to their newest revision, also derived ones; only if that has replaced nothing, it can still
  /// be undone. If the newest revision of a list has replaced something, the list gets one more revision, which changes
  /// nothing, and so do the lists that are derived from it. A derived list of an earlier definition is emptied, and made
  /// anew if it is opened again. Then the file and its log are written anew. Lists are closed meanwhile, in this process and
  /// in others: open them again afterwards. If the call is interrupted, or fails because another connection reads, the
  /// contents of the lists are as they were: erase again.
  ///
  /// What the last change of a list says about itself (`ChangeAnnotation`) stays. Copies of the file, a file system that
  /// keeps former contents, and the disk itself are not of its concern, nor is what hubs and other devices have.
  ///
  /// In the database of an application, its lists are compacted, and the rest is up to the application, which has closed
  /// its other connections: `VACUUM`, which writes the file anew into its log, and then
  /// `PRAGMA wal_checkpoint(TRUNCATE)`.
  ///
  /// - Returns: The number of revisions that were removed.
  /// - Throws: `StorageError`: `inUse` if a data source of this process has a list of the store open; `failed` if a
  ///   subscriber has not seen the newest revision of a list, as a device that has not synchronized, or if a list has not
  ///   followed its table; `busy` if another
  ///   connection reads or writes; `full`, since it needs as much room as the file; `failed` on a server.
  /// - Complexity: O(file).
  @discardableResult
  public func erase() throws(StorageError) -> Int {
    guard let store = self as? any JointStorage else {
      throw StorageError(.failed, "what this store has removed cannot be erased")
    }
    try ListClaim.requireNone(in: store.identity)
    return try store.eraseRemains()
  }
}
