import RosterComponents
import RosterCore
import RosterJSON
import Testing

@Suite("Bodies")
struct NodeBuilderTests {
  private enum Message: Equatable, Sendable { case said }

  private struct Label: Component, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode(text) }
  }

  private struct Speaker: Component {
    typealias Message = NodeBuilderTests.Message
    func body(_ scope: Scope<Self>) -> Node<Message> {
      ViewNode("speaker").on(.tap, scope.send("say") { .said })
    }
  }

  private struct Nothing: Component {
    func body(_ scope: Scope<Self>) -> Node<Never> {}
  }

  private func names(_ node: Node<Message>) -> [String] {
    func names(_ view: ViewTree) -> String {
      let inside = view.children.map(names)
      return view.spec.className + (inside.isEmpty ? "" : "(\(inside.joined(separator: " ")))")
    }
    return TreeBuilder().build(node).tree.views.map(names)
  }

  @Test func componentsViewsAndNodesStandSideBySide() {
    #expect(
      names(
        Node {
          Speaker()
          Label("silent")
          ViewNode("view")
          Node<Message> { Label("node") }
          Node<Never> { ViewNode("silent node") }
          Nothing()
        }) == ["speaker", "silent", "view", "node", "silent node"])
  }

  @Test func viewsHaveViewsAndComponentsInThem() {
    #expect(
      names(
        Node {
          ViewNode("outer") {
            ViewNode("inner") {
              Label("label")
              Speaker()
            }
            .attribute("a", 1)
            Label("last")
          }
          .attribute("b", 2)
        }) == ["outer(inner(label speaker) last)"])
  }

  @Test(arguments: [0, 1, 2, 5])
  func conditionsAndLoopsGiveWhatIsInThem(_ number: Int) {
    let found = names(
      Node {
        if number > 1 { Label("many") }
        if number == 0 { ViewNode("none") } else if number == 1 { Speaker() } else { Nothing() }
        for index in 0..<number { Label("\(index)") }
        switch number {
        case 0: Label("zero")
        case 5:
          Label("five")
          Label("hand")
        default: Node()
        }
        if #available(macOS 15, iOS 18, *) { Label("available") }
        if let odd = number % 2 == 1 ? number : nil { Label("odd \(odd)") }
      })
    let expected: [Int: [String]] = [
      0: ["none", "zero", "available"],
      1: ["speaker", "0", "available", "odd 1"],
      2: ["many", "0", "1", "available"],
      5: ["many", "0", "1", "2", "3", "4", "five", "hand", "available", "odd 5"],
    ]
    #expect(found == expected[number])
  }

  @Test func loopsInLoopsKeepTheirOrder() {
    let found = names(
      Node {
        for row in 0..<3 {
          for column in 0..<row { Label("\(row)\(column)") }
          Label("end")
        }
      })
    #expect(found == ["end", "10", "end", "20", "21", "end"])
  }

  @Test func aBodyMayBeEmpty() {
    #expect(names(Node()).isEmpty)
    #expect(names(Node {}).isEmpty)
    #expect(names(Node { Nothing() }).isEmpty)
    #expect(names(Node { if false { Label("never") } }).isEmpty)
  }

  @Test func aViewTellsTheScopeThatItIsIn() {
    let tree = TreeBuilder().build(
      Node<Never> {
        ViewNode("root") { Stack([Counter()]) }
      }
    ).tree
    #expect(tree.views[0].scope == .root)
    #expect(tree.views[0].children[0].scope == .at("Stack"))
    #expect(tree.views[0].children[0].children[0].scope == .at("Stack", "Counter"))
  }

  @Test func aViewMayBeGivenItsWholeLook() {
    let tree = TreeBuilder().build(
      Node<Never> {
        ViewNode(ViewSpec("a", attributes: ["x": 1])) { ViewNode(ViewSpec("b")) }
          .attribute("y", 2)
      }
    ).tree
    #expect(tree.views.map(\.spec) == [ViewSpec("a", attributes: ["x": 1, "y": 2])])
    #expect(tree.views[0].children.map(\.spec) == [ViewSpec("b")])
  }

  @Test func theLastValueOfAnAttributeStays() {
    var view = ViewNode<Never>("a").attribute("x", 1).attribute("b", 2).attribute("x", 3)
    view.spec.attributes["b"] = nil
    view.spec.attributes["a"] = 5
    #expect(view.spec.attributes == ["a": 5, "x": 3])
    #expect(view.spec.attributes.map(\.name) == ["a", "x"])
  }
}
