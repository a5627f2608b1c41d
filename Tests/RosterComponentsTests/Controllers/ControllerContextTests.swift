import RosterComponents
import RosterCore
import RosterJSON
import Testing

@Suite("ControllerContext")
struct ControllerContextTests {
  private struct Counter: Component {
    enum Message: Sendable, Equatable { case reached(Int) }
    struct State: ComponentState { var count = 0 }

    let onOpen: Action<String>

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Message> {
      let add = scope.action("add") { (state: inout State, amount: Int) in
        state.count += amount
        return .reached(state.count)
      }
      ViewNode("counter").on(.tap, add)
    }
  }

  private struct Screen: Component {
    struct State: ComponentState { var opened: [String] = [] }

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Counter.Message> {
      Node {
        Counter(
          onOpen: scope.edit("open") { (state: inout State, name: String) in
            state.opened.append(name)
          })
      }.map { $0 }
    }
  }

  private final class CounterController: ComponentController {
    typealias Controlled = Counter

    let context: ControllerContext<Counter>
    let onOpen: Action<String>

    init(_ built: BuiltComponent<Counter>, _ context: ControllerContext<Counter>) {
      self.context = context
      onOpen = built.component.onOpen
    }
  }

  private let item = TreeID.item(ItemID(rawValue: 5))
  private let scope = ScopePath([
    ScopeKey(typeName: Screen.typeName), ScopeKey(typeName: Counter.typeName),
  ])

  @Test func aControllerChangesItsScopeThroughTheSink() async throws {
    let edits = EditRecorder()
    let host = ControllerHost<String>(sink: edits)
    var made: CounterController?
    host.register { built, context -> CounterController in
      let controller = CounterController(built, context)
      made = controller
      return controller
    }
    let tree = TreeBuilder().build(Node(Screen())).tree
    host.apply(removing: [], updating: [(item, tree)])
    let controller = try #require(made)
    #expect(controller.context.tree == item && controller.context.scope == scope)

    // A context may go anywhere.
    await Task.detached { [context = controller.context] in
      context.update { state in state.count += 10 }
    }.value
    controller.context.perform("add", arguments: [5])
    controller.context.perform(controller.onOpen, "page")
    let update = TreeBuilder().applying(edits.edits(of: item), to: tree)
    #expect(try update.outcomes.map { try $0.get() } == [nil, .reached(15), nil])
    let newTree = update.build.tree
    #expect(newTree.state(of: Counter.self, at: scope)?.count == 15)
    #expect(newTree.state(of: Screen.self, at: try #require(scope.parent))?.opened == ["page"])
  }
}
