import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterComponents

/// Builds some components within, and counts how often it is asked for its properties.
private struct Folder: Component, Equatable {
  struct State: ComponentState { var isOpen = true }
  static let typeName = "Folder"

  var name = ""
  var title = ""
  var folders: [Folder] = []
  var identifier: ScopeIdentifier? { name.isEmpty ? nil : .text(name) }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("folder") {
      if scope.state.isOpen { for folder in folders { folder } }
    }
    .attribute("title", .string(title))
    .on(.tap, scope.edit("toggle") { $0.isOpen.toggle() })
  }
}

/// Says nothing of its properties.
private struct Opaque: Component {
  static let typeName = "Opaque"
  var folder: Folder
  func body(_ scope: Scope<Self>) -> Node<Never> { folder }
}

/// Notes whenever it is compared.
private struct Watched: Component {
  static let typeName = "Watched"
  let name: String
  let comparisons: Recorder<String>
  var identifier: ScopeIdentifier? { .text(name) }

  func hasEqualProperties(to other: Self) -> Bool {
    comparisons.record(name)
    return true
  }

  func body(_ scope: Scope<Self>) -> Node<Never> { Counter() }
}

/// Has watched components within, and a state.
private struct Watcher: Component {
  struct State: ComponentState { var count = 0 }
  static let typeName = "Watcher"
  let comparisons: Recorder<String>

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    for name in ["a", "b"] { Watched(name: name, comparisons: comparisons) }
  }
}

@Suite("Reuse")
struct ReuseTests {
  private let path = ScopePath.at("Folder", "Folder[b]", "Folder[y]")

  private func node(b: String = "b", y: String = "y") -> Node<Never> {
    Node(
      Folder(folders: [
        Folder(name: "a", title: "a", folders: [Folder(name: "x")]),
        Folder(name: "b", title: b, folders: [Folder(name: "y", title: y), Folder(name: "z")]),
      ]))
  }

  @Test func anEqualTreeIsTakenOverWhole() {
    let history = TreeHistory(node())
    let root = history.scope(.at("Folder"))
    history.build(node())
    #expect(history.scope(.at("Folder")) === root)
    #expect(history.last.counts == counts(reused: 6))
    #expect(history.last.stateChanges.isEmpty)
  }

  @Test func anUpdateRunsTheBodiesOfWhatIsDifferentAndReusesTheRest() {
    let history = TreeHistory(node())
    _ = history.takeBodies()
    let equal = history.scope(.at("Folder", "Folder[a]"))
    let sibling = history.scope(.at("Folder", "Folder[b]", "Folder[z]"))
    history.build(node(y: "new"))
    #expect(
      history.takeBodies() == [
        "Folder", #"Folder/Folder["b"]"#, #"Folder/Folder["b"]/Folder["y"]"#,
      ])
    #expect(history.scope(.at("Folder", "Folder[a]")) === equal)
    #expect(history.scope(.at("Folder", "Folder[b]", "Folder[z]")) === sibling)
    #expect(history.last.counts == counts(run: 3, reused: 3))
  }

  @Test func anEditRunsTheBodyOfItsScopeAndCopiesThoseAround() {
    let history = TreeHistory(node())
    _ = history.takeBodies()
    let untouched = history.scope(.at("Folder", "Folder[a]"))
    let owner = history.scope(.at("Folder", "Folder[b]"))?.owner
    history.apply(.update(path, of: Folder.self) { $0.isOpen = false })
    #expect(history.takeBodies() == [#"Folder/Folder["b"]/Folder["y"]"#])
    #expect(history.last.counts == counts(run: 1, copied: 2, reused: 3, changed: 1))
    #expect(history.scope(.at("Folder", "Folder[a]")) === untouched)
    #expect(history.scope(.at("Folder", "Folder[b]"))?.owner === owner)
  }

  @Test func editsOfSeveralScopesAreBuiltOnce() {
    let history = TreeHistory(node())
    _ = history.takeBodies()
    history.apply(
      .update(path, of: Folder.self) { $0.isOpen = false },
      .update(.at("Folder", "Folder[a]"), of: Folder.self) { $0.isOpen.toggle() },
      .update(path, of: Folder.self) { $0.isOpen = false },
      .update(.at("Folder", "Folder[a]"), of: Folder.self) { $0.isOpen.toggle() },
      .update(.at("Folder", "Folder[b]", "Folder[z]"), of: Folder.self) { $0.isOpen = false })
    #expect(
      history.takeBodies() == [
        #"Folder/Folder["b"]/Folder["y"]"#, #"Folder/Folder["b"]/Folder["z"]"#,
      ])
    #expect(history.last.counts == counts(run: 2, copied: 2, reused: 2, changed: 2))
  }

  @Test func anEditedScopeWithinAnEditedOneIsBuiltOnceToo() {
    let history = TreeHistory(node())
    _ = history.takeBodies()
    history.apply(
      .update(path, of: Folder.self) { $0.isOpen = false },
      .update(.at("Folder"), of: Folder.self) { $0.isOpen = true },
      .set(.at("Folder", "Folder[b]"), StoredState(value: .text(#"{"isOpen":true}"#))))
    #expect(history.takeBodies() == [#"Folder/Folder["b"]/Folder["y"]"#])
    history.apply(
      .update(path, of: Folder.self) { $0.isOpen = true },
      .update(.at("Folder"), of: Folder.self) { $0.isOpen = false })
    #expect(history.takeBodies() == ["Folder"])
    #expect(history.last.counts.statesForgotten == 5)
    #expect(history.last.counts.statesChanged == 1)
  }

  @Test func whatAnEditDoesNotConcernIsTakenOverWithoutAsking() {
    let comparisons = Recorder<String>()
    let history = TreeHistory(Node<Never>(Watcher(comparisons: comparisons)))
    history.count(up: .at("Watcher", "Watched[a]", "Counter"))
    #expect(comparisons.values.isEmpty)
    #expect(history.last.counts == counts(run: 1, copied: 2, reused: 2, changed: 1))
  }

  @Test func whatIsInAnEditedScopeIsAskedWhetherItIsEqual() {
    let comparisons = Recorder<String>()
    let history = TreeHistory(Node<Never>(Watcher(comparisons: comparisons)))
    history.apply(.update(.at("Watcher"), of: Watcher.self) { $0.count += 1 })
    #expect(comparisons.values == ["a", "b"])
    #expect(history.last.counts == counts(run: 1, reused: 4, changed: 1))
  }

  @Test func aComponentThatSaysNothingOfItsPropertiesIsBuiltAgainAndItsEqualChildrenAreNot() {
    let history = TreeHistory(Node<Never>(Opaque(folder: Folder(title: "a"))))
    let folder = history.scope(.at("Opaque", "Folder"))
    history.build(Node(Opaque(folder: Folder(title: "a"))))
    #expect(history.last.counts == counts(run: 1, reused: 1))
    #expect(history.scope(.at("Opaque", "Folder")) === folder)
  }

  @Test func aComponentMayCompareItsPropertiesInItsOwnWay() {
    struct Rounded: Component {
      static let typeName = "Rounded"
      var number: Double
      func hasEqualProperties(to other: Self) -> Bool { number.rounded() == other.number.rounded() }
      func body(_ scope: Scope<Self>) -> Node<Never> {
        ViewNode("rounded").attribute("number", .number(number.rounded()))
      }
    }
    let history = TreeHistory(Node<Never>(Rounded(number: 1.2)))
    history.build(Node(Rounded(number: 1.3)))
    #expect(history.last.counts.bodiesRun == 0)
    history.build(Node(Rounded(number: 1.6)))
    #expect(history.last.counts.bodiesRun == 1)
  }

  @Test func equalComponentsAreReusedWhenTheyChangePlaces() {
    func node(_ names: String...) -> Node<Never> {
      Node { for name in names { Folder(name: name, folders: [Folder(name: "x")]) } }
    }
    let history = TreeHistory(node("a", "b", "c"))
    let scopes = ["a", "b", "c"].map { history.scope(.at("Folder[\($0)]")) }
    history.build(node("c", "b", "a"))
    #expect(history.last.counts == counts(reused: 6))
    #expect(
      zip(["a", "b", "c"], scopes).allSatisfy { history.scope(.at("Folder[\($0)]")) === $1 })
    #expect(
      history.tree.scopes.map(\.path).filter { $0.depth == 1 } == [
        .at("Folder[c]"), .at("Folder[b]"), .at("Folder[a]"),
      ])
  }

  @Test func everyScopeIsCountedOnce() {
    let history = TreeHistory(node())
    for build in 0..<4 {
      if build % 2 == 0 {
        history.build(node(b: "\(build)"))
      } else {
        history.apply(.update(path, of: Folder.self) { $0.isOpen.toggle() })
      }
      let counts = history.last.counts
      #expect(
        counts.bodiesRun + counts.scopesCopied + counts.scopesReused == history.tree.scopes.count)
    }
  }

  private func counts(
    run: Int = 0, copied: Int = 0, reused: Int = 0, changed: Int = 0
  ) -> BuildCounts {
    var counts = BuildCounts()
    counts.bodiesRun = run
    counts.scopesCopied = copied
    counts.scopesReused = reused
    counts.statesChanged = changed
    return counts
  }

  @Test func aRebuildRunsEveryBodyAndKeepsEveryState() {
    func root() -> Node<Never> {
      Node(Folder(name: "a", folders: [Folder(name: "b"), Folder(name: "c")]))
    }
    let builder = TreeBuilder()
    let first = builder.build(root()).tree
    let b = ScopePath([
      ScopeKey(typeName: "Folder", identifier: .text("a")),
      ScopeKey(typeName: "Folder", identifier: .text("b")),
    ])
    let edited = builder.applying([.update(b, of: Folder.self) { $0.isOpen = false }], to: first)
    let tree = edited.build.tree
    #expect(builder.build(root(), after: tree).counts.bodiesRun == 0)
    let rebuild = builder.rebuild(root(), after: tree, environment: ComponentEnvironment())
    #expect(rebuild.counts.bodiesRun == 3)
    #expect(rebuild.stateChanges.isEmpty)
    #expect(rebuild.tree.state(of: Folder.self, at: b)?.isOpen == false)
  }
}
