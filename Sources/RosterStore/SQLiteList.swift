internal import RosterConcurrency
public import RosterCore
package import RosterRows

/// A list in a file: the storage of a data source.
public final class SQLiteList: StoredList, ListStorage {
  /// The name of the list in its file.
  public let name: String
  /// The file.
  public let store: SQLiteStore
  package let keys: RowKey
  /// Whether models are read as people are shown them: with rows of the application in place of their versions.
  let showsRows: Bool

  init(_ store: SQLiteStore, id: Int, name: String, showsRows: Bool = false) {
    self.store = store
    self.name = name
    self.showsRows = showsRows
    keys = RowKey(list: id)
  }

  // MARK: Opening

  /// How a data source reads and writes the list.
  public var access: StoredListAccess {
    StoredListAccess(
      self, isShared: false,
      identity: store.configuration.isReadOnly
        ? nil
        : StoredListIdentity(
          place: store.identity, number: keys.list, name: "\(store.path), list \(name.inQuotes)"
        ) { [store] in store.isClosed })
  }

  /// Reads the directory of the list: sections and leaf pages, no items.
  ///
  /// - Complexity: O(*s* + *l*) for *s* sections and *l* leaf pages.
  package func load() throws(StorageError) -> ListState {
    try StoredListPages.open(directory(), self)
  }

  // MARK: Writing

  package var address: ListAddress? { ListAddress(store, number: keys.list, self) }

  /// Writes changes in one transaction.
  ///
  /// - Throws: `stale` if the list in the file is not at the group's source revision, `busy`,
  ///   `full`, `readOnly`, `corrupt`; the file is unchanged then. After `failed` the outcome is
  ///   unknown; call ``load()``.
  package func commit(_ group: CommitGroup) throws(StorageError) {
    try store.commit([ListCommit(self, group)])
  }

  /// Writes changes in a transaction.
  func write(_ group: CommitGroup, _ writes: PageWrites, _ statements: WritingStatements) throws {
    let known = statements.heads.known(ofList: keys.list)
    // One row has both the revision of the list and the digests that the new rows continue.
    let head = try known?.head ?? ListHead(keys, statements.head)
    // A list without revisions may have been removed.
    if store.names == .prefixed || head.revision == 0 { try verifyIsThere(statements) }
    guard head.revision == group.source.revision else { throw isStale(at: head.revision) }
    if store.indexedLists.withLock({ $0.contains(keys.list) }) {
      for matching in WordMatching.allCases {
        try SearchIndex(matching, keys, statements.database, of: store).write(group, statements)
      }
    }
    group.source.pageSource.willCommit(group.target.revision)
    let written = try ListWriter(
      keys: keys, statements: statements, time: store.configuration.clock()
    ).write(
      group, writes, on: WrittenHeads.Known(head: head, lacksKeys: known?.lacksKeys ?? false))
    statements.heads.write(written, ofList: keys.list)
  }

  /// Verifies that the list is still there. In the database of an application, that may have removed the tables and made
  /// them again, or taken back the transaction that has created the list.
  private func verifyIsThere(_ statements: WritingStatements) throws {
    var isThere = false
    try statements.named.forEachRow(keys.list, name) { _ in isThere = true }
    guard isThere else { throw RemovedList.Missed(named: name) }
  }
}
