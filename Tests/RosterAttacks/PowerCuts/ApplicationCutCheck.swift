import RosterStore
import RosterTestKit

/// Opens the database of an application that a cut has left: rows and lists must be what they were after one of its
/// commits.
struct ApplicationCutCheck: ContentsCutCheck {
  let commits: CommittedContents<ApplicationContents>
  let durability: SQLiteConfiguration.Durability
  let seed: UInt64

  func verdict(path: String) async -> PowerCutVerdict {
    await PowerCutVerdict {
      let found = try ApplicationContents(checking: path)
      guard let count = commits.counts[found] else {
        let nearest = commits.all.last { $0.transactionCount == found.transactionCount }
        throw BrokenPromise(
          "\(found), which was never there: \(nearest.flatMap(found.difference) ?? "too many transactions")"
        )
      }
      try await goOn(path, found)
      return count
    }
  }

  /// Starts the application again, which takes up what is noted, and writes once more.
  private func goOn(_ path: String, _ found: ApplicationContents) async throws {
    var session = ApplicationSession(path: path, seed: seed, durability)
    for step in ApplicationStep.opening { try await session.perform(step) }
    if let difference = try await session.difference() {
      throw BrokenPromise("after the start, \(difference)")
    }
    try await session.perform(.write(["INSERT OR REPLACE INTO thing (id, n) VALUES (6, 0)"]))
    if let difference = try await session.difference() {
      throw BrokenPromise("after a write, \(difference)")
    }
    let models = try session.orderModels()
    guard models.last == "\(found.transactionCount + 1)" else {
      throw BrokenPromise("after write \(found.transactionCount + 1) the list has \(models)")
    }
    try await session.perform(.close)
    let after = try ApplicationContents(checking: path)
    guard after.transactionCount == found.transactionCount + 1 else {
      throw BrokenPromise("after going on, there are \(after)")
    }
    let store = try SQLiteStore(path: path)
    let findings = try store.check()
    guard findings.isEmpty else {
      throw BrokenPromise("check finds \(findings.map(\.description)) after going on")
    }
    for table in try store.shownTables() where table.notedCount > 0 {
      throw BrokenPromise("a write has left \(table.notedCount) notes of \(table.table)")
    }
    try store.close()
  }
}
