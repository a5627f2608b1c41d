internal import Dispatch
internal import RosterConcurrency
package import RosterCore

/// A list in memory, which does what one in a database does: it can be opened several times. It can
/// also be copied in no time, as a backup is, and fails a call when it is told to.
///
///     let list = MemoryList()
///     let other = list.openedAgain()      // sees the commits of `list`
///     let backup = list.copy()            // does not
package final class MemoryList: JournalStorage, KeyedStorage {
  /// What all openings of a list share.
  private final class Place: Sendable {
    let rows: Guarded<MemoryRows>
    let clock: @Sendable () -> Int
    let watches = MemoryWatches()

    init(_ rows: MemoryRows, _ clock: @escaping @Sendable () -> Int) {
      self.rows = Guarded(rows)
      self.clock = clock
    }
  }

  private struct Fault {
    /// How many calls go well before.
    var skipCount: Int
    var moment: FaultyStorage.Moment
  }

  private let place: Place
  private let fault = Guarded<Fault?>(nil)

  /// Makes an empty list.
  ///
  /// - Parameter clock: The time that commits record, in milliseconds since 1970. Without one, it
  ///   stands still.
  package convenience init(clock: @escaping @Sendable () -> Int = { 0 }) {
    self.init(Place(MemoryRows(), clock))
  }

  private init(_ place: Place) { self.place = place }

  /// Opens the list a second time, as another process does.
  package func openedAgain() -> MemoryList { MemoryList(place) }

  /// The list as it is now, in a place of its own.
  package func copy() -> MemoryList { MemoryList(Place(rows, place.clock)) }

  private var rows: MemoryRows { place.rows.withLock { $0 } }

  /// The number of states of items, and of before-images of such states.
  package var itemStateCounts: (current: Int, earlier: Int) { rows.itemStateCounts }

  /// How many transactions have committed revisions.
  package var commitCount: Int { rows.commitCount }

  /// What is wrong with the list.
  package func findings() throws -> [String] { try rows.findings() }

  // MARK: Faults

  /// Makes a call of this opening fail, as if the process had ended in the middle of it.
  ///
  /// - Parameters:
  ///   - moment: Whether it does its work before it fails.
  ///   - skipCount: How many calls go well before.
  package func fail(_ moment: FaultyStorage.Moment, skipping skipCount: Int) {
    fault.withLock { $0 = Fault(skipCount: skipCount, moment: moment) }
  }

  /// Forgets a fault that has not happened yet.
  ///
  /// - Returns: Whether there was none: it has happened, or was not planned.
  @discardableResult
  package func heal() -> Bool {
    fault.withLock { fault in
      defer { fault = nil }
      return fault == nil
    }
  }

  /// Runs a call, and fails it if it is the one that a test has planned.
  private func call<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let moment = takeFault()
    let error = StorageError(.failed, "a fault that a test has planned")
    if moment == .before { throw error }
    let value = try body()
    if moment == .after { throw error }
    return value
  }

  private func takeFault() -> FaultyStorage.Moment? {
    fault.withLock { fault in
      guard let planned = fault else { return nil }
      guard planned.skipCount == 0 else {
        fault?.skipCount -= 1
        return nil
      }
      fault = nil
      return planned.moment
    }
  }

  /// Runs a call that reads.
  private func read<Value>(
    _ body: (MemoryRows) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try call { () throws(StorageError) in try body(rows) }
  }

  /// Runs a call that writes either all or nothing, and then calls those who watch.
  private func write<Value: Sendable>(
    _ body: (inout MemoryRows) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try call { () throws(StorageError) in
      let value = try place.rows.withLock { (rows) throws(StorageError) -> Value in
        var next = rows
        let value = try body(&next)
        rows = next
        return value
      }
      place.watches.call()
      return value
    }
  }

  // MARK: ListStorage

  package func load() throws(StorageError) -> ListState {
    try read { (rows) throws(StorageError) in try rows.open() }
  }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    let time = place.clock()
    try write { (rows) throws(StorageError) in try rows.commit(group, at: time) }
  }

  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try read { (rows) throws(StorageError) in try rows.models(of: items, at: revision) }
  }

  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try read { (rows) throws(StorageError) in try rows.models(of: sections, at: revision) }
  }

  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try read { (rows) throws(StorageError) in try rows.states(of: trees, at: revision) }
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    try read { (rows) throws(StorageError) in try rows.entries(after: revision, limit: limit) }
  }

  // MARK: KeyedStorage

  package func keysRevision() throws(StorageError) -> Revision? { try read { $0.keysRevision } }

  package func items(
    withKeys keys: [ModelKey], at revision: Revision
  ) throws(StorageError) -> [KeyedItem?]? {
    try read { (rows) throws(StorageError) in try rows.items(withKeys: keys, at: revision) }
  }

  package func keys(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [ModelKey?] {
    try read { $0.keys(of: items, at: revision) }
  }

  package func addKeys(
    _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
  ) throws(StorageError) {
    try write { (rows) throws(StorageError) in try rows.addKeys(key) }
  }

  package func removeUnusedKeys() throws(StorageError) { try write { $0.removeUnusedKeys() } }

  // MARK: JournalStorage

  package func steps(
    at revision: Revision, in scope: UndoScope
  ) throws(StorageError) -> JournalSteps {
    try read { (rows) throws(StorageError) in try rows.steps(at: revision, in: scope) }
  }

  package func oldestRevision() throws(StorageError) -> Revision { try read { $0.oldest } }

  package func compact(
    _ retention: JournalRetention, keeping revision: Revision?
  ) throws(StorageError) -> JournalCompaction {
    try write { (rows) throws(StorageError) in
      try rows.compact(retention, keeping: revision, place.clock)
    }
  }

  package func subscribers() throws(StorageError) -> [JournalSubscriber] {
    try read { $0.subscribers }
  }

  @discardableResult
  package func acknowledge(
    _ revision: Revision?, by subscriber: String
  ) throws(StorageError) -> Revision {
    try write { (rows) throws(StorageError) in try rows.acknowledge(revision, by: subscriber) }
  }

  package func removeSubscriber(_ subscriber: String) throws(StorageError) {
    try write { $0.removeSubscriber(subscriber) }
  }

  package func deviceRows() throws(StorageError) -> DeviceRows? { try read { $0.deviceRows } }

  package func hubRows() throws(StorageError) -> HubRows? { try read { $0.hubRows } }

  package func storedRevision() throws(StorageError) -> Revision { try read { $0.revision } }

  package func nextIdentifiers(
    after revision: Revision
  ) throws(StorageError) -> NextIdentifiers {
    try read { (rows) throws(StorageError) in try rows.nextIdentifiers(after: revision) }
  }

  package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
    place.watches.add(handler)
  }
}

// MARK: - Watching

/// Those who watch a list in memory.
private final class MemoryWatches: Sendable {
  private struct Handlers {
    var all: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let handlers = Guarded(Handlers())
  private let queue = DispatchQueue(label: "roster.memory.watch")

  func add(_ handler: @escaping @Sendable () -> Void) -> MemoryWatch {
    handlers.withLock { handlers in
      defer { handlers.next += 1 }
      handlers.all[handlers.next] = handler
      return MemoryWatch(self, number: handlers.next)
    }
  }

  func remove(_ number: Int) { _ = handlers.withLock { $0.all.removeValue(forKey: number) } }

  /// Calls all handlers soon, one after the other.
  func call() {
    for number in handlers.withLock({ Array($0.all.keys) }) {
      queue.async { [self] in handlers.withLock { $0.all[number] }?() }
    }
  }
}

private final class MemoryWatch: StorageWatch {
  private let watches: MemoryWatches
  private let number: Int

  init(_ watches: MemoryWatches, number: Int) {
    self.watches = watches
    self.number = number
  }

  deinit { cancel() }

  func cancel() { watches.remove(number) }
}
