import RosterJSON
public import RosterLog

/// The first-parent history of a git repository as changesets.
///
/// Every commit is a changeset, even if it changes no file, the oldest first. The changeset
/// contains the changes of its tree against that of its first parent. `origin` is the name of the
/// author, and `at` is the date of the commit (not that of its author) in the strict form of ISO
/// 8601. `userInfo` has the full hash of the `commit` and its `title`, of both texts at most 120 characters.
///
/// Sections are the folders with files directly in them, in bytewise order of their paths, with the
/// model `{"path"}`; the root folder is `"."` and sorts as such. Items are files, in bytewise
/// order, with the model `{"path","blob","mode"}` as in `git ls-tree -r`; submodules and symbolic
/// links are files too. Files that git considers renamed are moved and updated: at least half of
/// their content is the same, or all of it if a commit removes and adds so many files (a thousand
/// each) that git compares no more. Copies are inserted. A folder whose last file is removed is
/// removed too, with its files one by one.
///
/// A path that is not UTF-8 cannot be a JSON string. In the models it is quoted as git does it,
/// `"caf\351.txt"` with the quotation marks, and it sorts by its own bytes. A path that looks like
/// a quoted one is quoted as well, so that `pathBytes(of:)` can restore every path from its text.
///
/// The configuration of git does not affect the result. Git 2.31 or later is required.
///
/// A repository need not be trusted: git runs nothing that it names, and fetches nothing. If the
/// contents of files are missing, as in a partial clone, only files whose content has not changed are
/// moved from there on: others are removed and inserted. If folders or commits are missing, the history
/// cannot be read.
public struct GitHistory: ChangesetSource {
  /// The full hash of the last commit of the history.
  public let head: String

  private let git: GitCommand
  private let notice: @Sendable (String) -> Void

  /// Finds a repository and its current commit.
  ///
  /// - Parameter path: A work tree, a folder in it, or a bare repository. A folder in a work tree
  ///   stands for the whole work tree.
  /// - Parameter notice: Called with what people should know of a history that was read, once.
  /// - Throws: An `ImportError` if there is no repository, no commit, or no git.
  public nonisolated(nonsending) init(
    at path: String, notice: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    try await self.init(GitCommand(repository: path), notice: notice)
  }

  nonisolated(nonsending) init(
    _ git: GitCommand, notice: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    // Git treats an empty path as the current folder.
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
    self.notice = notice
    self.head = head.text
  }

  /// Returns the bytes of a path that was read from a model.
  public static func pathBytes(of text: String) -> [UInt8] { GitPath.path(ofText: text) }

  /// Returns the text that stands for the bytes of a path in models.
  package static func pathText(of bytes: [UInt8]) -> String { GitPath.text(of: bytes) }

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
  /// One process of git reads the whole history, and waits while `body` runs. The importer holds
  /// the state of one tree and one commit.
  ///
  /// - Returns: The expected list at `head`.
  /// - Throws: The error of `body`, or an `ImportError`.
  public nonisolated(nonsending) func forEachChangeset(
    _ body: (LoggedChangeset) async throws -> Void
  ) async throws -> Expectation {
    var reader = GitHistoryReader()
    var outcome = try await read(.similar, &reader, body)
    if outcome.exitCode == Self.fatalCode {
      // Contents are only read to find renames. If something else is missing, git fails once more.
      let (first, commitCount) = (outcome, reader.commitCount)
      reader.startOver()
      outcome = try await read(.exact, &reader, body)
      if outcome.isSuccess {
        notice(
          "\(git.repository): the contents of some files cannot be read, as in a partial clone, so "
            + "from commit \(commitCount + 1) on files that are renamed and changed are removed and "
            + "inserted; git: " + first.explanation)
      }
    }
    guard outcome.isSuccess else { throw failure(reader.progress, outcome) }
    return reader.expectation
  }

  /// The exit code of git if it cannot go on.
  private static let fatalCode = 128

  /// Passes on the changesets of the commits that the reader does not know yet.
  private nonisolated(nonsending) func read(
    _ renames: GitCommand.RenameDetection, _ reader: inout GitHistoryReader,
    _ body: (LoggedChangeset) async throws -> Void
  ) async throws -> ProgramOutcome {
    var parser = GitLogParser()
    let outcome = try await git.run(GitCommand.log(of: head, renames)) { chunk in
      parser.feed(chunk)
      while let commit = try parser.nextCommit() {
        if let changeset = try reader.changeset(of: commit) { try await body(changeset) }
      }
    }
    // Only the end of the process shows that the last commit is complete.
    if outcome.isSuccess, let commit = try parser.lastCommit(),
      let changeset = try reader.changeset(of: commit)
    {
      try await body(changeset)
    }
    return outcome
  }

  private func failure(_ doing: String, _ outcome: ProgramOutcome) -> ImportError {
    ImportError(
      .programFailed,
      "git failed in \(git.repository) \(doing); check the repository with 'git fsck'; what is missing "
        + "is not fetched, so a clone without all folders must be completed first; git: "
        + outcome.explanation)
  }
}

/// Turns commits, the oldest first, into changesets.
struct GitHistoryReader {
  private var tree = GitTree()
  private(set) var commitCount = 0
  private var lastHash: String?
  /// How many of the commits come once more.
  private var knownCount = 0

  /// The commits come once more from the first one on.
  mutating func startOver() { knownCount = commitCount }

  /// - Returns: The changeset; `nil` if the commit was there before.
  /// - Throws: An `ImportError` if the commit does not fit the one before.
  mutating func changeset(of commit: GitCommit) throws -> LoggedChangeset? {
    guard knownCount == 0 else {
      knownCount -= 1
      return nil
    }
    do {
      let changeset = try tree.apply(commit.changes)
      commitCount += 1
      lastHash = commit.hash
      var userInfo: JSONObject = ["commit": .string(commit.hash)]
      userInfo["title"] = commit.title.map { .string($0) }
      return LoggedChangeset(
        changeset, origin: commit.author, at: commit.committedAt, userInfo: userInfo)
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
