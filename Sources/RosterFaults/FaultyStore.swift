public import RosterCore

/// A store that fails when a test says so: to see what an application does when a disk is full, a file busy, or a process
/// ends in the middle of a change.
///
///     let store = FaultyStore(try SQLiteStore.inMemory())
///     let inbox = try ListDataSource<Message, Day, Never>(.stored(store.list(named: "inbox")))
///     store.fail(.commit, with: StorageError(.full, "the disk is full"))
///     await #expect(throws: DataSourceError.self) {
///       try await inbox.change { _, change in try change.append(message) }
///     }
///
/// It passes each call to the store behind it, which may be in memory or a file. After a fault that is no `busy`, a list
/// takes no more changes until it is resumed or opened again, as with a disk that fails.
///
/// What a killed process leaves behind is found by having it end at a commit, before or after that is stored, and by
/// opening the lists again:
///
///     store.crash(.after, skipping: 2)  // the third commit is stored, and nothing after it
///     for message in messages {
///       _ = try? await inbox.change { _, change in try change.append(message) }
///     }
///     await inbox.close()
///     store.heal()
///     let reopened = try ListDataSource<Message, Day, Never>(.stored(store.list(named: "inbox")))
public final class FaultyStore: JointStorage {
  /// What is asked of a store.
  public enum Call: Sendable, Hashable, CaseIterable {
    /// A list is opened, or read again after a commit whose outcome is unknown.
    case load
    /// Changes of a list, or of several together, are committed.
    case commit
    /// Models of items are read that are not in memory.
    case itemModels
    /// Models of sections are read that are not in memory.
    case sectionModels
    /// States of components are read that are not in memory.
    case states
    /// Earlier changes are read: by a subscriber that lags or begins at an earlier revision, by an undo, by an earlier
    /// snapshot.
    case journal
  }

  /// Whether a call fails with its work undone or done.
  public enum Moment: Sendable, Hashable, CaseIterable {
    /// Nothing was done.
    case before
    /// It was done, and an error follows. After a commit the list asks what is stored, and goes on if it finds the
    /// change there.
    case after
  }

  /// The error of a fault for which a test names none.
  package static var planned: StorageError {
    StorageError(.failed, "a fault that a test has planned")
  }

  private let store: any ListStore
  private let plan = FaultPlan()

  /// Makes a store that fails in front of another one.
  ///
  /// - Parameter store: The store behind it, such as `SQLiteStore.inMemory()`.
  public init(_ store: any ListStore) { self.store = store }

  /// Returns a list of the store, which is made if it is not there. It fails as the store does.
  ///
  /// - Throws: `StorageError` if it can be neither opened nor made.
  public func list(named name: String) throws(StorageError) -> any StoredList {
    guard let list = try storedList(named: name, create: true) else {
      throw StorageError(.failed, "the list \(name.inQuotes) cannot be created in this store")
    }
    return list
  }

  /// Plans the end of the process: from some commit on each call fails, until ``heal()``.
  ///
  /// - Parameters:
  ///   - moment: Whether that commit is stored.
  ///   - skipCount: How many commits go well before.
  public func crash(_ moment: Moment, skipping skipCount: Int = 0) {
    plan.crash(moment, skipping: skipCount)
  }

  /// Plans a fault. Several that are planned happen one after the other.
  ///
  /// - Parameters:
  ///   - call: The call that fails.
  ///   - moment: Whether its work is done before it fails.
  ///   - skipCount: How many calls of this kind go well before.
  ///   - count: How many calls of this kind then fail.
  ///   - error: What they throw. After `busy` a list goes on; after any other, it is suspended.
  public func fail(
    _ call: Call, _ moment: Moment = .before, skipping skipCount: Int = 0, count: Int = 1,
    with error: StorageError = StorageError(.failed, "a fault that a test has planned")
  ) {
    plan.fail(call, moment, skipping: skipCount, count: count, with: error)
  }

  /// Forgets all faults that have not happened yet. After a crash, lists are opened again.
  public func heal() { plan.heal() }

  /// Whether no fault is to come.
  public var isHealthy: Bool { plan.isHealthy }

  /// The calls so far, in order, also those that failed.
  public var calls: [Call] { plan.calls }

  // MARK: Storage

  /// The store behind it, if it can change several lists together.
  private var joint: (any JointStorage)? { store as? any JointStorage }

  package func commit(_ commits: [ListCommit]) throws(StorageError) {
    try plan.run(.commit) { () throws(StorageError) in
      guard let joint else { throw StorageError(.failed, "the store changes one list at a time") }
      try joint.commit(commits)
    }
  }

  package func name(ofList number: Int) throws(StorageError) -> String? {
    try joint?.name(ofList: number)
  }

  package func storedList(
    named name: String, create: Bool
  ) throws(StorageError) -> (any StoredList)? {
    try joint?.storedList(named: name, create: create)
      .map { FaultyStorage($0.access.storage, of: self, plan) }
  }

  package func removeLists(_ lists: [Int]) throws(StorageError) {
    try plan.run(.commit) { () throws(StorageError) in
      guard let joint else { throw StorageError(.failed, "no list of the store can be removed") }
      try joint.removeLists(lists)
    }
  }

  package var identity: String { joint?.identity ?? "\(ObjectIdentifier(self))" }

  package func eraseRemains() throws(StorageError) -> Int { try joint?.eraseRemains() ?? 0 }

  package var isHeldByCaller: Bool { joint?.isHeldByCaller ?? false }

  package func register(_ work: any SuspendableWork) { joint?.register(work) }

  package var suspension: StorageError? { joint?.suspension }
}
