import RosterCore
import RosterLog
import RosterTestKit
import Testing

@testable import RosterReplay

@Suite struct GitRepositoryKindTests {
  private static let text = GitHistoryTests.text

  /// A history with a branch that is merged, and one that is merged without effect.
  private static var merges: GitScript {
    var script = GitScript()
    let root = script.commit([.write("a", text), .write("d/b", "b")])
    let side = script.commit(
      [.write("side", "s"), .rename("a", to: "e/a")], parents: [root], branch: "side")
    let main = script.commit([.write("d/b", "b2")], parents: [root])
    script.commit([.write("side", "s"), .rename("a", to: "e/a")], parents: [main, side])
    let other = script.commit([.write("x", "x")], parents: [root], branch: "other")
    script.commit([], parents: [4, other])
    script.commit([.delete("d/b"), .write("evil", "e")], parents: [6, side, other])
    return script
  }

  @Test func mergeIsComparedWithItsFirstParent() async throws {
    let repository = try await GitRepository(Self.merges)
    let history = try await repository.checkedImport()
    #expect(history.changesets.map(\.changeset.changeCount) == [4, 1, 4, 0, 3])
    #expect(history.changesets[2].changeset.outline.movedItems.count == 1)
  }

  @Test func workTreeAndItsFoldersStandForTheRepository() async throws {
    let repository = try await GitRepository(Self.merges, isBare: false)
    try repository.folder.write("changed", to: "repository/evil")
    try repository.folder.write("new", to: "repository/untracked")
    let inside = try await GitHistory(at: repository.path + "/e")
    let metadata = try await GitHistory(at: repository.path + "/.git")
    let history = try await repository.checkedImport()
    #expect(try await ImportedHistory(inside).changesets == history.changesets)
    #expect(try await ImportedHistory(metadata).changesets == history.changesets)
  }

  @Test func repositoryWithSHA256HasLongHashes() async throws {
    let repository = try await GitRepository(Self.merges, format: "sha256")
    let history = try await repository.checkedImport()
    #expect(history.changesets.allSatisfy { $0.commit?.count == 64 })
  }

  @Test(arguments: [1, 2, 3])
  func shallowCloneStartsWithItsOldestCommit(depth: Int) async throws {
    let origin = try await GitRepository(Self.merges)
    let path = origin.folder.path(of: "clone")
    try await origin.git(
      "clone", "--quiet", "--depth", "\(depth)", "--bare", "file://\(origin.path)", path)
    let clone = GitRepository(folder: origin.folder, path: path)
    let history = try await clone.checkedImport()
    #expect(history.changesets.count == depth)
    #expect(
      try await history.list.expectation.fingerprint
        == origin.checkedImport().list.expectation.fingerprint)
  }

  @Test func detachedHeadIsWhatIsRead() async throws {
    let repository = try await GitRepository(Self.merges)
    try await repository.git("update-ref", "--no-deref", "HEAD", "main~2")
    #expect(try await repository.checkedImport().changesets.count == 3)
  }

  @Test func replacedCommitIsReadAsGitShowsIt() async throws {
    let repository = try await GitRepository(Self.merges)
    try await repository.git("replace", "main~1", "other")
    try await repository.checkedImport(environment: ["GIT_NO_REPLACE_OBJECTS": "1"])
  }

  @Test func historiesGraftedTogetherAreOne() async throws {
    var script = GitScript([.write("a", "1")])
    script.commit([.write("b", "2")], branch: "other")
    let repository = try await GitRepository(script)
    try await repository.git("replace", "--graft", "main", "other")
    #expect(try await repository.checkedImport().changesets.count == 2)
  }
}
