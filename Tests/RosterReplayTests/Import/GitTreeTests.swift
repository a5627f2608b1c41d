import RosterCore
import RosterJSON
import Testing

@testable import RosterReplay

@Suite struct GitTreeTests {
  private static let object = GitObject(mode: "100644", hash: "0a")
  private static let newObject = GitObject(mode: "100755", hash: "0b")

  private static func path(_ text: String) -> GitPath { GitPath(bytes: Array(text.utf8)) }

  /// A tree with files at these paths, and the list that it is.
  private static func tree(_ paths: String...) throws -> (tree: GitTree, list: NaiveList) {
    var tree = GitTree()
    var list = NaiveList()
    try list.apply(tree.apply(paths.map { .inserted(path($0), object) }))
    return (tree, list)
  }

  /// Applies changes to both, and returns the paths of the list.
  private static func apply(
    _ changes: [GitFileChange], to start: (tree: GitTree, list: NaiveList)
  ) throws -> [[String]] {
    var (tree, list) = start
    try list.apply(tree.apply(changes))
    #expect(tree.expectation(revision: 2) == list.expectation)
    return list.sections.map { $0.items.compactMap { $0["path"]?.stringValue } }
  }

  @Test func renamesMayFormARing() throws {
    let changes: [GitFileChange] = [
      .moved(Self.path("a"), to: Self.path("b/x"), Self.object),
      .moved(Self.path("b/x"), to: Self.path("c"), Self.newObject),
      .moved(Self.path("c"), to: Self.path("a"), Self.object),
    ]
    let paths = try Self.apply(changes, to: Self.tree("a", "b/x", "c"))
    #expect(paths == [["a", "c"], ["b/x"]])
  }

  @Test func renameMayGoOntoAPathThatIsRemovedOrRenamed() throws {
    let changes: [GitFileChange] = [
      .moved(Self.path("z/1"), to: Self.path("a"), Self.object), .removed(Self.path("a")),
      .moved(Self.path("b"), to: Self.path("z/1"), Self.object),
      .moved(Self.path("c"), to: Self.path("b"), Self.object),
    ]
    #expect(try Self.apply(changes, to: Self.tree("a", "b", "c", "z/1")) == [["a", "b"], ["z/1"]])
  }

  @Test func onlyFilesOfAFolderMayChangePlacesWithAnother() throws {
    let changes: [GitFileChange] = [
      .moved(Self.path("a/x"), to: Self.path("b/y"), Self.object),
      .moved(Self.path("b/x"), to: Self.path("a/y"), Self.object),
    ]
    #expect(try Self.apply(changes, to: Self.tree("a/x", "b/x")) == [["a/y"], ["b/y"]])
  }

  @Test func fileMayTakeTheNameOfTheFolderThatItLeaves() throws {
    let changes: [GitFileChange] = [
      .moved(Self.path("a/a"), to: Self.path("a"), Self.object),
      .moved(Self.path("b"), to: Self.path("b/b"), Self.object),
    ]
    #expect(try Self.apply(changes, to: Self.tree("a/a", "b")) == [["a"], ["b/b"]])
  }

  @Test(
    arguments: [
      (.removed(path("x")), "was not there"), (.removed(path("d/a")), "was not there"),
      (.updated(path("x"), object), "was not there"),
      (.moved(path("x"), to: path("y"), object), "was not there"),
      (.inserted(path("a"), object), "comes where a file is already"),
      (.moved(path("a"), to: path("b"), object), "comes where a file is already"),
    ] as [(GitFileChange, String)])
  func changeThatDoesNotFitIsRefused(change: GitFileChange, problem: String) throws {
    var tree = try Self.tree("a", "b").tree
    let misfit = try #require(throws: GitTree.Misfit.self) { try tree.apply([change]) }
    #expect(misfit.problem == problem)
  }

  @Test func fileThatLeavesTwiceIsRefused() throws {
    var tree = try Self.tree("a", "b").tree
    let changes: [GitFileChange] = [
      .removed(Self.path("a")), .moved(Self.path("a"), to: Self.path("c"), Self.object),
    ]
    let misfit = try #require(throws: GitTree.Misfit.self) { try tree.apply(changes) }
    #expect(misfit.problem == "leaves twice")
  }

  @Test func twoFilesAtOnePathAreRefused() throws {
    var tree = try Self.tree("a").tree
    let changes = Array(repeating: GitFileChange.inserted(Self.path("d/c"), Self.object), count: 2)
    #expect(throws: GitTree.Misfit.self) { try tree.apply(changes) }
  }
}
