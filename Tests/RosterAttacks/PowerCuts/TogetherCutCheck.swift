import RosterStore

/// Opens a file that a cut has left with lists which are kept together: it must hold what it held after one of its commits,
/// each list as its definition makes it of the one below.
struct TogetherCutCheck: ContentsCutCheck {
  let commits: CommittedContents<TogetherContents>
  let durability: SQLiteConfiguration.Durability

  func verdict(path: String) async -> PowerCutVerdict {
    await PowerCutVerdict {
      let found = try TogetherContents(checking: path)
      if let broken = found.brokenPromise() { throw BrokenPromise(broken) }
      guard let count = commits.counts[found] else {
        throw BrokenPromise("\(found), which was never there")
      }
      try await goOn(path, found)
      return count
    }
  }

  /// Opens the lists again, changes them once more, and takes that back.
  private func goOn(_ path: String, _ found: TogetherContents) async throws {
    var session = TogetherSession(path: path, durability)
    let steps = TogetherStep.opening + [.change(1), .change(9), .joint(3), .jointUndo, .close]
    for step in steps { try await session.perform(step) }
    let after = try TogetherContents(checking: path)
    if let broken = after.brokenPromise() { throw BrokenPromise("after going on, \(broken)") }
    let revision = found.lists[.numbers]?.revision ?? 0
    guard after.lists[.numbers]?.revision == revision + 4,
      // Each change of the numbers has one of the lists.
      TogetherList.allCases.filter(\.isDerived).allSatisfy({ name in
        (after.lists[name]?.revision ?? 0) >= (found.lists[name]?.revision ?? 0) + 4
      })
    else { throw BrokenPromise("after going on, there are \(after), and there were \(found)") }
  }
}
