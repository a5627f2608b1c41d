public import RosterCore

extension ListStore {
  /// Removes a list: its items, sections, states and keys, its history and its subscribers.
  ///
  ///     await inbox.close()
  ///     try store.removeList(named: "inbox")
  ///
  /// The lists that are derived from it, also beside other lists, go with it, in one transaction, which cannot be undone.
  /// If the list is derived itself, its sources first forget it. Other processes
  /// and snapshots that still have the lists get `StorageError.Code.replaced` when they read models or write. A list that
  /// is made later under the same name is not the removed one, and changes nothing about this.
  ///
  /// A change that was made in other lists as well can still be undone in these. The rows of a table that the list has
  /// shown are not touched. The room in the file is used by later commits; until then, and in a copy of the file, the
  /// bytes of models may be found. ``erase()`` puts an end to that.
  ///
  /// - Parameter name: The name of the list.
  /// - Returns: The names of the lists that were removed, this one first; none if there is no such list.
  /// - Throws: `StorageError`: `inUse` if a data source of this process has one of them open; `busy`, `readOnly`, `full`.
  ///   Then all lists are as they were; one that was derived may have to be made anew when it is opened. On a server,
  ///   the rows of each table must be gone within the time for an answer, or it is `busy`.
  /// - Complexity: O(*n* + *r*) for *n* rows of the lists, and *r* sections, revisions and subscribers of the whole file.
  @discardableResult
  public func removeList(named name: String) throws(StorageError) -> [String] {
    guard let store = self as? any JointStorage else {
      throw StorageError(.failed, "no list of this store can be removed")
    }
    guard let list = try StoredMember(name, in: store) else { return [] }
    var removal = ListRemoval(list, in: store)
    try removal.run()
    return removal.lists.map(\.name)
  }
}

/// A list as its store has it.
private struct StoredMember {
  let name: String
  let number: Int
  let journal: any JournalStorage
  let access: StoredListAccess

  /// - Returns: `nil` if there is no such list.
  init?(_ name: String, in store: any JointStorage) throws(StorageError) {
    guard let access = try store.storedList(named: name, create: false)?.access,
      let journal = access.storage as? any JournalStorage, let address = journal.address
    else { return nil }
    self.name = name
    number = address.number
    self.journal = journal
    self.access = access
  }

  /// Whether the list has this name; stores compare the bytes of names.
  func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

  /// Whether the list is derived from another one.
  func isDerived() throws(StorageError) -> Bool { try journal.subscribers().areOfDerivedList }

  /// The lists that it is derived from; none if it is not derived, or does not say from which ones, as one that is damaged.
  func sourceNames() throws(StorageError) -> [String] {
    guard try isDerived() else { return [] }
    do throws(StorageError) {
      let entry = try journal.newestEntry(upTo: journal.storedRevision()) {
        !$0.derivedBases.isEmpty
      }
      return entry?.annotation.derivedBases.map(\.source) ?? []
    } catch {
      guard error.code == .corrupt else { throw error }
      return []
    }
  }
}

/// Lists of a store that are removed together.
private struct ListRemoval {
  private let store: any JointStorage
  /// The list that is to be removed, and then the others.
  private(set) var lists: [StoredMember]
  /// The lists that stay and keep their journal for one that is removed, each with the name of that subscriber.
  private var sources: [(list: StoredMember, subscriber: String)] = []

  init(_ list: StoredMember, in store: any JointStorage) {
    self.store = store
    lists = [list]
  }

  /// Adds the lists that are removed with the known ones: the lists between each and its source, also those of an earlier
  /// definition, and the lists that are derived from each.
  private mutating func addLists() throws(StorageError) {
    var index = 0
    while index < lists.count {
      let name = lists[index].name
      for behind in ListBehind.allCases {
        if let list = try StoredMember(behind.name(of: name), in: store), try list.isDerived() {
          add(list)
        }
      }
      try addDerived(from: lists[index])
      index += 1
    }
    sources = []
    for list in lists {
      for name in try list.sourceNames() where !lists.contains(where: { $0.isNamed(name) }) {
        guard let source = try StoredMember(name, in: store) else { continue }
        sources.append((source, JournalSubscriber.derived(list.name)))
      }
    }
  }

  private mutating func addDerived(from list: StoredMember) throws(StorageError) {
    for name in try list.journal.subscribers().compactMap(\.derivedName) {
      guard let derived = try StoredMember(name, in: store), try derived.isDerived() else {
        continue
      }
      // One that follows other lists by now has left its name here.
      let sources = try derived.sourceNames()
      if !sources.isEmpty, !sources.contains(where: list.isNamed) { continue }
      add(derived)
    }
  }

  private mutating func add(_ list: StoredMember) {
    if !lists.contains(where: { $0.number == list.number }) { lists.append(list) }
  }

  /// Removes the lists while no data source of the process can open one of them.
  mutating func run() throws(StorageError) {
    var claims: [ListClaim] = []
    defer { for claim in claims { claim.end() } }
    var claimedCount = 0
    try addLists()
    while claimedCount < lists.count {
      for list in lists[claimedCount...] {
        if let claim = try ListClaim.claim(list.access, isShared: false) { claims.append(claim) }
      }
      claimedCount = lists.count
      // Another list may have been derived meanwhile.
      try addLists()
    }
    // Before the lists are gone: a subscriber without its list would keep the journal of the source for ever.
    for source in sources { try source.list.journal.removeSubscriber(source.subscriber) }
    try store.removeLists(lists.map(\.number))
  }
}
