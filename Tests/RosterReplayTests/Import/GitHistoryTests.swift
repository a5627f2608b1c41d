import RosterCore
import RosterJSON
import RosterLog
import Testing

@testable import RosterReplay

@Suite struct GitHistoryTests {
  /// Enough lines that a file with one more is still like it.
  static let text = (1...20).map { "line \($0)\n" }.joined()
  static let otherText = (1...20).map { "\($0 * $0) other\n" }.joined()

  @Test func foldersAreSectionsAndFilesAreItems() async throws {
    let repository = try await GitRepository(
      GitScript([
        .write("README", "r"), .write("src/lib/b.c", "b"), .write("src/lib/a.c", "a"),
        .write("docs/x/y/deep", "d"), .write("!first/f", "f"),
      ]))
    let history = try await repository.checkedImport()
    #expect(history.folders == ["!first", ".", "docs/x/y", "src/lib"])
    #expect(
      history.paths == [
        ["!first/f"], ["README"], ["docs/x/y/deep"], ["src/lib/a.c", "src/lib/b.c"],
      ])
  }

  @Test func modelsHoldPathBlobAndMode() async throws {
    let repository = try await GitRepository(
      GitScript([.write("bin/run", "", mode: "100755")]))
    let list = try await repository.checkedImport().list
    let blob: JSONValue = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    #expect(list.sections.first?.model == ["path": "bin"])
    #expect(
      list.sections.first?.items == [["path": "bin/run", "blob": blob, "mode": "100755"]])
  }

  @Test func originIsTheAuthorAndAtTheDateOfTheCommitter() async throws {
    var script = GitScript()
    script.commit([.write("a", "1")], date: "1700000000 +0130")
    script.commit([.write("a", "2")], date: "1454516304 +0000")
    script.commit([.write("a", "3")], date: "1454516304 -0800")
    let repository = try await GitRepository(script)
    let history = try await repository.checkedImport()
    #expect(
      history.changesets.map(\.at) == [
        "2023-11-14T23:43:20+01:30", "2016-02-03T16:18:24+00:00", "2016-02-03T08:18:24-08:00",
      ])
    #expect(history.changesets.allSatisfy { $0.origin == "A" })
    // The commits of the script have no message.
    let head = try await repository.history().head
    #expect(history.changesets.last?.userInfo == ["commit": .string(head)])
  }

  @Test func commitWithoutChangesIsAnEmptyChangeset() async throws {
    let repository = try await GitRepository(GitScript([], [.write("a", "1")], [], []))
    let history = try await repository.checkedImport()
    #expect(history.changesets.map(\.changeset.isEmpty) == [true, false, true, true])
  }

  @Test func folderWhoseLastFileGoesIsRemovedWithItsFiles() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a/1", "1"), .write("a/2", "2"), .write("b/3", "3")],
        [.delete("a/1"), .delete("a/2")]))
    let history = try await repository.checkedImport()
    #expect(history.folders == ["b"])
    #expect(history.last.removedSections == [0])
    #expect(
      history.last.removedItems == [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1)])
  }

  @Test func folderWhoseFilesAreAllReplacedStays() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a/1", Self.text)], [.delete("a/1"), .write("a/2", Self.otherText)]))
    let history = try await repository.checkedImport()
    #expect(history.last.removedSections.isEmpty && history.last.insertedSections.isEmpty)
    #expect(history.last.removedItems.count == 1 && history.last.insertedItems.count == 1)
  }

  @Test func lastFileOfAllMayGo() async throws {
    let repository = try await GitRepository(GitScript([.write("a", "1")], [.delete("a")]))
    let history = try await repository.checkedImport()
    #expect(history.list.sections.isEmpty)
    #expect(history.list.expectation.fingerprint == "cbf29ce484222325")
  }

  @Test func changeOfModeOrTypeIsAnUpdate() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a", "target"), .write("b", "b"), .submodule("c", commit: Self.commit)],
        [.write("a", "target", mode: "120000")],
        [.write("b", "b", mode: "100755")],
        [.write("c", "now a file")],
        [.submodule("b", commit: Self.commit)]))
    let history = try await repository.checkedImport()
    for logged in history.changesets.dropFirst() {
      #expect(logged.changeset.changeCount == 1)
      #expect(logged.changeset.outline.updatedItems.count == 1)
    }
  }

  static let commit = "0123456789abcdef0123456789abcdef01234567"

  @Test func submoduleIsAFileWithTheHashOfItsCommit() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.submodule("deps/lib", commit: Self.commit)],
        [
          .submodule("deps/lib", commit: String(Self.commit.reversed())),
          .write(
            ".gitmodules", "[submodule \"deps/lib\"]\npath = deps/lib\nurl = x\nignore = all\n"),
        ]),
      isBare: false)
    let history = try await repository.checkedImport()
    #expect(history.list.sections.last?.items.first?["mode"] == "160000")
    #expect(history.last.updatedItems.count == 1)
  }

  @Test func fileMayBecomeAFolderAndAFolderAFile() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a", Self.text), .write("b/c", Self.otherText), .write("b/d", "d")],
        [.delete("a"), .write("a/x", "new"), .delete("b/c"), .delete("b/d"), .write("b", "file")],
        [.delete("a/x"), .write("a", Self.text), .delete("b"), .write("b/c/d/e", "deep")]))
    let history = try await repository.checkedImport()
    #expect(history.folders == [".", "b/c/d"])
  }

  @Test func fileMayMoveIntoAFolderOfItsOwnName() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a", Self.text)], [.rename("a", to: "t"), .rename("t", to: "a/a")],
        [.rename("a/a", to: "t"), .rename("t", to: "a")]))
    let history = try await repository.checkedImport()
    for logged in history.changesets.dropFirst() {
      #expect(logged.changeset.outline.movedItems.count == 1)
    }
  }
}
