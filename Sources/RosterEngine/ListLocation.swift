public import RosterCore

/// Where a list is kept.
///
///     let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"))
///
/// A file or server is opened, and a list in memory made, by the initializer that takes the location.
public struct ListLocation: Sendable {
  package let open: @Sendable () throws(StorageError) -> any StoredList

  /// - Parameter open: Opens the list, or makes it.
  package init(_ open: @escaping @Sendable () throws(StorageError) -> any StoredList) {
    self.open = open
  }

  /// A list of a store that is open already: one of several that are changed together, one that must exist
  /// already, or one with limits of its own.
  ///
  ///     let store = try SQLiteStore(path: path)
  ///     if let list = try store.list(named: "inbox") {
  ///       let inbox = try ListDataSource<Message, Day, Never>(.stored(list))
  ///       print(inbox.snapshot.itemCount)
  ///     }
  public static func stored(_ list: any StoredList) -> ListLocation { ListLocation { list } }
}
