import GRDB
import RosterCore
import RosterEngine
import RosterGRDB

@testable import RosterStore

/// What another process does, which knows nothing of the claims of this one.
enum OtherProcess {
  /// A connection that may hold a lock from one call to the next.
  static func connection(to path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  static func location(of store: SQLiteStore, list name: String) -> ListLocation {
    ListLocation { () throws(StorageError) in
      guard let list = try store.list(named: name) else {
        throw StorageError(.failed, "no list")
      }
      return UnclaimedList(list)
    }
  }
}

/// A list without an identity by which a process claims it.
private struct UnclaimedList: StoredList {
  private let list: SQLiteList

  init(_ list: SQLiteList) { self.list = list }

  var access: StoredListAccess {
    StoredListAccess(list, isShared: false, identity: nil)
  }
}
