#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// Some revisions, and the items, sections and states whose values they have written or replaced.
  struct RevisionSpan {
    let oldest: Revision
    let last: Revision
    private var items: Set<Int> = []
    private var sections: Set<Int> = []
    private var stateItems: Set<Int> = []
    private var stateSections: Set<Int> = []

    init(_ entries: [JournalEntry], after oldest: Revision) {
      self.oldest = oldest
      last = oldest + entries.count
      for entry in entries {
        let identities = entry.record.identities
        let removedItems = identities.removedItems.map(\.id.rawValue)
        let removedSections = identities.removedSections.map(\.rawValue)
        items.formUnion(removedItems)
        items.formUnion(identities.updatedItems.lazy.map(\.rawValue))
        items.formUnion(identities.insertedItems.lazy.map(\.rawValue))
        sections.formUnion(removedSections)
        sections.formUnion(identities.updatedSections.lazy.map(\.rawValue))
        sections.formUnion(identities.insertedSections.lazy.map(\.rawValue))
        stateItems.formUnion(removedItems)
        stateSections.formUnion(removedSections)
        for address in entry.states {
          if address.item != nil {
            stateItems.insert(address.tree.number)
          } else {
            stateSections.insert(address.tree.number)
          }
        }
      }
    }

    private func owners(_ table: ValueTable, _ keys: RowKey) -> [Int] {
      let numbers =
        switch table {
        case .items: items
        case .sections: sections
        case .states: stateItems
        case .supplementStates: stateSections
        }
      return numbers.sorted().map(keys.key)
    }

    /// Adds the statements that read what the revisions wrote, and the before-images that they made:
    /// one for each table. The last two columns are the blob, and the revision that ended the value.
    func select(_ keys: RowKey, from batch: inout PostgresBatch) {
      for table in ValueTable.allCases {
        let bytes = "\(table.value)_bytes"
        batch.add(
          """
          SELECT \(table.columns()), \(bytes), NULL::bigint AS until FROM \(table.name)
          WHERE \(table.key) = ANY ($1::bigint[]) AND version > $2 AND version <= $3
          UNION ALL
          SELECT \(table.historyColumns()), \(bytes), until FROM \(table.history)
          WHERE \(table.owner) = ANY ($1::bigint[]) AND until > $2 AND version <= $3
            AND (until <= $3 OR version > $2)
          """
        ) {
          $0.add(owners(table, keys))
          $0.add(oldest)
          $0.add(last)
        }
      }
    }

    /// Adds the statements that delete the revisions and the before-images that they made.
    func delete(_ keys: RowKey, from batch: inout PostgresBatch) {
      for table in ValueTable.allCases {
        let owners = owners(table, keys)
        if owners.isEmpty { continue }
        batch.add(
          """
          DELETE FROM \(table.history)
          WHERE \(table.owner) = ANY ($1::bigint[]) AND until > $2 AND until <= $3
          """
        ) {
          $0.add(owners)
          $0.add(oldest)
          $0.add(last)
        }
      }
      batch.add("DELETE FROM journal WHERE id > $1 AND id <= $2") {
        $0.add(keys.key(oldest))
        $0.add(keys.key(last))
      }
    }
  }
#endif
