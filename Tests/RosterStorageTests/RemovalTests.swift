import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Removed lists")
struct RemovalTests {
  private static let names = ["a", "main", "z"]

  /// Makes a list with some revisions, removed items, states and a subscriber.
  private func fill(_ list: any JournalStorage, _ text: String) throws -> ListState {
    let first = ItemPath(section: 0, item: 0)
    var state = try list.commit(
      newSection(["\(text) 1", "\(text) 2", "\(text) 3"]), on: list.load())
    state = try list.commit(Changeset { $0.updateItem(at: first, "\(text) new") }, on: state)
    state = try list.commit(Changeset { $0.removeItem(at: first) }, on: state)
    try list.acknowledge(2, by: "reader")
    return state
  }

  private func remove(_ list: any JournalStorage) throws {
    let address = try #require(list.address)
    try address.store.removeLists([address.number])
  }

  private func number(_ list: any JournalStorage) throws -> Int {
    try #require(list.address).number
  }

  private func expectIsGone(
    _ list: any JournalStorage, _ state: ListState,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let insertion = newSection(["new"])
    let calls: [(String, () throws -> Void)] = [
      ("load", { _ = try list.load() }),
      ("subscribers", { _ = try list.subscribers() }),
      ("storedRevision", { _ = try list.storedRevision() }),
      ("commit", { _ = try list.commit(insertion, on: state) }),
      ("acknowledge", { try list.acknowledge(nil, by: "reader") }),
      ("compact", { _ = try list.compact(JournalRetention(revisionCountMax: 0), keeping: nil) }),
      ("journal", { _ = try list.journal(after: 0, limit: 10) }),
      ("models", { _ = try list.models(of: [ItemID(rawValue: 1)], at: state.revision) }),
      ("oldestRevision", { _ = try list.oldestRevision() }),
    ]
    let error = #expect(throws: StorageError.self) { try list.storedRevision() }
    #expect(
      error?.message.hasSuffix(": the list was removed; open it again") == true
        && error?.message.contains("list \"") == true, sourceLocation: sourceLocation)
    for (name, call) in calls {
      #expect(
        storageErrorCode { try call() } == .replaced, "\(name)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: StorageKind.persistent, names)
  func nothingIsLeftOfAListAndAllOfTheOthers(kind: StorageKind, removed: String) throws {
    try withStorage(kind) { temporary in
      var states: [String: ListState] = [:]
      for name in Self.names { states[name] = try fill(temporary.list(name), name) }
      let list = try temporary.list(removed)
      let other = try temporary.listOfAnotherWriter(removed)
      let state = try #require(states[removed])
      _ = try other.load()
      try remove(list)
      #expect(try temporary.findings() == [])
      try expectIsGone(list, state)
      try expectIsGone(other, state)
      #expect(try temporary.rowCount(.history, of: removed) == 0)

      try temporary.reopen()
      for name in Self.names where name != removed {
        let kept = try temporary.list(name)
        #expect(try kept.load().revision == states[name]?.revision)
        #expect(
          try kept.models(of: kept.load().itemIDs(inSection: 0), at: 3)
            == [.text("\(name) 2"), .text("\(name) 3")])
        #expect(try kept.subscribers().map(\.name) == ["reader"])
      }
      // One of the same name is another list.
      let new = try temporary.list(removed)
      #expect(try new.load().revision == 0)
      #expect(try new.subscribers().isEmpty)
      _ = try fill(new, "again")
      #expect(try new.load().revision == 3)
    }
  }

  @Test(arguments: StorageKind.persistent)
  func theNumberOfAListIsGivenOnce(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      var numbers: [Int] = []
      for name in ["a", "b"] { numbers.append(try number(temporary.list(name))) }
      for _ in 0..<3 {
        let last = try temporary.list("last")
        numbers.append(try number(last))
        try remove(last)
        try temporary.reopen()
      }
      // Several at once, of which the last number is one, and what is not there.
      let lists = try ["b", "last", "a"].map { try temporary.list($0) }
      numbers.append(try number(lists[1]))
      let store = try #require(lists[0].address).store
      try store.removeLists(try lists.map(number) + [999])
      #expect(try temporary.findings() == [])
      for name in ["a", "b", "c"] { numbers.append(try number(temporary.list(name))) }
      // On the server, other tests make lists meanwhile.
      #expect(numbers == (kind == .postgres ? Set(numbers).sorted() : Array(1...9)))
    }
  }

  /// A list that was never changed has no revision by which others could tell that it is gone.
  @Test(arguments: StorageKind.persistent)
  func aListWithoutRevisionsIsGoneForOthersAsWell(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list("empty")
      let other = try temporary.listOfAnotherWriter("empty")
      let state = try other.load()
      try remove(list)
      try expectIsGone(other, state)
      let new = try temporary.list("empty")
      try expectIsGone(other, state)
      #expect(try new.load().revision == 0)
      #expect(try fill(new, "x").revision == 3)
      try expectIsGone(other, state)
    }
  }

  /// On the server, the tests give their lists longer names.
  @Test(arguments: StorageKind.persistent.filter { $0 != .postgres })
  func noListHasTheNameOfARemovedOne(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      try remove(temporary.list("only"))
      #expect(storageErrorCode { _ = try temporary.list("\u{1}") } == .unencodable)
      #expect(storageErrorCode { _ = try temporary.list("a\0") } == .unencodable)
      _ = try temporary.list("\u{1}\u{1}")
    }
  }

  /// What is copied has a number that no list has had, also if the list was removed.
  @Test func aCopyGivesNoNumberAgain() throws {
    let folder = try TemporaryFolder()
    let stores = try ["one", "other"].map { try SQLiteStore(path: folder.path(of: "\($0).sqlite")) }
    for store in stores {
      for name in Self.names { _ = try fill(#require(try store.list(named: name)), name) }
    }
    let removed = try #require(try stores[0].list(named: "main"))
    let state = try removed.load()
    try remove(removed)
    let last = try #require(try stores[0].listNumbers().max())
    let staged = try StagedLists(["main"], of: stores[1])
    try staged.copy("main", to: stores[0], as: "main", behind: last)
    try expectIsGone(removed, state)
    let copied = try #require(try stores[0].list(named: "main", create: false))
    #expect(try number(copied) == 4 && copied.load().revision == 3)
    #expect(
      storageErrorCode { try staged.copy("main", to: stores[0], as: "\u{1}", behind: last) }
        == .unencodable)
    #expect(try stores[0].check() == [])
    for store in stores { try store.close() }
  }

  /// Lists are made, changed, removed and opened again at random, beside a dictionary.
  @Test(arguments: StorageKind.persistent, 1...8)
  func aStoreHasTheListsOfADictionary(kind: StorageKind, seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    try withStorage(kind) { temporary in
      var models: [String: [String]] = [:]
      var gone: [(list: any JournalStorage, state: ListState)] = []
      for step in 0..<30 {
        let name = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
        let list = try temporary.list(name)
        let state = try list.load()
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<3:
          _ = try list.commit(
            state.sectionCount == 0
              ? newSection(["\(step)"])
              : Changeset { $0.insertItem("\(step)", at: ItemPath(section: 0, item: 0)) }, on: state
          )
          models[name, default: []].insert("\(step)", at: 0)
        case 3, 4:
          try remove(list)
          models[name] = nil
          gone.append((list, state))
        default:
          try temporary.reopen()
          gone = []
        }
        for (list, state) in gone {
          #expect(
            storageErrorCode { _ = try list.commit(newSection(["x"]), on: state) } == .replaced,
            "seed \(seed), step \(step)")
        }
        for name in ["a", "b", "c", "d"] {
          guard let expected = models[name] else { continue }
          let list = try temporary.list(name)
          let state = try list.load()
          #expect(
            try list.models(of: state.itemIDs(inSection: 0), at: state.revision)
              == expected.map { .text($0) }, "seed \(seed), step \(step), list \(name)")
        }
        #expect(try temporary.findings() == [], "seed \(seed), step \(step)")
      }
    }
  }
}
