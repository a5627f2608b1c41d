import RosterCore
import RosterTestSupport
import Testing

/// Commits of several lists in one transaction.
@Suite("Joint commits") struct JointCommitTests {
  private static let kinds = StorageKind.persistent

  /// Returns a group that inserts a section into an empty list, and the list as its store knows it.
  private func commit(
    _ list: any JournalStorage, _ state: ListState, _ model: String
  ) throws -> (store: any JointStorage, commit: ListCommit) {
    var builder = CommitGroupBuilder(state)
    try builder.add(newSection([model]))
    let address = try #require(list.address)
    return (address.store, ListCommit(address.list, builder.group))
  }

  @Test(arguments: kinds) func listsOfAStoreAreCommittedTogether(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let (a, b) = (try temporary.list("a"), try temporary.list("b"))
      let one = try commit(a, a.load(), "1")
      let other = try commit(b, b.load(), "2")
      #expect(one.store === other.store)
      // In the other order, too: a store orders them itself.
      try one.store.commit([other.commit, one.commit])
      for list in [a, b] { #expect(try list.load().revision == 1) }
      try one.store.commit([commit(a, a.load(), "3").commit, commit(b, b.load(), "4").commit])
      try temporary.reopen()
      for (name, models) in [("a", ["3", "1"]), ("b", ["4", "2"])] {
        let contents = try StoredContents(temporary.list(name))
        #expect(contents.sections.flatMap(\.items).map(\.model) == models.map { .text($0) })
      }
    }
  }

  @Test(arguments: kinds) func thePartsOfAChangeNameEachOther(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let lists = [try temporary.list("a"), try temporary.list("b")]
      let addresses = try lists.map { try #require($0.address) }
      var commits: [ListCommit] = []
      for (index, list) in lists.enumerated() {
        var builder = CommitGroupBuilder(try list.load())
        builder.otherParts = [JournalPart(list: addresses[1 - index].number, revision: 1)]
        try builder.add(newSection(["x"]))
        commits.append(ListCommit(addresses[index].list, builder.group))
      }
      try addresses[0].store.commit(commits)
      try temporary.reopen()
      for (index, name) in ["a", "b"].enumerated() {
        let list = try temporary.list(name)
        let other = addresses[1 - index].number
        #expect(
          try list.journal(after: 0, limit: 1).map(\.otherParts)
            == [[JournalPart(list: other, revision: 1)]])
        let store = try #require(list.address).store
        // Lists of one schema have the tests' names before theirs.
        #expect(try store.name(ofList: other)?.hasSuffix(["b", "a"][index]) == true)
        #expect(try store.name(ofList: 8_388_607) == nil)
      }
    }
  }

  @Test(arguments: kinds, [false, true])
  func ifOneListIsStaleNoneIsChanged(kind: StorageKind, isFirst: Bool) throws {
    try withStorage(kind) { temporary in
      let (a, b) = (try temporary.list("a"), try temporary.list("b"))
      var commits = [try commit(a, a.load(), "1"), try commit(b, b.load(), "2")]
      let stale = isFirst ? "a" : "b"
      let other = try temporary.listOfAnotherWriter(stale)
      _ = try other.commit(newSection(["other"]), on: other.load())
      let error = #expect(throws: StorageError.self) {
        try commits[0].store.commit(commits.map(\.commit))
      }
      #expect(error?.code == .stale)
      #expect(error?.message.contains("\(stale)\":") == true)
      #expect(try a.load().revision == (isFirst ? 1 : 0))
      #expect(try b.load().revision == (isFirst ? 0 : 1))
      // Both go on where they are.
      commits = [try commit(a, a.load(), "1"), try commit(b, b.load(), "2")]
      try commits[0].store.commit(commits.map(\.commit))
      #expect(try a.load().revision == (isFirst ? 2 : 1))
    }
  }
}
