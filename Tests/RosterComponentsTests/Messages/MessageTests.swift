import RosterComponents
import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

/// What a screen of one module says.
private enum PostMessage: Equatable, Sendable {
  case opened(Int)
  case shared(Int, with: String)
}

/// What the application says, of which it knows the module, but the module not the application.
private enum AppMessage: Equatable, Sendable {
  case posts(PostMessage)
  case closed
}

private enum Spacing: ComponentEnvironmentKey { static let defaultValue = 0 }

private struct PostRow: Component, Equatable {
  static let typeName = "PostRow"
  var id: Int
  var identifier: ScopeIdentifier? { .number(id) }

  func body(_ scope: Scope<Self>) -> Node<PostMessage> {
    ViewNode("post")
      .on(.tap, scope.send("open") { [id] in .opened(id) })
      .on(.submit, scope.send("share") { [id] (name: String) in .shared(id, with: name) })
      .on(.pan, scope.action("look") { (_: inout NoState) in nil })
  }
}

private struct PostList: Component {
  static let typeName = "PostList"
  var ids: [Int]

  func body(_ scope: Scope<Self>) -> Node<PostMessage> {
    ViewNode("list") {
      for id in ids { PostRow(id: id) }
      Counter()
    }
  }
}

private struct App: Component {
  struct State: ComponentState { var closings = 0 }
  static let typeName = "App"
  var ids: [Int]

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<AppMessage> {
    ViewNode("app") {
      PostList(ids: ids).map { .posts($0) }
      ViewNode("close").on(
        .tap,
        scope.action("close") { state in
          state.closings += 1
          return state.closings > 1 ? .closed : nil
        })
    }
  }
}

@Suite("Messages")
struct MessageTests {
  @Test func aMessageClimbsThroughTheMapsToTheRoot() {
    let history = TreeHistory(Node(App(ids: [4, 5])))
    #expect(history.perform(.tap, at: 0, 0, 1) == [.success(.posts(.opened(5)))])
    #expect(
      history.perform(.submit, at: 0, 0, 0, arguments: ["Ada"])
        == [.success(.posts(.shared(4, with: "Ada")))])
    #expect(history.perform(.pan, at: 0, 0, 0) == [.success(nil)])
  }

  @Test func anActionMayChangeTheStateAndSendAMessageToo() {
    let history = TreeHistory(Node(App(ids: [])))
    #expect(history.perform(.tap, at: 0, 1) == [.success(nil)])
    #expect(history.perform(.tap, at: 0, 1) == [.success(.closed)])
    #expect(history.tree.state(of: App.self, at: .at("App"))?.closings == 2)
  }

  @Test func aMessageMayBeGivenAsItIs() {
    struct Share: Component {
      static let typeName = "Share"
      let id: Int
      func body(_ scope: Scope<Self>) -> Node<PostMessage> {
        ViewNode("share").on(.tap, scope.send("share", .shared(id, with: "Ada")))
      }
    }
    let history = TreeHistory(Share(id: 7).map { AppMessage.posts($0) })
    #expect(history.perform(.tap, at: 0) == [.success(.posts(.shared(7, with: "Ada")))])
    let events = history.view([0]).events
    history.build(Share(id: 8).map { AppMessage.posts($0) })
    #expect(history.view([0]).events == events)
    #expect(history.perform(.tap, at: 0) == [.success(.posts(.shared(8, with: "Ada")))])
  }

  @Test func mapsInOneAnotherAreAppliedFromTheInsideOut() {
    let node = Node { PostRow(id: 1) }.map { "a(\($0))" }.map { "b(\($0))" }
    let outer = Node { ViewNode("outer") { node.map { "c(\($0))" } } }.map { "d(\($0))" }
    let history = TreeHistory(outer)
    #expect(history.perform(.tap, at: 0, 0) == [.success("d(c(b(a(opened(1)))))")])
  }

  @Test func aMapLeavesEverythingButMessagesAsItIs() {
    let node = Node<PostMessage> {
      ViewNode("header") { ViewNode("title").attribute("text", "Posts") }
        .attribute("height", 44)
        .accessibility(Accessibility(label: "Posts", traits: [.header]))
        .on(.tap, PlainAction(named: "close"))
      Node {
        PostList(ids: [1, 2])
        ViewNode("footer") { PostRow(id: 3) }
      }
      .environment(Spacing.self, 5)
    }
    let plain = TreeBuilder().build(node).tree
    let mapped = TreeBuilder().build(node.map { AppMessage.posts($0) }).tree
    #expect(mapped.views == plain.views)
    #expect(mapped.scopes == plain.scopes)
    #expect(!plain.views.isEmpty && !plain.scopes.isEmpty)
  }

  @Test func whatSendsNoMessagesIsMappedToo() {
    @Sendable func message(_ never: Never) -> String {}
    let history = TreeHistory(Node<Never> { Counter() }.map(message))
    #expect(history.perform(.tap, at: 0) == [.success(nil)])
    #expect(history.count(.at("Counter")) == 1)
    #expect(TreeBuilder().build(Node<Never>().map(message)).tree.views.isEmpty)
  }

  @Test func aMapIsRunOncePerMessage() {
    let calls = Recorder<PostMessage>()
    let node = Node { PostRow(id: 1) }.map { message in
      calls.record(message)
      return AppMessage.posts(message)
    }
    let history = TreeHistory(node)
    history.perform(.pan, at: 0)
    #expect(calls.values.isEmpty)
    history.perform(.tap, at: 0)
    #expect(calls.values == [.opened(1)])
  }

  @Test func theMapsOfTheLatestGenerationAreApplied() {
    func node(_ word: String) -> Node<String> { PostRow(id: 1).map { "\(word) \($0)" } }
    let history = TreeHistory(node("first"))
    history.build(node("second"))
    #expect(history.last.counts.scopesReused == 1)
    #expect(history.perform(.tap, at: 0) == [.success("second opened(1)")])
  }

  @Test func mapsStayWhenAnEditCopiesTheScopesAroundIt() {
    let history = TreeHistory(Node(App(ids: [1])))
    history.count(up: .at("App", "PostList", "Counter"))
    #expect(history.last.counts.scopesCopied == 2)
    #expect(history.perform(.tap, at: 0, 0, 0) == [.success(.posts(.opened(1)))])
  }

  @Test func siblingsAreMappedEachByTheirOwnMap() {
    let history = TreeHistory(
      Node<String> {
        PostRow(id: 1).map { _ in "one" }
        PostRow(id: 2).map { _ in "two" }
        ViewNode("view") { PostRow(id: 3).map { _ in "three" } }
      })
    #expect(history.perform(.tap, at: 0) == [.success("one")])
    #expect(history.perform(.tap, at: 1) == [.success("two")])
    #expect(history.perform(.tap, at: 2, 0) == [.success("three")])
  }

  @Test func anActionThatWasHandedIntoAMapSendsItsMessageFromWhereItWasMade() {
    struct Outer: Component {
      typealias Message = String
      static let typeName = "Outer"
      func body(_ scope: Scope<Self>) -> Node<String> {
        let call = scope.send("call") { "called" }
        Node { ViewNode("inner") { PostRow(id: 1) }.on(.tap, call) }.map { "mapped \($0)" }
      }
    }
    let history = TreeHistory(Node(Outer()))
    #expect(history.perform(.tap, at: 0) == [.success("called")])
    #expect(history.perform(.tap, at: 0, 0) == [.success("mapped opened(1)")])
  }

  @Test func aMessageOfAnEditThatFailsIsNotSent() {
    struct Endless: Component {
      struct State: ComponentState { var number = 0.0 }
      typealias Message = String
      static let typeName = "Endless"
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<String> {
        ViewNode("endless").on(
          .tap,
          scope.action("grow") { state in
            state.number = .infinity
            return "grown"
          })
      }
    }
    let history = TreeHistory(Node(Endless()))
    let reason = "number: inf is no number in JSON"
    #expect(
      history.perform(.tap, at: 0)
        == [.failure(.unencodableState(scope: .at("Endless"), reason: reason))])
    #expect(history.tree.state(of: Endless.self, at: .at("Endless"))?.number == 0)
  }
}
