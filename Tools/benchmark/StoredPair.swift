import RosterCore
import RosterEngine
import RosterStore

/// Two lists whose changes are verified and committed in one transaction of the store, without data sources: no queues, no
/// drafts, no batches.
struct StoredPair {
  private let store: SQLiteStore
  private let lists: [SQLiteList]
  private var states: [ListState]
  private let model = [UInt8](repeating: 120, count: BareList.modelSize)
  private var random = FastRandom()

  /// Makes two lists of a length.
  init(in store: SQLiteStore, count: Int) throws {
    self.store = store
    lists = try ["stored one", "stored other"].map { name in
      let list = try BenchmarkList(store, named: name)
      try list.fill(count: count)
      guard let stored = try store.list(named: name) else {
        throw BareDatabase.Failure(message: "no list")
      }
      return stored
    }
    states = try lists.map { try $0.load() }
  }

  /// Inserts an item into each list.
  mutating func insertOne() throws {
    var commits: [ListCommit] = []
    for index in lists.indices {
      let item = Int.random(in: 0...states[index].itemCount, using: &random)
      let changeset = Changeset<[UInt8], [UInt8]> {
        $0.insertItem(model, at: ItemPath(section: 0, item: item))
      }
      let source = states[index]
      let change = try source.applying(changeset.outline.verified(against: source))
      var group = CommitGroup(source: source, target: source, changes: [], pages: PageChanges())
      group.append(
        StoredChange(
          entry: JournalEntry(
            revision: change.target.revision, record: change.record, states: [],
            annotation: ChangeAnnotation(), step: .change, otherParts: []),
          nextIdentifiers: change.target.nextIdentifiers, updatedItems: [],
          insertedItems: [.blob(model)], updatedSections: [], insertedSections: [], states: []),
        of: change)
      commits.append(ListCommit(lists[index], group))
      states[index] = group.target
    }
    try store.commit(commits)
  }
}
