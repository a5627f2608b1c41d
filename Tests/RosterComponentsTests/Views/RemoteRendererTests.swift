import RosterComponents
import RosterCore
import RosterJSON
import Testing

/// A renderer in another process gets views as text, and sends events back as text.
@Suite("A renderer in another process")
struct RemoteRendererTests {
  private struct Field: Component {
    enum Message: Sendable, Equatable { case submitted(String, by: String) }
    struct State: ComponentState { var text = "" }

    let name: String
    var identifier: ScopeIdentifier? { .text(name) }

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Message> {
      let change = scope.edit("change") { (state: inout State, text: String) in state.text = text }
      let submit = scope.action("submit") { (_: inout State, by: String, text: String) in
        .submitted(text, by: by)
      }
      ViewNode("form") {
        ViewNode("field")
          .attribute("text", .string(scope.state.text))
          .on(.change, change)
          .on(.submit, Action(submit, binding: name))
      }
    }
  }

  private let builder = TreeBuilder()
  private let tree: ComponentTree<Field.Message>

  init() {
    let root = Node<Field.Message> {
      Field(name: "a")
      Field(name: "b")
    }
    tree = builder.build(root).tree
  }

  @Test func whatItGetsIsWhatWasBuilt() throws {
    let sent = try tree.views.map { try JSONParser().parse(Array($0.json.canonicalText.utf8)) }
    #expect(
      try sent.map { json throws(JSONDecodingError) in try ViewTree(json: json) } == tree.views)
  }

  @Test func anEventFindsItsWayBackByTheAddressOfItsView() throws {
    let address = try #require(tree.views.addresses(of: tree.scopes[1].path).first).appending(0)
    #expect(address == [1, 0])
    let change = try #require(tree.edits(for: .change, at: address, arguments: ["hello"]))
    let changed = builder.applying(change, to: tree).build.tree
    #expect(changed.views[1].children[0].spec.attributes["text"] == "hello")
    #expect(changed.views[0] == tree.views[0])

    // An address in the old tree still finds its action, which is performed in the new one.
    let submit = try #require(tree.edits(for: .submit, at: address, arguments: ["hello"]))
    let outcomes = builder.applying(submit, to: changed).outcomes
    #expect(outcomes == [.success(.submitted("hello", by: "b"))])
  }

  @Test func onlyWhatHasChangedIsTouched() throws {
    let edit = try #require(tree.edits(for: .change, at: [0, 0], arguments: ["x"]))
    let changed = builder.applying(edit, to: tree).build.tree
    let changes = try zip(changed.views, tree.views).map { new, old in
      try #require(new.children[0].spec.changes(from: old.children[0].spec))
    }
    #expect(changes[0].attributes.map(\.name) == ["text"])
    #expect(changes[1].isEmpty)
    #expect(changed.views.map { $0.children[0].events } == tree.views.map { $0.children[0].events })
  }

  @Test func anAddressThatLeadsNowhereIsNoEvent() {
    #expect(tree.edits(for: .change, at: [2, 0]) == nil)
    #expect(tree.actions(at: [0, 1], for: .change) == nil)
    #expect(tree.edits(for: .tap, at: [0, 0])?.isEmpty == true)
    #expect(tree.actions(at: [0], for: .change) == [])
  }
}
