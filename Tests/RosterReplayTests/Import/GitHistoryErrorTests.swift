import RosterCore
import RosterLog
import RosterTestKit
import Testing

@testable import RosterReplay

@Suite struct GitHistoryErrorTests {
  private static let script = GitScript(
    [.write("a", "1")], [.write("a", "2"), .write("b/c", "c")], [.write("b/d", "d")],
    [.write("b/e", "e")])

  @Test func folderWithoutRepositoryIsNamed() async throws {
    let folder = try TemporaryFolder()
    let error = try await importError { _ = try await GitHistory(at: folder.path) }
    #expect(error.code == .notARepository)
    #expect(error.description.contains(folder.path))
    #expect(error.description.contains("not a git repository"))
  }

  @Test(arguments: ["/no/such/folder", "", "/dev/null", "-C"])
  func pathThatIsNoFolderIsNoRepository(path: String) async throws {
    let error = try await importError { _ = try await GitHistory(at: path) }
    #expect(error.code == .notARepository)
  }

  @Test(arguments: [true, false])
  func repositoryWithoutCommitsIsToldFromNone(isBare: Bool) async throws {
    let repository = try await GitRepository(isBare: isBare)
    let error = try await importError { _ = try await GitHistory(at: repository.path) }
    #expect(error.code == .noCommits)
    #expect(error.description.contains(repository.path))
  }

  @Test func missingProgramIsNamed() async throws {
    let command = GitCommand(program: "no-such-git-program", repository: "/")
    let error = try await importError { _ = try await GitHistory(command) }
    #expect(error.code == .programMissing)
    #expect(error.description.contains("no-such-git-program"))
  }

  @Test func missingTreeStopsTheImportWithTheWordsOfGit() async throws {
    let repository = try await GitRepository(Self.script)
    try await repository.loosenObjects()
    try await repository.removeObject("HEAD~1:b")
    let commits = try await repository.commits()
    let history = try await repository.history()
    #expect(try await history.commitCount() == 4)
    var imported: [String?] = []
    let error = try await importError {
      _ = try await history.forEachChangeset { imported.append($0.commit) }
    }
    #expect(error.code == .programFailed)
    #expect(imported == Array(commits.prefix(imported.count)) && imported.count < 3)
    #expect(error.description.contains("git fsck"))
    #expect(error.description.contains("fatal: "))
  }

  /// The blob of a file that is renamed and changed, and then renamed alone.
  @Test func filesAreMovedByTheirObjectsWhereContentsAreMissing() async throws {
    let text = GitHistoryTests.text
    let repository = try await GitRepository(
      GitScript(
        [.write("a", text), .write("b", text + "b")],
        [.rename("a", to: "c/a"), .write("c/a", text + "x")],
        [.rename("b", to: "c/b")], [.rename("c/a", to: "d"), .write("d", text + "y")]))
    try await repository.loosenObjects()
    #expect(try await moveCounts(repository).moves == [0, 1, 1, 1])
    try await repository.removeObject("HEAD~1:c/a")
    let (moves, notices) = try await moveCounts(repository)
    #expect(moves == [0, 0, 1, 0])
    #expect(notices.count == 1)
    #expect(notices.first?.contains(repository.path) == true)
    try await repository.checkedImport()
  }

  private func moveCounts(
    _ repository: GitRepository
  ) async throws -> (moves: [Int], notices: [String]) {
    let notices = Recorder<String>()
    let history = try await GitHistory(at: repository.path) { notices.record($0) }
    var moves: [Int] = []
    _ = try await history.forEachChangeset {
      moves.append($0.changeset.outline.movedItems.count)
    }
    return (moves, notices.values)
  }

  @Test func missingCommitStopsTheImport() async throws {
    let repository = try await GitRepository(Self.script)
    try await repository.loosenObjects()
    try await repository.removeObject("HEAD~2")
    let history = try await repository.history()
    let counting = try await importError { _ = try await history.commitCount() }
    #expect(counting.code == .programFailed)
    let reading = try await importError { _ = try await history.forEachChangeset { _ in } }
    #expect(reading.code == .programFailed)
  }

  @Test func errorOfTheReceiverEndsTheImportAndIsPassedOn() async throws {
    struct Enough: Error {}
    let repository = try await GitRepository(Self.script)
    let history = try await repository.history()
    var count = 0
    await #expect(throws: Enough.self) {
      _ = try await history.forEachChangeset { _ in
        count += 1
        if count == 2 { throw Enough() }
      }
    }
    #expect(count == 2)
  }

  @Test func importOfACancelledTaskIsCancelled() async throws {
    let repository = try await GitRepository(Self.script)
    let history = try await repository.history()
    let task = Task {
      try await history.forEachChangeset { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func slowReceiverGetsEverything() async throws {
    var script = GitScript()
    for number in 0..<300 { script.commit([.write("a", "\(number)"), .write("b", "\(-number)")]) }
    let repository = try await GitRepository(script)
    var count = 0
    // Git has ended, and its pipe is still full, when the first of it is looked at.
    _ = try await repository.history().forEachChangeset { _ in
      if count == 0 { try await Task.sleep(for: .milliseconds(200)) }
      count += 1
    }
    #expect(count == 300)
  }
}
