import RosterCore
import RosterLog
import Testing

@testable import RosterReplay

@Suite struct GitPathTests {
  /// Names that need care in some place or other; all are UTF-8.
  static let names: [GitScript.Path] = [
    " ", "a b", "a\"b", "\"", "\"q\"", "tab\there", "line\nfeed", "\nfirst", ":colon",
    "back\\slash",
    "é", "e\u{301}", "日本", "😀", "-option", "*", ".hidden", "..x", "a", "A", "a.b", "a-b", "a0", "~",
    "\u{1}", "\u{7F}", "R100", ":100644 100644 0 0 M",
  ]

  @Test func everyNameIsAFileInEveryFolder() async throws {
    let folders: [GitScript.Path] = ["", "d/", "d.x/", "d-x/", "ö/", "o\u{308}/", "a c/\"/", "\n/"]
    let paths = folders.flatMap { folder in
      Self.names.map { GitScript.Path(folder.bytes + $0.bytes) }
    }
    let steps = paths.enumerated().map { GitScript.Step.write($1, "content \($0)") }
    let deletions = paths.map { GitScript.Step.delete($0) }
    let repository = try await GitRepository(
      GitScript(steps, deletions.reversed(), steps, Array(deletions[3..<90])))
    let history = try await repository.checkedImport()
    #expect(history.folders.count == folders.count - 2)
    #expect(history.last.removedItems.count == 87)
  }

  @Test func pathsThatAreNotUTF8AreQuotedAndSortByTheirBytes() async throws {
    let bad: [[UInt8]] = [[0xFF], [0x61, 0xE9], [0x80, 0x0A, 0x22], [0xC3]]
    let folders: [[UInt8]] = [[], [0xE9, 0x2F], [0x64, 0x2F], [0x7A, 0xC3, 0xA9, 0x2F]]
    let good: [GitScript.Path] = ["a", "zz", "é", "\"\\377\"", "\"a"]
    let paths = folders.flatMap { folder in
      (bad + good.map(\.bytes)).map { GitScript.Path(folder + $0) }
    }
    let steps = paths.enumerated().map { GitScript.Step.write($1, "content \($0)") }
    let repository = try await GitRepository(
      GitScript(steps, [.rename(paths[0], to: paths[12]), .delete(paths[1])]))
    let history = try await repository.checkedImport()
    // "d" and "zé" are UTF-8 although some of their files are not.
    #expect(history.folders == [".", "d", "z\u{E9}", #""\351""#])
    #expect(history.paths.last?.last == #""\351/\377""#)
    #expect(history.last.movedItems.count == 1 || history.last.updatedItems.count == 1)
  }

  @Test func quotedPathsAreWhatGitPrints() async throws {
    let path = GitScript.Path([0x63, 0xE9, 0x09, 0xC3, 0xA9, 0x2F, 0x22, 0x5C, 0x01])
    let repository = try await GitRepository(GitScript([.write(path, "x")]))
    let printed = try await repository.git(
      "-c", "core.quotePath=true", "ls-tree", "-r", "--name-only", "HEAD")
    let history = try await repository.checkedImport()
    #expect(history.paths == [[String(decoding: printed.dropLast(), as: UTF8.self)]])
  }
}
