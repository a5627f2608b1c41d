#if os(Linux)
  import Roster
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterLayout
  import RosterToolkitStubs
  import RosterWidgets

  typealias CounterList = ComponentList<String, String, Never>

  /// A text with a count, a button that counts, and a field whose text the component does not take over.
  struct CounterRow: Component, Equatable {
    struct State: ComponentState {
      var count = 0
    }

    static let typeName = "CounterRow"

    let name: String

    func initialState() -> State { State() }

    func body(_ scope: Scope<CounterRow>) -> Node<Never> {
      ViewNode("box") {
        Text("\(name): \(scope.state.count)")
        Button("Count", action: scope.edit("count") { $0.count += 1 })
        ViewNode("field").attribute("value", "")
          .on(.change, scope.edit("type") { (_, _: String) in })
          .height(.points(30))
      }
    }
  }

  /// What can be tapped as a whole, and marked by a long press.
  struct NoteRow: Component, Equatable {
    struct State: ComponentState {
      var isMarked = false
    }

    static let typeName = "NoteRow"

    let name: String

    func initialState() -> State { State() }

    func body(_ scope: Scope<NoteRow>) -> Node<Never> {
      Touchable(
        onTap: scope.edit("open") { _ in }, onLongPress: scope.edit("mark") { $0.isMarked = true }
      ) {
        Text(name)
        Text(scope.state.isMarked ? "marked" : "plain")
      }
      .accessibilityAction("Mark", on: .longPress)
    }
  }

  /// A switch and a field.
  struct SettingRow: Component, Equatable {
    static let typeName = "SettingRow"

    func body(_ scope: Scope<SettingRow>) -> Node<Never> {
      ViewNode("box") {
        Toggle("Wifi", isOn: true, onChange: Action())
        TextField("Ada", placeholder: "Name").silent()
      }
    }
  }

  extension DataSourceConfiguration {
    /// Rows that are as wide as is said, with texts in the font of the system.
    static func rows(width: Double) -> DataSourceConfiguration {
      var configuration = DataSourceConfiguration()
      configuration.components.layout = LayoutConstraints(
        .flexibleHeight, in: Size(width: width, height: 0))
      // begin example
      configuration.components.environment.textMeasurer = SystemTextMeasurer()
      configuration.components.environment.boldTextMeasurer = SystemTextMeasurer(isBold: true)
      configuration.components.environment.style = .points
      // end example
      return configuration
    }
  }

  /// What the controllers of counters were told, in order.
  @MainActor final class Ledger {
    private(set) var calls: [String] = []
    /// The views that controllers have.
    private(set) var views: [UIView] = []
    /// Whether a view was given to two controllers.
    private(set) var hasSharedViews = false

    func note(_ call: String, _ name: String) { calls.append("\(call) \(name)") }

    func acquire(_ view: UIView) {
      if views.contains(view) { hasSharedViews = true }
      views.append(view)
    }

    func relinquish(_ view: UIView) { views.removeAll { $0 === view } }
  }

  @MainActor final class CounterController: @MainActor ComponentController {
    typealias Controlled = CounterRow
    typealias View = UIView

    private let name: String
    private let ledger: Ledger

    init(_ built: BuiltComponent<CounterRow>, _ ledger: Ledger) {
      (name, self.ledger) = (built.component.name, ledger)
    }

    func didMount() { ledger.note("mount", name) }
    func didRemount() { ledger.note("remount", name) }
    func didUnmount() { ledger.note("unmount", name) }
    func didAcquire(_ view: UIView) { ledger.acquire(view) }
    func willRelinquish(_ view: UIView) { ledger.relinquish(view) }
    func treeWillAppear() { ledger.note("appear", name) }
    func treeDidDisappear() { ledger.note("disappear", name) }
    func invalidate() { ledger.note("invalidate", name) }
  }
#endif
