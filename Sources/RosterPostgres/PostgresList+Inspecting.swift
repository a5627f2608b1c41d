#if Postgres
  package import RosterCore
  package import RosterRows

  extension PostgresList: InspectableStorage {
    package var inspectableStore: any InspectableStore { store }

    /// The number of models that are read at once.
    private static let modelCountMax = 1_000

    package func head() throws(StorageError) -> JournalHead {
      let batch = PostgresBatch.reading { batch in
        batch.add("SELECT revision, oldest FROM list WHERE id = $1") { $0.add(keys.list) }
        batch.add(Self.subscribersSQL) { $0.add(keys.list) }
      }
      return try store.read(batch) { results in
        var head: JournalHead?
        results[1].forEachRow { row in
          head = JournalHead(
            present: row.integer(0), oldest: row.integer(1),
            subscribers: Self.subscribers(results[2]))
        }
        guard let head else { throw isGone }
        return head
      }
    }

    package func journalRows(
      _ revisions: ClosedRange<Revision>, limit: Int
    ) throws(StorageError) -> [JournalRow] {
      let batch = PostgresBatch.reading { batch in
        batch.add(Self.journalSQL) {
          $0.add(keys.key(max(1, revisions.lowerBound) - 1))
          $0.add(keys.key(min(revisions.upperBound, keys.number(keys.last))))
          $0.add(max(0, limit))
        }
      }
      return try store.read(batch) { results in
        var rows: [JournalRow] = []
        results[1].forEachRow { rows.append(JournalRow($0, keys)) }
        return rows
      }
    }

    package func journalRow(
      _ revision: Revision, changeCountMax: Int, checksDigest: Bool
    ) throws(StorageError) -> (
      row: JournalRow, entry: JournalEntry?, digest: JournalRow.DigestState?
    )? {
      guard revision > 0, revision <= keys.number(keys.last) else { return nil }
      let batch = PostgresBatch.reading { batch in
        batch.add(Self.journalSQL) {
          $0.add(keys.key(revision - 1))
          $0.add(keys.key(revision))
          $0.add(1)
        }
      }
      return try store.read(batch) { results in
        var found: (JournalRow, JournalEntry?, JournalRow.DigestState?)?
        try results[1].forEachRow { row in
          let read = JournalRow(row, keys)
          let (entry, state) = read.entry(row, keys, changeCountMax: changeCountMax)
          found = (read, entry, state)
          guard checksDigest, let entry else { return }
          var digest = RevisionDigest(entry, row)
          let isComplete = try addWritten(by: entry, to: &digest)
          digest.add(JournalNumbers(row))
          found?.2 = read.state(ofDigest: isComplete ? digest.value : nil)
        }
        return found
      }
    }

    /// Adds the models and states that a revision wrote, as they are.
    ///
    /// - Returns: Whether all models exist.
    private func addWritten(
      by entry: JournalEntry, to digest: inout RevisionDigest
    ) throws(StorageError) -> Bool {
      let identities = entry.record.identities
      let written: [(table: ValueTable, numbers: [Int])] = [
        (.items, (identities.updatedItems + identities.insertedItems).map(\.rawValue)),
        (.sections, (identities.updatedSections + identities.insertedSections).map(\.rawValue)),
      ]
      for (table, numbers) in written {
        for start in stride(from: 0, to: numbers.count, by: Self.modelCountMax) {
          let part = numbers[start..<min(start + Self.modelCountMax, numbers.count)]
          for model in try models(table, part.map(keys.key), at: entry.revision) {
            guard let model, model.version == entry.revision else { return false }
            digest.add(model.value)
          }
        }
      }
      let states = try states(of: entry.states.map(\.tree), at: entry.revision)
      for (address, states) in zip(entry.states, states) { digest.add(states[address.scope]) }
      return true
    }

    package func takenBack(
      _ revisions: ClosedRange<Revision>, upTo last: Revision
    ) throws(StorageError) -> [Revision: Revision] {
      let batch = PostgresBatch.reading { batch in
        batch.add(InspectionSQL.takenBack) {
          $0.add(keys.key(max(0, revisions.lowerBound)))
          $0.add(keys.key(max(0, last)))
          $0.add(revisions.lowerBound)
          $0.add(revisions.upperBound)
        }
      }
      return try store.read(batch) { results in
        var found: [Revision: Revision] = [:]
        results[1].forEachRow { found[$0.integer(1)] = keys.number($0.integer(0)) }
        return found
      }
    }

    package func modelSpans(of tree: TreeID, limit: Int) throws(StorageError) -> [ValueSpan] {
      try spans(InspectionSQL.modelSpans(of: tree), of: tree, limit)
    }

    package func stateSpans(of tree: TreeID, limit: Int) throws(StorageError) -> [ValueSpan] {
      try spans(InspectionSQL.stateSpans(of: tree), of: tree, limit)
    }

    private func spans(
      _ sql: String, of tree: TreeID, _ limit: Int
    ) throws(StorageError) -> [ValueSpan] {
      let batch = PostgresBatch.reading { batch in
        batch.add(sql) {
          $0.add(keys.key(tree.number))
          $0.add(max(0, limit))
        }
      }
      return try store.read(batch) { results in
        var spans: [ValueSpan] = []
        results[1].forEachRow { spans.append(ValueSpan($0)) }
        return spans
      }
    }

    package func moves(
      of item: ItemID, in revisions: ClosedRange<Revision>
    ) throws(StorageError) -> [(revision: Revision, move: ItemMove)] {
      let batch = PostgresBatch.reading { batch in
        batch.add(InspectionSQL.moves) {
          $0.add(keys.key(max(0, revisions.lowerBound)))
          $0.add(keys.key(max(0, revisions.upperBound)))
        }
      }
      return try store.read(batch) { results in
        var moves: [(revision: Revision, move: ItemMove)] = []
        results[1].forEachRow { row in
          guard let move = ItemMove(of: item, change: row.bytes(1)) else { return }
          moves.append((keys.number(row.integer(0)), move))
        }
        return moves
      }
    }
  }
#endif
