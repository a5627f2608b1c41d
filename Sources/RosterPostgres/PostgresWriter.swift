#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// Makes the statements that write a group of changes to the rows of one list.
  struct PostgresWriter {
    private let group: CommitGroup
    private let pages: PageWrites
    private let keys: RowKey
    private let source: PostgresHead
    private let journal: [JournalWrite]
    /// The index that has the words of the list; `nil` if the list is not searched.
    private let words: PostgresWordIndex?
    /// Where the list is after the group.
    let target: PostgresHead

    /// - Parameters:
    ///   - head: Where the list is before the group.
    ///   - words: The index that has the words of the list; `nil` if the list is not searched.
    ///   - time: When the group is committed, in milliseconds since 1970.
    ///   - tops: Returns what undo and redo in a scope would revert after a revision of the journal. The
    ///     name is `nil` for the standard scope.
    init(
      _ group: CommitGroup, _ pages: PageWrites, _ keys: RowKey, on head: PostgresHead,
      words: PostgresWordIndex?, time: Int,
      tops: (Revision, _ scope: String?) throws -> StepTops
    ) throws {
      self.group = group
      self.pages = pages
      self.keys = keys
      self.words = words
      source = head
      var target = head
      target.order = head.order &+ pages.order.value
      target.revision = group.target.revision
      target.next = group.target.nextIdentifiers
      var journal: [JournalWrite] = []
      var steps = StepAdvance(standard: head.tops)
      // What the rows of the group say, which are not on the server yet.
      var rows: [(revision: Revision, tops: RowTops)] = [
        (head.revision, RowTops(standard: head.tops))
      ]
      for change in group.changes {
        let row = try steps.advance(change.entry) { revision, scope in
          guard let scope else {
            return try rows.first { $0.revision == revision }?.tops.standard ?? tops(revision, nil)
          }
          let own = rows.last { row in
            row.revision <= revision
              && row.tops.scoped?.name.utf8.elementsEqual(scope.utf8) == true
          }
          return try own?.tops.scoped?.tops ?? tops(min(revision, head.revision), scope)
        }
        rows.append((change.entry.revision, row))
        target.tops = row.standard
        let isLast = change.entry.revision == target.revision
        let write = try JournalWrite(
          change, keys: keys, time: time, tops: row, order: isLast ? target.order : nil,
          after: target.written)
        target.written = write.numbers.written ?? target.written
        journal.append(write)
      }
      target.digest = journal.last?.digest ?? head.digest
      target.mark = target.digest
      self.journal = journal
      self.target = target
    }

    /// Returns what the group writes if it only inserts items, into pages that are there already.
    ///
    /// - Parameter isAlone: Whether no other process seems to write the list.
    func insertion(isAlone: Bool) throws -> PostgresInsertion? {
      guard isInsertion else { return nil }
      var items: [PostgresInsertion.Item] = []
      for change in group.changes {
        for (item, model) in zip(change.entry.record.identities.insertedItems, change.insertedItems)
        {
          items.append((item, try group.target.leafHint(of: item), model, change.entry.revision))
        }
      }
      return PostgresInsertion(
        keys, isAlone: isAlone, from: source, to: target,
        entries: Array(zip(group.changes, journal)), items: items, leaves: pages.leaves)
    }

    private var isInsertion: Bool {
      let firstNew = group.source.nextIdentifiers.leaf
      return words == nil && pages.removedLeaves.isEmpty && pages.relocatedItems.isEmpty
        && pages.sectionOrders.isEmpty
        && pages.leaves.allSatisfy { $0.entry.id.rawValue < firstNew }
        && group.changes.allSatisfy { change in
          let identities = change.entry.record.identities
          return change.states.isEmpty && change.keys == nil && change.device == nil
            && change.hub == nil && !identities.insertedItems.isEmpty
            && change.entry.annotation.undo.name == nil && change.entry.otherParts.isEmpty
            && identities.updatedItems.isEmpty && identities.removedItems.isEmpty
            && identities.insertedSections.isEmpty && identities.updatedSections.isEmpty
            && identities.removedSections.isEmpty
        }
    }

    /// Adds all statements.
    func write(to batch: inout PostgresBatch) throws {
      batch.add(PostgresStatements.advance) {
        for number in [keys.list, source.revision, source.mark, target.revision, target.mark] {
          $0.add(number)
        }
      }
      try words?.write(group, to: &batch)
      if !pages.removedLeaves.isEmpty {
        batch.add(PostgresStatements.deleteLeaves) { $0.add(pages.removedLeaves.map(key)) }
      }
      for (change, journal) in zip(group.changes, journal) {
        write(journal, of: change, to: &batch)
        writeSections(change, to: &batch)
        try writeItems(change, to: &batch)
        writeStates(change, to: &batch)
        if let device = change.device { write(device, to: &batch) }
        if let hub = change.hub { write(hub, to: &batch) }
      }
      writePages(to: &batch)
    }

    // MARK: Changes

    private func write(
      _ journal: JournalWrite, of change: StoredChange, to batch: inout PostgresBatch
    ) {
      batch.add(PostgresStatements.insertJournal) {
        $0.add(journal, change.entry.annotation, ofList: keys.list)
        $0.add(journal.scoped?.name)
        $0.add(journal.scoped?.tops.undo)
        $0.add(journal.scoped?.tops.redo)
        $0.add(journal.parts)
      }
    }

    private func writeSections(_ change: StoredChange, to batch: inout PostgresBatch) {
      let identities = change.entry.record.identities
      let removed = Set(identities.removedSections)
      let updated = zip(identities.updatedSections, change.updatedSections)
        .filter { !removed.contains($0.0) }
      if !updated.isEmpty {
        batch.add(PostgresStatements.updateSections) {
          $0.add(updated.map { key($0.0) })
          $0.add(updated.map(\.1))
          $0.add(change.entry.revision)
        }
      }
      if !removed.isEmpty {
        batch.add(PostgresStatements.deleteSections) {
          $0.add(identities.removedSections.map(key))
          $0.add(change.entry.revision)
        }
      }
      if !identities.insertedSections.isEmpty {
        batch.add(PostgresStatements.insertSections) {
          $0.add(identities.insertedSections.map(key))
          // A section that a later change of the group removes has no order. That change deletes its
          // row too.
          $0.add(identities.insertedSections.map { group.target.storedOrder(of: $0) ?? 0 })
          $0.add(change.insertedSections)
          $0.add(keys.list)
          $0.add(change.entry.revision)
        }
      }
    }

    private func writeItems(_ change: StoredChange, to batch: inout PostgresBatch) throws {
      let identities = change.entry.record.identities
      let removed = Set(identities.removedItems.map(\.id))
      let updated = identities.updatedItems.indices
        .filter { !removed.contains(identities.updatedItems[$0]) }
      if !updated.isEmpty {
        batch.add(PostgresStatements.updateItems) {
          $0.add(updated.map { key(identities.updatedItems[$0]) })
          $0.add(updated.map { change.updatedItems[$0] })
          $0.add(change.entry.revision)
          $0.add(updated.map { change.keys?.updatedItems[$0].postgresText })
        }
      }
      if !removed.isEmpty {
        batch.add(PostgresStatements.deleteItems) {
          $0.add(identities.removedItems.map { key($0.id) })
          $0.add(change.entry.revision)
        }
      }
      if !identities.insertedItems.isEmpty {
        let leaves = try leaves(ofInsertedItems: change)
        batch.add(PostgresStatements.insertItems) {
          $0.add(identities.insertedItems.map(key))
          $0.add(leaves)
          $0.add(change.insertedItems)
          $0.add(change.entry.revision)
          $0.add(
            identities.insertedItems.indices.map { change.keys?.insertedItems[$0].postgresText })
        }
      }
    }

    /// Returns the leaves of the items that a change inserts. An item that a later change of the group
    /// removes is in no leaf. That change deletes its row too.
    private func leaves(ofInsertedItems change: StoredChange) throws -> [Int] {
      try change.entry.record.identities.insertedItems.map {
        key(try group.target.leafHint(of: $0))
      }
    }

    // MARK: States

    private func writeStates(_ change: StoredChange, to batch: inout PostgresBatch) {
      var written: [StateTable: [(address: StateAddress, state: StoredState)]] = [:]
      var forgotten: [StateTable: [StateAddress]] = [:]
      change.forEachWrittenState { address, state in
        let table = StateTable(address.tree)
        if let state {
          written[table, default: []].append((address, state))
        } else {
          forgotten[table, default: []].append(address)
        }
      }
      for table in StateTable.allCases {
        if let states = written[table] {
          batch.add(PostgresStatements.setStates(table)) {
            $0.add(states.map { keys.key($0.address.tree.number) })
            $0.add(states.map { $0.address.scope.description })
            $0.add(states.map(\.state.typeVersion))
            $0.add(states.map(\.state.value))
            $0.add(change.entry.revision)
          }
        }
        if let addresses = forgotten[table] {
          batch.add(PostgresStatements.forgetStates(table)) {
            $0.add(addresses.map { keys.key($0.tree.number) })
            $0.add(addresses.map(\.scope.description))
            $0.add(change.entry.revision)
          }
        }
      }
      let identities = change.entry.record.identities
      removeStates(
        of: identities.removedItems.map { key($0.id) }, .items, change.entry.revision, &batch)
      removeStates(
        of: identities.removedSections.map(key), .headers, change.entry.revision, &batch)
    }

    private func removeStates(
      of owners: [Int], _ table: StateTable, _ revision: Revision, _ batch: inout PostgresBatch
    ) {
      if owners.isEmpty { return }
      batch.add(PostgresStatements.removeStates(table)) {
        $0.add(owners)
        $0.add(revision)
      }
    }

    // MARK: Devices and hubs

    /// Adds the statements that write what the list knows of its hub.
    private func write(_ write: DeviceWrite, to batch: inout PostgresBatch) {
      let device = write.device
      batch.add(PostgresStatements.setDevice) {
        $0.add(keys.list)
        $0.add(device.revision)
        $0.add(device.opening)
        $0.add(device.last)
        $0.add(device.chain)
        $0.add(device.hub)
        $0.add(device.hubRevision)
        $0.add(device.mark)
        $0.add(device.base)
      }
      if !write.removed.isEmpty {
        batch.add("DELETE FROM sync_pending WHERE list = $1 AND number = ANY ($2::bigint[])") {
          $0.add(keys.list)
          $0.add(write.removed)
        }
      }
      for change in write.pending {
        batch.add(PostgresStatements.setPendingChange) {
          $0.add(keys.list)
          $0.add(change.number)
          $0.add(change.opening)
          $0.add(change.obstacle)
          $0.add(change.change)
        }
      }
    }

    /// Adds the statements that write what the list knows of devices.
    private func write(_ write: HubWrite, to batch: inout PostgresBatch) {
      batch.add(PostgresStatements.setHub) {
        $0.add(keys.list)
        $0.add(write.hub.revision)
        $0.add(write.hub.name)
        $0.add(write.hub.digests)
      }
      for (table, numbers) in [
        ("sync_settled", write.removedSettled), ("sync_loss", write.removedLosses),
      ] where !numbers.isEmpty {
        batch.add("DELETE FROM \(table) WHERE list = $1 AND number = ANY ($2::bigint[])") {
          $0.add(keys.list)
          $0.add(numbers)
        }
      }
      for row in write.settled {
        batch.add(PostgresStatements.setSettledChanges) {
          $0.add(keys.list)
          $0.add(row.number)
          $0.add(row.name)
          $0.add(row.after)
          $0.add(row.through)
        }
      }
      for row in write.losses {
        batch.add(PostgresStatements.setLoss) {
          $0.add(keys.list)
          $0.add(row.number)
          $0.add(row.name)
          $0.add(row.change)
          $0.add(row.lostCount)
          $0.add(row.refusal)
        }
      }
    }

    // MARK: Order

    private func writePages(to batch: inout PostgresBatch) {
      if !pages.sectionOrders.isEmpty {
        batch.add(PostgresStatements.orderSections) {
          $0.add(pages.sectionOrders.map { key($0.section) })
          $0.add(pages.sectionOrders.map(\.order))
        }
      }
      let firstNew = group.source.nextIdentifiers.leaf
      write(
        pages.leaves.filter { $0.entry.id.rawValue >= firstNew }, PostgresStatements.insertLeaves,
        to: &batch)
      write(
        pages.leaves.filter { $0.entry.id.rawValue < firstNew }, PostgresStatements.updateLeaves,
        to: &batch)
      if !pages.relocatedItems.isEmpty {
        batch.add(PostgresStatements.relocateItems) {
          $0.add(pages.relocatedItems.map { key($0.item) })
          $0.add(pages.relocatedItems.map { key($0.leaf) })
        }
      }
    }

    private func write(
      _ leaves: [PageWrites.Leaf], _ sql: String, to batch: inout PostgresBatch
    ) {
      if leaves.isEmpty { return }
      batch.add(sql) {
        $0.add(leaves.map { key($0.entry.id) })
        $0.add(leaves.map { key($0.entry.section) })
        $0.add(leaves.map(\.entry.order))
        $0.add(leaves.map(\.entry.count))
        $0.add(leaves.map(\.items))
      }
    }

    // MARK: Keys

    private func key(_ item: ItemID) -> Int { keys.key(item.rawValue) }
    private func key(_ section: SectionID) -> Int { keys.key(section.rawValue) }
    private func key(_ leaf: LeafID) -> Int { keys.key(Int(leaf.rawValue)) }
  }
#endif
