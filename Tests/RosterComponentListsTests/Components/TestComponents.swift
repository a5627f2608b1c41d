import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport

/// The messages of the test components.
enum RowMessage: Equatable, Sendable {
  case said(String)
  case counted(String, Int)
}

/// A list of rows, each made from the letters of its text.
typealias RowList = ComponentList<String, String, RowMessage>
typealias RowTree = ComponentTree<RowMessage>
typealias RowOutcome = UpdateOutcome<RowList.Batch>

/// Names the colour of everything.
enum Colour: ComponentEnvironmentKey {
  static let defaultValue = "black"
}

/// A row: a counter for each letter of its text, and one more while it is open.
struct Row: Component {
  struct State: ComponentState {
    var isOpen = false
  }

  static let typeName = "Row"

  let text: String

  func initialState() -> State { State() }

  func body(_ scope: Scope<Row>) -> Node<RowMessage> {
    ViewNode("row") {
      for letter in text { Counter(name: String(letter)) }
      if scope.state.isOpen { Counter(name: "more") }
    }
    .attribute("text", .string(text))
    .on(.tap, scope.edit("toggle") { state in state.isOpen.toggle() })
    .on(.longPress, scope.send("say") { (text: String) in .said(text) })
  }
}

/// Counts, and records the order of additions.
struct Counter: Component, Equatable {
  struct State: ComponentState {
    var count = 0
    var history: [Int] = []

    mutating func add(_ number: Int) {
      count += number
      history.append(number)
    }
  }

  static let typeName = "Counter"

  let name: String

  var identifier: ScopeIdentifier? { .text(name) }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Counter>) -> Node<RowMessage> {
    ViewNode("counter")
      .attribute("count", .number(Double(scope.state.count)))
      .attribute("colour", .string(scope.environment(Colour.self)))
      .on(.tap, scope.edit("add") { (state, number: Int) in state.add(number) })
      .on(
        .longPress,
        scope.action("addAndTell") { (state, number: Int) in
          state.add(number)
          return .counted(name, state.count)
        })
  }
}

extension ScopePath {
  static let row = ScopePath([ScopeKey(typeName: "Row")])

  static func counter(_ name: String) -> ScopePath {
    row.appending(ScopeKey(typeName: "Counter", identifier: .text(name)))
  }
}

extension ActionReference {
  static let toggle = ActionReference(target: .scope(.row), name: "toggle")

  static func say(_ text: String) -> ActionReference {
    ActionReference(target: .scope(.row), name: "say", arguments: [.string(text)])
  }

  static func add(_ number: Int, to counter: String) -> ActionReference {
    ActionReference(
      target: .scope(.counter(counter)), name: "add", arguments: [.number(Double(number))])
  }

  static func addAndTell(_ number: Int, to counter: String) -> ActionReference {
    ActionReference(
      target: .scope(.counter(counter)), name: "addAndTell",
      arguments: [.number(Double(number))])
  }
}

extension TreeReference {
  static func id(_ number: Int) -> TreeReference { .item(.id(number)) }

  static func item(_ item: Int) -> TreeReference { .item(.item(item)) }
}

extension ItemReference {
  static func id(_ number: Int) -> ItemReference { .id(ItemID(rawValue: number)) }

  static func item(_ item: Int) -> ItemReference { .path(ItemPath(section: 0, item: item)) }
}

extension StoredState {
  static func counter(_ history: [Int]) -> StoredState {
    let numbers = history.map { "\($0)" }.joined(separator: ",")
    return StoredState("{\"count\":\(history.reduce(0, +)),\"history\":[\(numbers)]}")
  }

  static func row(isOpen: Bool) -> StoredState { StoredState("{\"isOpen\":\(isOpen)}") }
}

extension ComponentTree {
  func count(_ name: String) -> Int? { state(of: Counter.self, at: .counter(name))?.count }

  func history(_ name: String) -> [Int]? { state(of: Counter.self, at: .counter(name))?.history }
}

extension ListDataSource where Model == String, SectionModel == String, Output == RowTree {
  @discardableResult
  func add(
    _ number: Int, to counter: String, in tree: TreeReference
  ) throws -> Pending<RowOutcome> {
    try enqueue(.update(.counter(counter), of: Counter.self, in: tree) { $0.add(number) })
  }

  func tree(_ id: Int) throws -> RowTree? { try output(of: ItemID(rawValue: id)) }

  func states(_ id: Int) throws -> [ScopePath: StoredState] {
    try states(of: .item(ItemID(rawValue: id)))
  }
}

extension ListFile {
  func openRows(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ storage: (any ListStorage)? = nil
  ) throws -> RowList {
    try RowList(
      storage: try storage ?? openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration
    ) { text, _ in Row(text: text) }
  }

  /// Runs a test on a list of rows in a new file; then closes the list.
  static func withRows(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ body: (RowList, ListFile) async throws -> Void
  ) async throws {
    try await with { file in
      let list = try file.openRows(configuration)
      try await body(list, file)
      await list.close()
    }
  }

  /// Runs a test on a list of rows behind gates; then closes the list.
  static func withGatedRows(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ body: (RowList, GatedStorage, ListFile) async throws -> Void
  ) async throws {
    try await with { file in
      let storage = try file.openGated()
      let list = try file.openRows(configuration, storage)
      try await body(list, storage, file)
      await list.close()
    }
  }
}
