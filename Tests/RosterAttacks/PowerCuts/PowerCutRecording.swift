package import RosterCore
package import RosterStore
package import RosterTestSupport

/// A workload as a disk has noted it, with what it was told: what power cuts are held against.
package struct PowerCutRecording: Sendable {
  /// A commit, of one list or of several at once, the creation of a list, or the removal of some.
  package struct Moment: Sendable {
    var span: CommitSpan
    /// The revisions that lists have then; several of one list at once if they were committed as one
    /// group.
    package var revisions: [String: Revision]
    /// The lists that are gone then.
    package var removed: Set<String> = []
  }

  /// How the file was opened.
  package let durability: SQLiteConfiguration.Durability
  package let disk: SimulatedDisk
  /// What was in the file when the disk was started, by list.
  package internal(set) var initial: [String: StoredContents] = [:]
  /// In the order in which they were committed.
  package internal(set) var moments: [Moment] = []
  /// What lists hold after each moment that is theirs.
  private var contents: [String: [Revision: StoredContents]] = [:]

  init(_ durability: SQLiteConfiguration.Durability, _ disk: SimulatedDisk) {
    self.durability = durability
    self.disk = disk
  }

  // MARK: Recording

  /// Starts with lists that are there already.
  mutating func start(_ initial: [String: StoredContents]) {
    self.initial = initial
    for (name, contents) in initial { self.contents[name] = [contents.revision: contents] }
  }

  /// Notes a commit.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - commit: Returns once the commit is acknowledged, with what then tells what the list holds.
  mutating func note(
    _ list: String, _ commit: () async throws -> (() throws -> StoredContents)
  ) async throws {
    try await note {
      let read = try await commit()
      return { [list: try read()] }
    }
  }

  /// Notes a commit of several lists.
  ///
  /// - Parameter commit: Returns once the commit is acknowledged, with what then tells what the lists
  ///   hold, by name.
  mutating func note(
    _ commit: () async throws -> (() throws -> [String: StoredContents])
  ) async throws {
    let begun = disk.operationCount
    let read = try await commit()
    let acknowledged = disk.operationCount
    let contents = try read()
    moments.append(
      Moment(
        span: CommitSpan(begun: begun, acknowledged: acknowledged),
        revisions: contents.mapValues(\.revision)))
    for (list, contents) in contents {
      self.contents[list, default: [:]][contents.revision] = contents
    }
  }

  /// Notes that lists are removed. None of their names may be used again: what a file holds is known by revisions.
  mutating func note(removing lists: Set<String>, _ remove: () throws -> Void) throws {
    let begun = disk.operationCount
    try remove()
    moments.append(
      Moment(
        span: CommitSpan(begun: begun, acknowledged: disk.operationCount), revisions: [:],
        removed: lists))
  }

  // MARK: Expectations

  /// What a file holds after the first so many moments, by list.
  func revisions(after count: Int) -> [String: Revision] {
    var revisions = initial.mapValues(\.revision)
    for moment in moments.prefix(count) {
      revisions.merge(moment.revisions) { _, later in later }
      for list in moment.removed { revisions[list] = nil }
    }
    return revisions
  }

  /// What a list holds at a revision at which it was committed.
  func contents(of list: String, at revision: Revision) -> StoredContents? {
    contents[list]?[revision]
  }
}
