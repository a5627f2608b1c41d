import RosterComponents
import RosterCore
import RosterJSON
import Testing

@Suite("ComponentTree.dump")
struct TreeDumpTests {
  private struct Row: Component {
    static let typeName = "Feed.Row"
    struct State: ComponentState { var isOpen = true }

    let identifier: ScopeIdentifier?
    var title = "Hello\nthere"

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      let open = scope.edit("open") { state in state.isOpen.toggle() }
      let menu: Action<> = Action(named: "menu")
      ViewNode("row") {
        ViewNode("label").attribute("text", .string(title)).attribute("size", 12)
        LikeButton(onHold: open.then(menu))
      }
      .on(.tap, open)
    }
  }

  private struct LikeButton: Component {
    static let typeName = "Feed.LikeButton"

    let onHold: Action<>

    func body(_ scope: Scope<Self>) -> Node<Never> {
      let like = scope.edit("like") { (_: inout NoState, _: Int, _: String) in }
      ViewNode("odd name")
        .on(.tap, like(1, "one"))
        .on(.longPress, onHold)
        .accessibility(Accessibility(label: "Like"))
    }
  }

  private func tree(_ rows: Row...) -> ComponentTree<Never> {
    TreeBuilder().build(Node<Never> { for row in rows { row } }).tree
  }

  @Test func aLineTellsEachScopeAndEachView() {
    #expect(
      tree(Row(identifier: "post/7")).dump() == #"""
        <Feed.Row["post/7"]> {"isOpen":true}
        | row tap:open
        | | label size=12 text="Hello\nthere"
        | | <Feed.LikeButton>
        | | | "odd name" tap:like(1,"one") longPress:open@Feed.Row["post/7"],menu@ \#
        accessibility={"label":"Like"}

        """#)
  }

  @Test func optionsLeaveOutWhatIsNotAskedFor() {
    #expect(
      tree(Row(identifier: nil), Row(identifier: nil)).dump([]) == """
        <Feed.Row>
        | row
        | | label
        | | <Feed.LikeButton>
        | | | "odd name"
        <Feed.Row#1>
        | row
        | | label
        | | <Feed.LikeButton>
        | | | "odd name"

        """)
    let withStates = tree(Row(identifier: 1)).dump(.states)
    #expect(withStates.hasPrefix("<Feed.Row[1]> {\"isOpen\":true}\n| row\n"))
  }

  @Test func aStateThatDoesNotDecodeIsShownWithWhatIsKept() {
    let scope = ScopePath([ScopeKey(typeName: "Feed.Row")])
    let kept = StoredState(typeVersion: 3, value: .text(#"{"isOpen":"#))
    let tree = TreeBuilder().build(Node(Row(identifier: nil)), stored: [scope: kept]).tree
    let line = tree.dump(.states).split(separator: "\n").first ?? ""
    #expect(line.hasPrefix("<Feed.Row> initial state, "))
    #expect(line.hasSuffix(#": {"isOpen": (version 3)"#))
  }

  @Test func theDebugDescriptionIsTheWholeDump() {
    let tree = tree(Row(identifier: 1))
    #expect(String(reflecting: tree) == tree.dump(.all))
  }

  @Test func countsSayWhatWasDone() {
    var counts = BuildCounts()
    #expect(counts.description == "nothing")
    counts.bodiesRun = 1
    counts.scopesReused = 14
    counts.statesForgotten = 2
    #expect(counts.description == "1 body run, 14 scopes reused, 2 states forgotten")
  }
}
