import RosterJSON
public import RosterLog

/// The first-parent history of a git repository as changesets.
///
/// Every commit is a changeset, also one that changes no file, the oldest first: the changes of its
/// tree against that of its first parent. `origin` is the full commit hash and `at` the date of the
/// commit (not that of its author) in the strict form of ISO 8601.
///
/// Sections are the folders that hold files directly, in bytewise order of their paths, with the
/// model `{"path"}`; the folder at the root is `"."` and sorts as such. Items are files, in bytewise
/// order, with the model `{"path","blob","mode"}` as `git ls-tree -r` has it; submodules and
/// symbolic links are files too. Files that git holds to be renamed are moved and updated: half of
/// their content or more is the same, or all of it where a commit takes and adds so many files (a
/// thousand each) that git compares no more. Copies are inserted. A folder whose last file goes is
/// removed and its files with it, one by one.
///
/// A path that is not UTF-8, which no JSON string can hold, stands in the models as git quotes it,
/// `"caf\351.txt"` with the quotation marks, and sorts by its own bytes. A path that reads like such
/// a quoted one is quoted as well, so that `pathBytes(of:)` can tell every path from its text.
///
/// The configuration of git does not change the result. Git 2.31 or later is needed.
///
/// A repository need not be trusted: nothing that it names is run, and nothing is fetched. Where
/// objects are missing, as in a partial clone, the history cannot be read.
public struct GitHistory: ChangesetSource {
  /// The full hash of the commit that the history leads to.
  public let head: String

  private let git: GitCommand

  /// Finds a repository and the commit that it is at.
  ///
  /// - Parameter path: A work tree, a folder in it, or a bare repository. A folder in a work tree
  ///   stands for the whole of it.
  /// - Throws: An `ImportError` if there is no repository or no commit, or no git.
  public nonisolated(nonsending) init(at path: String) async throws {
    try await self.init(GitCommand(repository: path))
  }

  nonisolated(nonsending) init(_ git: GitCommand) async throws {
    // Git takes an empty path for the current folder.
    if git.repository.isEmpty { throw ImportError(.notARepository, "the path is empty") }
    let repository = try await git.text(of: ["rev-parse", "--git-dir"])
    guard repository.outcome.isSuccess else {
      throw ImportError(
        .notARepository,
        "\(git.repository) is no git repository that can be read; git: "
          + repository.outcome.explanation)
    }
    let head = try await git.text(of: ["rev-parse", "--verify", "--quiet", "HEAD"])
    guard head.outcome.isSuccess else {
      let words = head.outcome.words
      throw ImportError(
        .noCommits,
        "\(git.repository) has no commit on its current branch; commit something, or switch to a "
          + "branch that has one" + (words.isEmpty ? "" : "; git: \(words)"))
    }
    self.git = git
    self.head = head.text
  }

  /// The bytes of a path that was read from a model.
  public static func pathBytes(of text: String) -> [UInt8] { GitPathText.path(ofText: text) }

  /// The text that stands for the bytes of a path in models.
  package static func pathText(of bytes: [UInt8]) -> String { GitPathText.text(of: bytes) }

  /// The number of commits in the history.
  public nonisolated(nonsending) func commitCount() async throws -> Int {
    let result = try await git.text(of: ["rev-list", "--first-parent", "--count", head, "--"])
    guard result.outcome.isSuccess, let count = Int(result.text) else {
      throw failure("counting the commits", result.outcome)
    }
    return count
  }

  /// The number of commits in the history.
  public nonisolated(nonsending) func changesetCount() async throws -> Int {
    try await commitCount()
  }

  /// Calls `body` with the changeset of every commit, the oldest first.
  ///
  /// One process of git reads the whole history; it waits while `body` works. The state of one tree
  /// is held, and one commit.
  ///
  /// - Returns: What the list must be like at `head`.
  /// - Throws: What `body` throws, or an `ImportError`.
  public nonisolated(nonsending) func forEachChangeset(
    _ body: (LoggedChangeset) async throws -> Void
  ) async throws -> Expectation {
    var parser = GitLogParser()
    var reader = GitHistoryReader()
    let outcome = try await git.run(GitCommand.log(of: head)) { chunk in
      parser.feed(chunk)
      while let commit = try parser.nextCommit() {
        try await body(reader.changeset(of: commit))
      }
    }
    // Only now is it known that the last commit is whole.
    guard outcome.isSuccess else { throw failure(reader.progress, outcome) }
    if let commit = try parser.lastCommit() { try await body(reader.changeset(of: commit)) }
    return reader.expectation
  }

  private func failure(_ doing: String, _ outcome: ProgramOutcome) -> ImportError {
    ImportError(
      .programFailed,
      "git failed in \(git.repository) \(doing); check the repository with 'git fsck'; what is missing "
        + "is not fetched, so a partial clone must be completed first; git: " + outcome.explanation)
  }
}
