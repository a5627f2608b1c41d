import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// Opens a file with lists that a cut has left.
struct ListCutCheck: PowerCutCheck {
  private let recording: PowerCutRecording
  /// How many moments led to the revisions of the lists.
  private let counts: [[String: Revision]: Int]

  init(_ recording: PowerCutRecording) {
    self.recording = recording
    var counts: [[String: Revision]: Int] = [:]
    for count in 0...recording.moments.count { counts[recording.revisions(after: count)] = count }
    self.counts = counts
  }

  var disk: SimulatedDisk { recording.disk }
  var spans: [CommitSpan] { recording.moments.map(\.span) }

  func contents(after commitCount: Int) -> String {
    let revisions = recording.revisions(after: commitCount).sorted { $0.key < $1.key }
    if revisions.isEmpty { return "no list" }
    return revisions.map { "list \($0.key) at revision \($0.value)" }.joined(separator: ", ")
  }

  func verdict(path: String) async -> PowerCutVerdict {
    await PowerCutVerdict {
      let store = try open(path)
      let (count, lists) = try look(store)
      let (name, before) = lists.min { $0.key < $1.key } ?? ("main", nil)
      try goOn(store, name)
      try store.close()
      try lookAgain(path, name, before)
      return count
    }
  }

  private func open(_ path: String) throws -> SQLiteStore {
    try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(durability: recording.durability))
  }

  private func requireSound(_ store: SQLiteStore, _ when: String) throws {
    let findings = try store.check()
    guard findings.isEmpty else {
      throw BrokenPromise("check finds \(findings.map(\.description)) \(when)")
    }
  }

  /// Compares all lists with the moments of the recording.
  ///
  /// - Returns: How many moments led there, and what the lists hold.
  private func look(
    _ store: SQLiteStore
  ) throws -> (count: Int, lists: [String: StoredContents?]) {
    try requireSound(store, "after the cut")
    var revisions: [String: Revision] = [:]
    for list in try store.lists() { revisions[list.name] = list.revision }
    guard let count = counts[revisions] else {
      throw BrokenPromise("the lists are at \(revisions), where they never were together")
    }
    var lists: [String: StoredContents?] = [:]
    for (name, revision) in revisions {
      guard let list = try store.list(named: name, create: false),
        let expected = recording.contents(of: name, at: revision)
      else { throw BrokenPromise("list \(name) at revision \(revision) cannot be opened") }
      if let difference = try RewrittenText.former(StoredContents(list)).difference(from: expected)
      {
        throw BrokenPromise("list \(name) at revision \(revision): \(difference)")
      }
      lists[name] = expected
    }
    return (count, lists)
  }

  /// Commits one more change.
  private func goOn(_ store: SQLiteStore, _ name: String) throws {
    guard let list = try store.list(named: name) else {
      throw BrokenPromise("list \(name) cannot be created after the cut")
    }
    let state = try list.load()
    _ = try list.commit(
      Changeset {
        $0.insertSection(at: state.sectionCount, "after the cut")
        $0.insertItems(["a", "b"], at: ItemPath(section: state.sectionCount, item: 0))
      }, on: state)
  }

  /// Opens the file again, and reads what was committed last.
  private func lookAgain(_ path: String, _ name: String, _ before: StoredContents?) throws {
    let store = try open(path)
    try requireSound(store, "after going on")
    guard let list = try store.list(named: name, create: false) else {
      throw BrokenPromise("list \(name) is gone after going on")
    }
    let after = try RewrittenText.former(StoredContents(list))
    guard after.revision == (before?.revision ?? 0) + 1,
      Array(after.sections.dropLast()) == before?.sections ?? [],
      after.sections.last?.items.map(\.model) == [.text("a"), .text("b")]
    else { throw BrokenPromise("list \(name) is not what was committed after the cut") }
    try store.close()
  }
}
