import RosterComponents
import RosterJSON

/// A row of a feed: ten nodes, three of them components, two of these with a state.
struct BenchmarkRow: Component, Equatable {
  var number: Int

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("row") {
      ViewNode("image").attribute("source", "avatar.png")
      ViewNode("column") {
        ViewNode("label").attribute("text", .number(Double(number))).attribute("weight", "bold")
        ViewNode("label").attribute("text", "Some text").attribute("lines", 3)
        BenchmarkLikeButton()
        BenchmarkMoreButton()
      }
    }
    .attribute("background", "white")
  }
}

struct BenchmarkLikeButton: Component, Equatable {
  struct State: ComponentState {
    var count = 0
  }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("button")
      .attribute("title", .number(Double(scope.state.count)))
      .on(.tap, scope.edit("like") { state in state.count += 1 })
  }
}

struct BenchmarkMoreButton: Component, Equatable {
  struct State: ComponentState {
    var isOpen = false
  }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("button")
      .attribute("title", scope.state.isOpen ? "less" : "more")
      .on(.tap, scope.edit("open") { state in state.isOpen.toggle() })
  }
}

/// The same row as plain values: nothing is remembered, found again or reused.
indirect enum PlainNode {
  case view(ViewSpec, events: [ViewEvent: String], children: [PlainNode])
  case component(name: String, PlainNode)

  static func row(_ number: Int) -> PlainNode {
    .component(
      name: "row",
      view("row", ["background": "white"]) {
        [
          view("image", ["source": "avatar.png"]),
          view("column") {
            [
              view("label", ["text": .number(Double(number)), "weight": "bold"]),
              view("label", ["text": "Some text", "lines": 3]),
              .component(
                name: "like", view("button", ["title": .number(0)], events: [.tap: "like"])),
              .component(name: "more", view("button", ["title": "more"], events: [.tap: "open"])),
            ]
          },
        ]
      })
  }

  private static func view(
    _ className: String, _ attributes: ViewAttributes = [:], events: [ViewEvent: String] = [:],
    children: () -> [PlainNode] = { [] }
  ) -> PlainNode {
    .view(ViewSpec(className, attributes: attributes), events: events, children: children())
  }
}
