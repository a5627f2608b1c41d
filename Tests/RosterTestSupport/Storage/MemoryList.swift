import Foundation
package import RosterCore
internal import RosterRows

/// A list in memory with a whole journal: a storage that can be copied in no time, as a backup is,
/// and that fails a call when it is told to.
///
/// Unchecked because of its variable, which the lock guards.
package final class MemoryList: JournalStorage, @unchecked Sendable {
  fileprivate struct Contents {
    var state = ListState()
    var changes: [StoredChange] = []
    var items: [ItemID: [(revision: Revision, value: StoredValue?)]] = [:]
    var sections: [SectionID: [(revision: Revision, value: StoredValue?)]] = [:]
    var states: [TreeID: [ScopePath: [(revision: Revision, value: StoredState?)]]] = [:]
    var oldest: Revision = 0
    var subscribers: [String: Revision] = [:]
    /// What undo and redo revert after each change.
    var tops: [StepTops] = []
    var fault: Fault?
  }

  fileprivate struct Fault {
    /// How many calls go well before.
    var skipCount: Int
    var moment: FaultyStorage.Moment
  }

  private let lock = NSLock()
  private var contents: Contents

  /// Makes an empty list.
  package init() { contents = Contents() }

  private init(_ contents: Contents) { self.contents = contents }

  /// The list as it is now, in a storage of its own.
  package func copy() -> MemoryList {
    lock.withLock {
      var contents = contents
      contents.fault = nil
      return MemoryList(contents)
    }
  }

  /// Makes a call fail, as if the process had ended in the middle of it.
  ///
  /// - Parameters:
  ///   - moment: Whether it does its work before it fails.
  ///   - skipCount: How many calls go well before.
  package func fail(_ moment: FaultyStorage.Moment, skipping skipCount: Int) {
    lock.withLock { contents.fault = Fault(skipCount: skipCount, moment: moment) }
  }

  /// Forgets a fault that has not happened yet.
  ///
  /// - Returns: Whether there was none: it has happened, or was not planned.
  @discardableResult
  package func heal() -> Bool {
    lock.withLock {
      defer { contents.fault = nil }
      return contents.fault == nil
    }
  }

  /// Runs a call, and fails it if it is the one that a test has planned.
  private func call<Value>(
    _ body: (inout Contents) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    lock.lock()
    defer { lock.unlock() }
    var fault: Fault?
    if let planned = contents.fault {
      fault = planned.skipCount == 0 ? planned : nil
      contents.fault?.skipCount -= 1
      if fault != nil { contents.fault = nil }
    }
    let error = StorageError(.failed, "a fault that a test has planned")
    if fault?.moment == .before { throw error }
    let value = try body(&contents)
    if fault?.moment == .after { throw error }
    return value
  }

  // MARK: ListStorage

  package func load() throws(StorageError) -> ListState { try call { $0.state } }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    try call { (contents) throws(StorageError) in
      guard group.source.revision == contents.state.revision else {
        throw StorageError(.stale, "the list is at \(contents.state.revision)")
      }
      var next = contents
      for change in group.changes { try next.append(change) }
      next.state = group.target
      contents = next
    }
  }

  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try call { contents in items.map { contents.items[$0]?.value(at: revision) } }
  }

  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try call { contents in sections.map { contents.sections[$0]?.value(at: revision) } }
  }

  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try call { contents in
      trees.map { (contents.states[$0] ?? [:]).compactMapValues { $0.value(at: revision) } }
    }
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    try call { (contents) throws(StorageError) in
      guard revision >= contents.oldest, revision <= contents.changes.count else {
        throw StorageError(.stale, "the journal does not have what follows \(revision)")
      }
      return contents.changes.dropFirst(revision).prefix(limit).map(\.entry.withoutLostUpdates)
    }
  }

  // MARK: JournalStorage

  package func steps(at revision: Revision) throws(StorageError) -> JournalSteps {
    try call { (contents) throws(StorageError) in
      do {
        return try StepWalk(RowKey(list: 1), oldest: contents.oldest) { [contents] in
          contents.stepTops(after: $0)
        } groupName: { [contents] in
          contents.changes[$0 - 1].entry.annotation.group
        }.steps(at: revision)
      } catch {
        throw StorageError(.corrupt, "\(error)")
      }
    }
  }

  package func oldestRevision() throws(StorageError) -> Revision { try call { $0.oldest } }

  package func compact(
    _ retention: JournalRetention, keeping revision: Revision?
  ) throws(StorageError) -> JournalCompaction {
    try call { contents in
      let count = contents.changes.count
      let former = contents.oldest
      var oldest = count - (retention.revisionCountMax ?? count)
      // The last change is always kept.
      oldest = min(oldest, count - 1, revision ?? oldest)
      oldest = min(oldest, contents.subscribers.values.min() ?? oldest)
      contents.oldest = max(former, oldest)
      return JournalCompaction(
        removedCount: contents.oldest - former, oldestRevision: contents.oldest)
    }
  }

  package func subscribers() throws(StorageError) -> [JournalSubscriber] {
    try call { contents in
      contents.subscribers.sorted { $0.key < $1.key }
        .map { JournalSubscriber(name: $0.key, revision: $0.value) }
    }
  }

  @discardableResult
  package func acknowledge(
    _ revision: Revision?, by subscriber: String
  ) throws(StorageError) -> Revision {
    try call { contents in
      let known = contents.subscribers[subscriber] ?? contents.oldest
      contents.subscribers[subscriber] = max(known, revision ?? known)
      return max(known, revision ?? known)
    }
  }

  package func removeSubscriber(_ subscriber: String) throws(StorageError) {
    try call { $0.subscribers[subscriber] = nil }
  }

  package func storedRevision() throws(StorageError) -> Revision {
    try call { $0.state.revision }
  }

  package func nextIdentifiers(
    after revision: Revision
  ) throws(StorageError) -> NextIdentifiers {
    try call { contents in
      revision == 0 ? NextIdentifiers() : contents.changes[revision - 1].nextIdentifiers
    }
  }

  package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch { NoWatch() }

  private final class NoWatch: StorageWatch {
    func cancel() {}
  }
}

extension MemoryList.Contents {
  func stepTops(after revision: Revision) -> StepTops {
    guard revision > 0 else { return StepTops() }
    return revision > oldest ? tops[revision - 1] : StepTops(undo: revision)
  }

  fileprivate mutating func append(_ change: StoredChange) throws(StorageError) {
    do {
      tops.append(
        try stepTops(after: change.entry.revision - 1)
          .advanced(by: change.entry) { stepTops(after: $0) })
    } catch {
      throw error as? StorageError ?? StorageError(.corrupt, "\(error)")
    }
    changes.append(change)
    let identities = change.entry.record.identities
    let revision = change.entry.revision
    for (id, value) in zip(identities.updatedItems, change.updatedItems) {
      items[id, default: []].append((revision, value))
    }
    for (id, value) in zip(identities.insertedItems, change.insertedItems) {
      items[id, default: []].append((revision, value))
    }
    for removed in identities.removedItems { items[removed.id]?.append((revision, nil)) }
    for (id, value) in zip(identities.updatedSections, change.updatedSections) {
      sections[id, default: []].append((revision, value))
    }
    for (id, value) in zip(identities.insertedSections, change.insertedSections) {
      sections[id, default: []].append((revision, value))
    }
    for id in identities.removedSections { sections[id]?.append((revision, nil)) }
    let removed =
      identities.removedItems.map { TreeID.item($0.id) }
      + identities.removedSections.flatMap(\.trees)
    for tree in removed {
      states[tree] = states[tree]?.mapValues { $0 + [(revision, nil)] }
    }
    for (address, state) in zip(change.entry.states, change.states) {
      states[address.tree, default: [:]][address.scope, default: []].append((revision, state))
    }
  }
}

extension Array {
  /// The value that an array of values has at a revision, each from its revision on.
  fileprivate func value<Value>(
    at revision: Revision
  ) -> Value? where Element == (revision: Revision, value: Value?) {
    last { $0.revision <= revision }?.value
  }
}

extension JournalEntry {
  /// The entry without updates of what it also removes, of which a storage keeps no models.
  fileprivate var withoutLostUpdates: JournalEntry {
    var entry = self
    let removed = Set(record.identities.removedItems.map(\.id))
    let items = zip(record.outline.updatedItems, record.identities.updatedItems)
      .filter { !removed.contains($0.1) }
    let removedSections = Set(record.identities.removedSections)
    let sections = zip(record.outline.updatedSections, record.identities.updatedSections)
      .filter { !removedSections.contains($0.1) }
    let outline = record.outline
    entry.record.outline = ChangesetOutline(
      items: .init(
        updated: items.map(\.0), removed: outline.removedItems, moved: outline.movedItems,
        inserted: outline.insertedItems),
      sections: .init(
        updated: sections.map(\.0), removed: outline.removedSections,
        moved: outline.movedSections, inserted: outline.insertedSections))
    entry.record.identities.updatedItems = items.map(\.1)
    entry.record.identities.updatedSections = sections.map(\.1)
    return entry
  }
}
