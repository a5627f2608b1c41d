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
  /// Which list it is; `nil` if data sources need not know of each other, because the storage does not
  /// write.
  package let identity: StoredListIdentity?
  /// How the list is derived from others; `nil` if it is not. Data sources that have it open at the same time follow one
  /// definition.
  package let definition: String?

  /// Makes the access to a storage.
  package init(
    _ storage: any ListStorage, isShared: Bool, identity: StoredListIdentity? = nil,
    definition: String? = nil
  ) {
    self.storage = storage
    self.isShared = isShared
    self.identity = identity
    self.definition = definition
  }
}

/// Which list of which file or server it is: equal for all openings of a list in a process.
package struct StoredListIdentity: Sendable {
  package let place: String
  private let number: Int
  /// The list as messages name it.
  package let name: String
  /// Returns whether this opening of the file or server was closed, so that nothing more is committed
  /// through it.
  package let isClosed: @Sendable () -> Bool

  /// Makes the identity of a list.
  ///
  /// - Parameters:
  ///   - place: The file or server, the same text however it was named.
  ///   - number: The number of the list there.
  ///   - name: The list as messages name it.
  ///   - isClosed: Whether this opening of the file or server was closed.
  package init(
    place: String, number: Int, name: String, isClosed: @escaping @Sendable () -> Bool
  ) {
    self.place = place
    self.number = number
    self.name = name
    self.isClosed = isClosed
  }
}

extension StoredListIdentity: Hashable {
  package static func == (one: Self, other: Self) -> Bool {
    one.place == other.place && one.number == other.number
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(number)
  }
}

extension ListStorage {
  /// The access to a list that one process writes.
  package var access: StoredListAccess { StoredListAccess(self, isShared: false) }
}
