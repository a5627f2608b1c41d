import RosterLog

/// Turns commits, the oldest first, into changesets.
struct GitHistoryReader {
  private var tree = GitTree()
  private var commitCount = 0
  private var lastHash: String?

  /// - Throws: An `ImportError` if the commit does not fit the one before.
  mutating func changeset(of commit: GitCommit) throws -> LoggedChangeset {
    do {
      let changeset = try tree.apply(commit.changes)
      commitCount += 1
      lastHash = commit.hash
      return LoggedChangeset(changeset, origin: commit.hash, at: commit.committedAt)
    } catch let misfit as GitTree.Misfit {
      throw ImportError(
        .malformed,
        "commit \(commit.hash) does not fit the one before: \(misfit.path.text) \(misfit.problem); "
          + "check the repository with 'git fsck'")
    }
  }

  /// The expected list after the commits so far.
  var expectation: Expectation { tree.expectation(revision: commitCount) }

  /// The progress of the reading, for a message.
  var progress: String {
    lastHash.map { "after \(commitCount) commits, the last of them \($0)" }
      ?? "before the first commit was read"
  }
}
