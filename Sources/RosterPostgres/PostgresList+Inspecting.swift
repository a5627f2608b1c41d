#if Postgres
  package import RosterCore
  package import RosterRows

  extension PostgresList: InspectableStorage {
    package var inspectableStore: any InspectableStore { store }

    /// The number of models that are read at once.
    private static let modelCountMax = 1_000

    package func journalRow(
      _ revision: Revision, changeCountMax: Int, checksDigest: Bool
    ) throws(StorageError) -> (
      row: JournalRow, entry: JournalEntry?, digest: JournalRow.DigestState?
    )? {
      guard revision > 0, revision <= keys.number(keys.last) else { return nil }
      let batch = PostgresBatch.reading { batch in
        batch.add(ReadingSQL.ofServer.journal) {
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
          let models = try models(in: table, part.map(keys.key), at: entry.revision) {
            (version: $0, value: $1)
          }
          for model in models {
            guard let model, model.version == entry.revision else { return false }
            digest.add(model.value)
          }
        }
      }
      let states = try states(of: entry.states.map(\.tree), at: entry.revision)
      for (address, states) in zip(entry.states, states) { digest.add(states[address.scope]) }
      return true
    }
  }
#endif
