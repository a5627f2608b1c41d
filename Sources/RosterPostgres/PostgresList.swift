#if Postgres
  public import RosterCore
  internal import Foundation
  package import RosterRows

  /// A list on a PostgreSQL server: the storage of a data source.
  ///
  /// Unchecked because of its variables, which the lock guards.
  public final class PostgresList: StoredList, ListStorage, @unchecked Sendable {
    /// The name of the list in its schema.
    public let name: String
    /// The schema.
    public let store: PostgresStore
    package let keys: RowKey

    private let lock = NSLock()
    /// Where the list is, as far as is known; `nil` before it was read.
    private var known: PostgresHead?
    /// The last revision that is known to have been on the server.
    private var seen: PostgresHead?
    /// Where the commit leads that is being sent, or whose outcome is not known.
    private var pending: PostgresHead?
    /// Whether the outcome of that commit is not known.
    private var isInDoubt = false
    /// What the list is searched for, if its words are indexed by what this object writes.
    private var indexed: WordMatching?
    /// The number of commits of this object since it last read a revision of others.
    private var ownCommitCount = 0
    /// The number of own commits in a row from which the next one counts on being alone. If it is not,
    /// the server refuses a statement, and keeps that in its log.
    private static let ownCommitCountMin = 16

    init(_ store: PostgresStore, id: Int, name: String) {
      self.store = store
      self.name = name
      keys = RowKey(list: id)
    }

    // MARK: Opening

    /// How a data source reads and writes the list: together with other processes, as is usual on a
    /// server.
    public var access: StoredListAccess {
      StoredListAccess(
        self, isShared: true,
        identity: store.configuration.isReadOnly
          ? nil
          : StoredListIdentity(
            place: store.identity, number: keys.list, name: "\(store.place), list \(name.inQuotes)"
          ) { [store] in store.isClosed })
    }

    /// Reads the directory of the list: sections and leaf pages, no items.
    ///
    /// After a commit with an unknown outcome, it first makes sure that the server does not carry the
    /// commit out later.
    ///
    /// - Throws: `replaced` if the server no longer has the revision that this object has seen.
    /// - Complexity: O(*s* + *l*) for *s* sections and *l* leaf pages.
    package func load() throws(StorageError) -> ListState {
      try settle()
      let directory = try directory { note($0.head) }
      return try StoredListPages.open(directory, self)
    }

    // MARK: Writing

    package var address: ListAddress? { ListAddress(store, number: keys.list, self) }

    /// Writes changes in one transaction, which is one round trip.
    ///
    /// - Throws: `stale` if the list on the server is not at the group's source revision; `replaced`
    ///   if the server no longer has the revision that this object has seen; `busy`, `full`,
    ///   `readOnly`, `corrupt`; nothing is changed then. After `failed` the outcome is unknown; call
    ///   ``load()``.
    package func commit(_ group: CommitGroup) throws(StorageError) {
      try store.commit([ListCommit(self, group)])
    }

    /// Returns where the list is before a commit.
    ///
    /// After a commit with an unknown outcome, it first makes sure that the server does not carry that
    /// out later.
    ///
    /// - Parameter isKnown: Whether what this object knows from before may be taken for it.
    /// - Throws: `stale` if it is not at the revision, `replaced`.
    func head(
      at revision: Revision, isKnown: Bool
    ) throws(StorageError) -> PostgresHead {
      try settle()
      return try isKnown ? head(at: revision) : readHead(at: revision)
    }

    /// Makes the statements of a commit.
    func writer(
      _ group: CommitGroup, _ writes: PageWrites, on head: PostgresHead
    ) throws(StorageError) -> PostgresWriter {
      guard head.keysRevision == nil || !group.changes.contains(where: \.writesItemsWithoutKeys)
      else {
        throw .keyRequired
      }
      do {
        return try PostgresWriter(
          group, writes, keys, on: head, words: wordIndex, time: store.configuration.clock()
        ) { try tops(at: $0, inScope: $1) }
      } catch {
        throw StorageError(error, place: store.place)
      }
    }

    /// Notes that a commit is being sent.
    ///
    /// - Returns: Whether no other process seems to write the list.
    func willCommit(_ group: CommitGroup, _ writer: PostgresWriter) -> Bool {
      let isAlone = lock.withLock {
        pending = writer.target
        return ownCommitCount >= Self.ownCommitCountMin
      }
      group.source.pageSource.willCommit(group.target.revision)
      return isAlone
    }

    /// Notes that a commit has failed.
    func didNotCommit(_ group: CommitGroup, _ error: StorageError) {
      // Every other failure is known to have changed nothing.
      if error.code == .failed { return lock.withLock { isInDoubt = true } }
      group.source.pageSource.didNotCommit(backTo: group.source.revision)
      lock.withLock { pending = nil }
    }

    /// Notes that a commit is durable.
    func didCommit(_ writer: PostgresWriter) {
      lock.withLock {
        known = writer.target
        seen = writer.target
        pending = nil
        ownCommitCount += 1
      }
      store.notifier.note(keys.list)
    }

    /// Makes sure that a commit whose outcome is unknown either is on the server or never will be.
    ///
    /// The server may still be at it when the connection is gone. The new mark waits for that
    /// transaction, if it has begun; if not, it will find the mark and end.
    private func settle() throws(StorageError) {
      guard lock.withLock({ isInDoubt }) else { return }
      try store.write { $0.add(PostgresMark.moveSQL) { $0.add(keys.list) } }
      lock.withLock {
        isInDoubt = false
        pending = nil
        known = nil
      }
    }

    /// The index that has the words of the list; `nil` if this object does not write one.
    private var wordIndex: PostgresWordIndex? {
      lock.withLock { indexed }.map { PostgresWordIndex($0, keys) }
    }

    /// Has what this object writes from now on be written to the index for a kind of search as well.
    func writeWords(for matching: WordMatching) { lock.withLock { indexed = matching } }

    /// Makes the index of words anew if a group was too large to be written to it.
    ///
    /// The group is committed, so that an error is none of it. The index is made when it is needed then.
    func renewWords(behind group: CommitGroup) {
      guard let index = wordIndex, index.isMadeAnew(behind: group) else { return }
      _ = try? store.perform { try index.renew($0) }
    }

    // MARK: Head

    /// Returns where the list is, from memory if it is at the revision there.
    private func head(at revision: Revision) throws(StorageError) -> PostgresHead {
      if let known = lock.withLock({ known }), known.revision == revision { return known }
      return try readHead(at: revision)
    }

    /// Reads where the list is.
    ///
    /// - Throws: `stale` if it is not at the revision, `replaced`.
    private func readHead(at revision: Revision) throws(StorageError) -> PostgresHead {
      let head = try readHead()
      guard head.revision == revision else { throw isStale(at: head.revision) }
      return head
    }

    /// Reads where the list is.
    ///
    /// - Throws: `replaced` if the server no longer has the revision that was seen last.
    func readHead() throws(StorageError) -> PostgresHead {
      let head = try read { _ in
      } _: { head, _ in
        head
      }
      note(head)
      return head
    }

    /// The last revision that is known to have been on the server; `nil` if none is.
    var lastSeen: PostgresHead? { lock.withLock { seen } }

    /// Remembers where the list is, unless a commit of this object has led further since.
    private func note(_ head: PostgresHead) {
      lock.withLock {
        guard head.revision >= seen?.revision ?? 0 else { return }
        if head.revision != seen?.revision { ownCommitCount = 0 }
        known = head
        seen = head.revision > 0 ? head : nil
      }
    }

    /// Forgets where the list was: its last revision has another digest now.
    func forgetHead() {
      lock.withLock {
        known = nil
        seen = nil
      }
    }

    /// Whether the server has another revision with the number of one that this object has written
    /// or is writing.
    func isForeign(_ head: PostgresHead) -> Bool {
      lock.withLock {
        [known, pending].contains { $0?.revision == head.revision && $0?.digest != head.digest }
      }
    }

    // MARK: Undo and redo

    /// Returns what undo and redo in a scope would revert after a revision. A revision that the journal
    /// no longer has may be its own top, but can no longer be reverted.
    ///
    /// - Parameter scope: `nil` for the standard one.
    private func tops(at revision: Revision, inScope scope: String?) throws -> StepTops {
      if revision == 0 { return StepTops() }
      if let scope {
        let oldest = try readHead().oldest
        return try ScopedStepRows(self, scope).row(upTo: revision)?.tops
          ?? StepTops(undo: min(revision, oldest))
      }
      let batch = PostgresBatch.reading { batch in
        batch.add("SELECT undo, redo FROM journal WHERE id = $1") { $0.add(keys.key(revision)) }
      }
      var tops = StepTops(undo: revision)
      try store.read(batch) { results in
        try results[1].forEachRow { row in
          tops = StepTops(undo: row.integer(0), redo: row.integer(1))
          guard (0...revision).contains(tops.undo), (0...revision).contains(tops.redo) else {
            throw DamagedRow("journal", keys.key(revision))
          }
        }
      }
      return tops
    }
  }
#endif
