/// A list that is stored, so that a data source can open it: `SQLiteList` in a file, `PostgresList`
/// on a server.
///
/// Applications open such lists, and do not write other kinds: only this package makes a
/// ``StoredListAccess``.
public protocol StoredList: Sendable {
  /// How a data source reads and writes the list.
  var access: StoredListAccess { get }
}

/// How a data source reads and writes a stored list.
public struct StoredListAccess: Sendable {
  /// The storage of the list.
  package let storage: any ListStorage
  /// Whether other processes usually write the list as well. A data source then follows them, unless
  /// its configuration says something else.
  package let isShared: Bool

  /// Makes the access to a storage.
  package init(_ storage: any ListStorage, isShared: Bool) {
    self.storage = storage
    self.isShared = isShared
  }
}

extension ListStorage {
  /// The access to a list that one process writes.
  package var access: StoredListAccess { StoredListAccess(self, isShared: false) }
}
