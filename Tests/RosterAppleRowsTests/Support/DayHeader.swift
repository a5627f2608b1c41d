#if os(Linux)
  import Roster
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterLayout
  import RosterToolkitStubs
  import RosterWidgets

  /// A title that says more when a button is tapped.
  struct DayHeader: Component, Equatable {
    struct State: ComponentState {
      var isOpen = false
    }

    static let typeName = "DayHeader"

    let title: String

    func initialState() -> State { State() }

    func body(_ scope: Scope<DayHeader>) -> Node<Never> {
      ViewNode("box") {
        Text(title)
        Button("About", action: scope.edit("about") { $0.isOpen.toggle() })
        if scope.state.isOpen { Text("about \(title)") }
      }
    }
  }

  extension CounterList {
    /// A list of counters whose sections have headers and footers, unless their model is empty.
    static func withHeaders() throws -> CounterList {
      try CounterList(
        .memory(list: "days"), configuration: .rows(width: 200),
        header: { day, _ in day.isEmpty ? nil : Node(DayHeader(title: day)) },
        footer: { day, _ in day.isEmpty ? nil : Node(DayHeader(title: "end of \(day)")) }
      ) { name, _ in CounterRow(name: name) }
    }
  }

  /// What the controllers of headers and footers were told, in order.
  @MainActor final class DayLedger {
    var calls: [String] = []
  }

  @MainActor final class DayController: @MainActor ComponentController {
    typealias Controlled = DayHeader
    typealias View = UIView

    private let title: String
    private let ledger: DayLedger

    init(_ built: BuiltComponent<DayHeader>, _ ledger: DayLedger) {
      (title, self.ledger) = (built.component.title, ledger)
    }

    func treeWillAppear() { ledger.calls.append("appear \(title)") }
    func treeDidDisappear() { ledger.calls.append("disappear \(title)") }
  }
#endif
