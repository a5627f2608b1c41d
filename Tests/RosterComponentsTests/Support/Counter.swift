import RosterComponents
import RosterCore
import RosterJSON

/// Counts; keyed if it has a name.
struct Counter: Component, Equatable {
  struct State: ComponentState { var count = 0 }

  static let typeName = "Counter"

  var name: String?
  var start = 0

  var identifier: ScopeIdentifier? { name.map { .text($0) } }

  func initialState() -> State { State(count: start) }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("counter")
      .attribute("count", .number(Double(scope.state.count)))
      .on(.tap, scope.edit("count") { $0.count += 1 })
      .on(.change, scope.edit("add") { (state, number: Int) in state.count += number })
  }
}

/// Some components after another, and nothing else.
struct Stack<Item: Component & Equatable>: Component, Equatable where Item.Message == Never {
  static var typeName: String { "Stack" }

  var items: [Item]

  init(_ items: [Item]) { self.items = items }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("stack") { for item in items { item } }
  }
}

extension ScopePath {
  /// The path of keys written as `Type`, `Type#1` or `Type[name]`.
  static func at(_ keys: String...) -> ScopePath {
    ScopePath(
      keys.map { key in
        let ordinal = key.split(separator: "#").dropFirst().first.flatMap { Int($0) } ?? 0
        let name = key.split(separator: "[").dropFirst().first?.prefix { $0 != "]" }
        let type = key.prefix { $0 != "#" && $0 != "[" }
        return ScopeKey(
          typeName: String(type), identifier: name.map { .text(String($0)) }, ordinal: ordinal)
      })
  }
}
