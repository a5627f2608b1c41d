import Roster
import RosterComponentLists
import RosterComponents

/// A row with two counters.
struct CounterRow: Component {
  static let counters = ["left", "right"]

  var name: String

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("row") {
      ViewNode("label").attribute("text", .string(name))
      for counter in Self.counters { Counter(name: counter) }
    }
  }
}

/// A number that remembers how often it was added to.
struct Counter: Component {
  struct State: ComponentState {
    var count = 0
  }

  /// Where the counter of a row is.
  static func path(_ name: String) -> ScopePath {
    ScopePath([
      ScopeKey(typeName: CounterRow.typeName),
      ScopeKey(typeName: typeName, identifier: .text(name)),
    ])
  }

  /// Where the counter in the header of the rows is.
  static let headerPath = ScopePath([ScopeKey(typeName: typeName, identifier: .text("rows"))])

  var name: String

  static let typeName = "Counter"

  var identifier: ScopeIdentifier? { .text(name) }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("button")
      .attribute("title", .number(Double(scope.state.count)))
      .on(.tap, scope.edit("add") { state in state.count += 1 })
  }
}

extension CounterRow {
  static let typeName = "CounterRow"

  /// Opens the list of rows in a file.
  static func list(
    _ path: String, _ durability: SQLiteConfiguration.Durability
  ) throws -> ComponentList<String, String, Never> {
    try ComponentList(
      .file(path, list: "main", durability: durability),
      header: { name, _ in Node(Counter(name: name)) }
    ) { name, _ in
      CounterRow(name: name)
    }
  }
}
