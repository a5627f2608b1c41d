import RosterCore
import RosterJSON
import Testing

@testable import RosterReplay

@Suite struct GitRenameTests {
  private static let text = GitHistoryTests.text
  private static let otherText = GitHistoryTests.otherText

  @Test func renamedFileIsMovedAndUpdated() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a/1", Self.text), .write("a/2", "2"), .write("b/3", "3")],
        [.rename("a/1", to: "c/9")]))
    let history = try await repository.checkedImport()
    let source = ItemPath(section: 0, item: 0)
    #expect(
      history.last.movedItems == [ItemMove(source: source, target: ItemPath(section: 2, item: 0))])
    #expect(history.last.updatedItems == [source])
    #expect(history.last.insertedSections == [2])
    #expect(history.last.changeCount == 3)
  }

  @Test func renamedFileMayChangeAsWell() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a", Self.text)],
        [.delete("a"), .write("b", Self.text + "more", mode: "100755")]))
    let history = try await repository.checkedImport()
    #expect(history.last.movedItems.count == 1 && history.last.updatedItems.count == 1)
    #expect(history.list.sections.first?.items.first?["mode"] == "100755")
  }

  @Test func copyIsAnInsertion() async throws {
    let repository = try await GitRepository(
      GitScript([.write("a", Self.text)], [.write("b", Self.text), .write("a", Self.text + "x")]))
    let history = try await repository.checkedImport()
    #expect(history.last.insertedItems.count == 1 && history.last.updatedItems.count == 1)
    #expect(history.last.movedItems.isEmpty)
  }

  @Test func wholeFolderMayBeRenamed() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a/1", Self.text), .write("a/2", Self.otherText), .write("m/3", "3")],
        [.rename("a", to: "z")]))
    let history = try await repository.checkedImport()
    #expect(history.last.removedSections == [0] && history.last.insertedSections == [1])
    #expect(history.last.movedItems.count == 2 && history.last.removedItems.isEmpty)
  }

  @Test func twoFilesMaySwapTheirNames() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a", Self.text), .write("b", Self.otherText)],
        [.rename("a", to: "t"), .rename("b", to: "a"), .rename("t", to: "b")]))
    let history = try await repository.checkedImport()
    #expect(history.last.updatedItems.count == 2 && history.last.changeCount == 2)
  }

  @Test func fileMayBeRenamedToWhereAnotherOneLeft() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a", Self.text), .write("b", Self.otherText), .write("d/x", "x")],
        [.delete("b"), .rename("a", to: "b")],
        [.rename("b", to: "d/b"), .write("b", Self.otherText)],
        [.rename("b", to: "c"), .rename("d/b", to: "b")]))
    try await repository.checkedImport()
  }

  @Test func sameContentMayBeInManyFilesThatMove() async throws {
    let repository = try await GitRepository(
      GitScript(
        [.write("a/1", Self.text), .write("a/2", Self.text), .write("a/3", Self.text)],
        [.delete("a/1"), .delete("a/2"), .write("b/1", Self.text), .write("b/4", Self.text)],
        [.delete("b/1"), .write("c/1", Self.text), .write("c/2", Self.text)]))
    let history = try await repository.checkedImport()
    #expect(history.last.movedItems.count == 1 && history.last.insertedItems.count == 1)
  }

  @Test func emptyFilesAreRenamedToo() async throws {
    let repository = try await GitRepository(
      GitScript([.write("a", "")], [.rename("a", to: "b")]))
    #expect(try await repository.checkedImport().last.movedItems.count == 1)
  }
}
