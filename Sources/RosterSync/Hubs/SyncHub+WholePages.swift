internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

extension SyncHub {
  /// Returns the first page of the list as it is now.
  func whole() throws -> SyncAnswer {
    let head = list.snapshot
    let start = WholePage.Start(revision: head.revision, mark: try mark(of: head))
    try verifyContents(at: head.revision)
    return try answer(from: start, of: head)
  }

  /// Returns another page of a list that comes whole, `nil` if the hub no longer knows the revision.
  func wholePage(from start: WholePage.Start) throws -> SyncAnswer? {
    do {
      guard start.revision <= list.snapshot.revision else { return nil }
      let snapshot = try list.snapshot(at: start.revision)
      guard try mark(of: snapshot) == start.mark else { return nil }
      if !verifiedRevisions.withLock({ $0.contains(start.revision) }) {
        try verifyContents(at: start.revision)
      }
      return try answer(from: start, of: snapshot)
    } catch let error as StorageError where error.isOfMissingRevision {
      return nil
    }
  }

  /// Verifies the list before it is sent whole. It is verified for the first page; the others, which come
  /// soon after, would each read all of it again.
  private func verifyContents(at revision: Revision) throws {
    try list.verifyContents()
    verifiedRevisions.withLock { revisions in
      revisions.removeAll { $0 == revision }
      revisions.append(revision)
      revisions.removeFirst(max(0, revisions.count - SyncBounds.verifiedCountMax))
    }
  }

  private func answer(
    from start: WholePage.Start, of snapshot: List.Snapshot
  ) throws -> SyncAnswer {
    var page = WholePage(start: start.path)
    var byteCount = 0
    for section in start.path.section..<max(start.path.section, snapshot.sectionCount) {
      let first = section == start.path.section ? start.path.item : 0
      guard first > 0 || byteCount <= limits.messageByteCountMax else {
        page.next = ItemPath(section: section, item: 0)
        break
      }
      var part = WholePage.Section(model: nil, items: [])
      if first == 0 {
        part.model = try snapshot.sectionModel(at: section).flatMap(coding.sectionJSON)
        byteCount += part.model?.byteCount ?? 0
        let trees = snapshot.state.sectionID(at: section)?.trees ?? []
        for states in try states(of: trees, in: snapshot).values {
          page.add(states, addingTo: &byteCount)
        }
      }
      part.items = try items(
        of: snapshot, section, from: first, on: &page, addingTo: &byteCount)
      page.sections.append(part)
      let end = first + part.items.count
      if end < snapshot.itemCount(inSection: section) {
        page.next = ItemPath(section: section, item: end)
        break
      }
    }
    if page.next == nil { page.settled = try settled(by: start.revision) }
    return SyncAnswer(hub: name, revision: start.revision, mark: start.mark, contents: .whole(page))
  }

  /// The states of trees, by tree.
  private func states(
    of trees: [TreeID], in snapshot: List.Snapshot
  ) throws -> [TreeID: [LoggedState]] {
    try snapshot.states(of: trees).reduce(into: [:]) { states, tree in
      let addresses = tree.value.map { scope, state in
        (StateAddress(tree: tree.key, scope: scope), StoredState?.some(state))
      }
      guard !addresses.isEmpty else { return }
      states[tree.key] = try [LoggedState](
        Dictionary(uniqueKeysWithValues: addresses), in: snapshot.state)
    }
  }

  /// Returns items of a section until a message is full, at least one if there is one. Their states are
  /// added to the page.
  private func items(
    of snapshot: List.Snapshot, _ section: Int, from first: Int, on page: inout WholePage,
    addingTo byteCount: inout Int
  ) throws -> [JSONValue] {
    let readCount = 64
    var items: [JSONValue] = []
    while true {
      let start = first + items.count
      let read = try snapshot.items(inSection: section, start..<start + readCount)
      let states = try states(of: read.map { .item($0.id) }, in: snapshot)
      for item in read {
        if !items.isEmpty, byteCount > limits.messageByteCountMax { return items }
        items.append(try coding.encode(item.model))
        // With the comma behind it.
        byteCount += items[items.count - 1].byteCount + 1
        if let states = states[.item(item.id)] { page.add(states, addingTo: &byteCount) }
      }
      if read.count < readCount { return items }
    }
  }
}

extension WholePage {
  fileprivate mutating func add(_ states: [LoggedState], addingTo byteCount: inout Int) {
    self.states += states
    byteCount += states.reduce(0) { $0 + $1.json.byteCount + 1 }
  }
}
