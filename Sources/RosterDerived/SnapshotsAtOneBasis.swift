public import RosterCore
public import RosterEngine

extension ListStore {
  /// Returns snapshots of several lists of this store that agree with each other: each derived list is what its definition
  /// makes of the snapshots of its sources.
  ///
  ///     let (all, open) = try store.snapshots(of: board, unfinished.list)
  ///     print("\(open.itemCount) of \(all.itemCount) to do")
  ///
  /// A derived list follows a moment after its sources, so the newest snapshots of both may disagree. These are the newest
  /// ones that do not. Lists that are derived from the same source show the same revision of it, also if that is not among
  /// the lists. A change of several lists is in all of the snapshots or in none.
  ///
  ///     board       7   8   9         the newest revision is 9
  ///     unfinished  of 7    of 8      has followed up to 8
  ///     snapshots   board at 8, and unfinished as it shows 8
  ///
  /// - Parameter list: The lists.
  /// - Throws: `failed` if a list is in another store; `compacted` if the journals do not have the revision any more that all
  ///   of them show: bring the lists up to date (``DerivedList/bringUpToDate()``), and ask again. What reading a journal
  ///   throws.
  /// - Complexity: O(1) for each list if all have followed; otherwise a row for each revision by which one of them is ahead
  ///   of another one, and as for ``ListDataSource/snapshot(at:)``.
  public func snapshots<each Model, each SectionModel, each Output>(
    of list: repeat ListDataSource<each Model, each SectionModel, each Output>
  ) throws(StorageError) -> (repeat ListSnapshot<each Model, each SectionModel>) {
    let newest = (repeat (each list).snapshot)
    var cut = BasisCut(in: self)
    for (list, snapshot) in repeat (each list, each newest) {
      try cut.add(list.reader.storage, at: snapshot.revision)
    }
    try cut.agree()
    return (repeat try cut.snapshot(each newest, of: each list))
  }
}

/// A revision for each of some lists and of those behind them, which is lowered until all agree.
///
/// Each step goes back to the newest revision that can agree with the others, so that the first ones that agree are the
/// newest ones.
private struct BasisCut {
  private struct Member {
    let storage: any ListStorage
    /// What it says about its sources, if it is derived.
    let derived: DerivedStorage?
    /// The revision; `nil` as long as nothing says one, as for the source of a list that is looked at later.
    var revision: Revision?
    /// The revisions after the one that it has, up to this one, are left out with their parts in other lists.
    var examined: Revision = 0
  }

  private let store: any ListStore
  /// The lists by their numbers in the store.
  private var members: [Int: Member] = [:]

  init(in store: any ListStore) { self.store = store }

  /// Adds a list and its sources.
  ///
  /// - Parameter revision: The newest revision of it to be shown; `nil` if that is up to the lists that it is behind.
  mutating func add(_ storage: any ListStorage, at revision: Revision?) throws(StorageError) {
    guard let address = storage.address, address.store === store else {
      throw StorageError(
        .failed, "\(storage.placeInMessages)the list is not one of the store; ask that of the list")
    }
    if members[address.number] == nil {
      let derived = storage as? DerivedStorage
      members[address.number] = Member(storage: storage, derived: derived)
      for source in derived?.sourceStorages ?? [] { try add(source, at: nil) }
    }
    if let revision { lower(address.number, to: revision) }
  }

  /// Returns the snapshot of a list that was added.
  ///
  /// - Parameter newest: A snapshot of it.
  func snapshot<Model, SectionModel, Output>(
    _ newest: ListSnapshot<Model, SectionModel>,
    of list: ListDataSource<Model, SectionModel, Output>
  ) throws(StorageError) -> ListSnapshot<Model, SectionModel> {
    guard let number = list.address?.number, let revision = members[number]?.revision,
      revision < newest.revision
    else { return newest }
    return try list.snapshot(at: revision)
  }

  private mutating func lower(_ number: Int, to revision: Revision) {
    let former = members[number]?.revision ?? revision
    members[number]?.revision = min(former, revision)
  }

  /// Goes back until all lists agree.
  ///
  /// - Throws: `compacted`.
  mutating func agree() throws(StorageError) {
    for (number, member) in members {
      let stored = try (member.storage as? any JournalStorage)?.storedRevision()
      members[number]?.examined = stored ?? member.revision ?? 0
    }
    var former: [Int: Revision] = [:]
    repeat {
      former = members.compactMapValues(\.revision)
      for number in members.keys.sorted() {
        try leaveOutParts(ofRevisionsAfter: number)
        try agreeWithSources(number)
      }
    } while members.compactMapValues(\.revision) != former
  }

  /// Leaves out changes of several lists whose part in a list is left out.
  private mutating func leaveOutParts(ofRevisionsAfter number: Int) throws(StorageError) {
    guard let member = members[number] else { return }
    while let revision = members[number]?.revision, let examined = members[number]?.examined,
      revision < examined
    {
      members[number]?.examined = revision
      var read = revision
      while read < examined {
        let entries = try member.storage.journal(after: read, limit: min(256, examined - read))
        guard let last = entries.last else { break }
        for part in entries.lazy.flatMap(\.otherParts) where members[part.list] != nil {
          lower(part.list, to: part.revision - 1)
        }
        read = last.revision
      }
    }
  }

  /// Has a derived list and its sources show the same.
  private mutating func agreeWithSources(_ number: Int) throws(StorageError) {
    guard let derived = members[number]?.derived, let revision = members[number]?.revision
    else { return }
    let sources = derived.sourceStorages.compactMap { $0.address?.number }
    let former = sources.map { members[$0]?.revision ?? .max }
    let (found, bases) = try derived.newestRevision(upTo: revision, showing: former)
    lower(number, to: found)
    for (source, basis) in zip(sources, bases) { lower(source, to: basis) }
  }
}
