/// A store of lists: a `SQLiteStore`, which is a file, or a `PostgresStore`, which is a schema on a
/// server.
///
/// A change of several lists of one store is one transaction. Applications do not write other kinds of
/// stores: only this package makes the ``StoredListAccess`` of their lists.
public protocol ListStore: AnyObject, Sendable {}

/// A store that commits changes of several of its lists together: the port through which the engine
/// does so.
package protocol JointStorage: ListStore {
  /// Writes the changes of several lists in one transaction, and returns when all are as durable as
  /// the store promises.
  ///
  /// - Parameter commits: The changes, of lists of this store, each of which appears once.
  /// - Throws: `stale` if one of the lists is not at the source revision of its group. After any
  ///   error, either all groups are in storage or none.
  func commit(_ commits: [ListCommit]) throws(StorageError)

  /// Returns the name of a list of this store; `nil` if no list has the number.
  func name(ofList number: Int) throws(StorageError) -> String?

  /// Returns a list of this store.
  ///
  /// - Parameter create: Whether the list is made if it is not there.
  /// - Returns: `nil` if it is not there and was not to be made, or the store makes none.
  func storedList(named name: String, create: Bool) throws(StorageError) -> (any StoredList)?

  /// Removes lists with all that belongs to them, in one transaction. Their numbers are not given again. What others still
  /// have of them throws `replaced`.
  ///
  /// - Parameter lists: Lists of this store, by number; those that are not there are passed over.
  /// - Throws: `failed` if the store cannot do so.
  func removeLists(_ lists: [Int]) throws(StorageError)

  /// Whether the caller works on the connection by which the store commits, so that a commit would wait for the caller.
  var isHeldByCaller: Bool { get }

  /// Has work stand still while the application is suspended. The store does not keep it.
  func register(_ work: any SuspendableWork)

  /// The error of calls that cannot wait until the application is resumed; `nil` if it is not suspended.
  var suspension: StorageError? { get }

  /// The file or server, the same text however it was named.
  var identity: String { get }

  /// Removes what is in no list any more, and proves that it is gone. No list of the store is open.
  ///
  /// - Returns: The number of revisions that were removed.
  /// - Throws: `failed` if the store cannot do so, or a subscriber still needs a revision.
  func eraseRemains() throws(StorageError) -> Int
}

extension JointStorage {
  package func storedList(
    named name: String, create: Bool
  ) throws(StorageError) -> (any StoredList)? { nil }

  package func removeLists(_ lists: [Int]) throws(StorageError) {
    throw StorageError(.failed, "no list of this store can be removed")
  }

  package var isHeldByCaller: Bool { false }

  package func register(_ work: any SuspendableWork) {}

  package var suspension: StorageError? { nil }

  package func eraseRemains() throws(StorageError) -> Int {
    throw StorageError(.failed, "what this store has removed cannot be erased")
  }
}

/// Work that stands still while the application is suspended.
package protocol SuspendableWork: AnyObject, Sendable {
  /// Begins nothing more, and calls back when nothing is being done.
  func suspend(_ whenSuspended: @escaping @Sendable () -> Void)

  /// Goes on. Other processes may have written meanwhile.
  func resume()
}

/// A transaction of an application that changes rows of its own and lists of a store: all of it is stored, or
/// nothing.
package protocol HostTransaction: Sendable {
  /// Begins the transaction and calls a closure on this thread, which commits it. Rolls back what it does not commit.
  ///
  /// - Throws: `busy` and others if it cannot begin; the closure was not called then.
  func run(_ body: () -> Void) throws(StorageError)

  /// Writes the changes of lists in the transaction, and commits it.
  ///
  /// - Parameter write: Has the store of the lists write.
  /// - Throws: What `write` throws, or why the transaction cannot be committed. It is rolled back then, unless the
  ///   outcome is unknown.
  func commit(_ write: () throws(StorageError) -> Void) throws(StorageError)

  /// Why the application's own rows, or what observes them, kept the transaction from being committed; `nil` if they
  /// did not.
  var refusal: (any Error)? { get }
}

/// Changes of one list that are committed together with those of others.
package struct ListCommit: Sendable {
  /// The list, as its ``ListAddress`` names it.
  package var list: any ListStorage & AnyObject
  /// Its changes.
  package var group: CommitGroup

  /// Makes a commit of its parts.
  package init(_ list: any ListStorage & AnyObject, _ group: CommitGroup) {
    self.list = list
    self.group = group
  }
}

/// Where a list is kept that can be changed together with others.
package struct ListAddress: Sendable {
  /// The store of the list.
  package let store: any JointStorage
  /// The number of the list in its store; no other list of the store has it.
  package let number: Int
  /// The list as its store knows it, without storages in front of it. An object, so that the store need not ask the
  /// runtime whether it is one of its own.
  package let list: any ListStorage & AnyObject

  /// Makes an address of its parts.
  package init(_ store: any JointStorage, number: Int, _ list: any ListStorage & AnyObject) {
    self.store = store
    self.number = number
    self.list = list
  }
}
