import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterListSupport
import RosterTestSupport

/// A view as high as its text is long, with a counter.
struct Tile: Component, Equatable {
  struct State: ComponentState {
    var count = 0
  }

  static let typeName = "Tile"

  let text: String

  func initialState() -> State { State() }

  func body(_ scope: Scope<Tile>) -> Node<Never> {
    ViewNode("tile")
      .attribute("text", .string(text))
      .attribute("count", .number(Double(scope.state.count)))
      .attribute("colour", .string(scope.environment(Colour.self)))
      .width(.points(100)).height(.points(Double(text.count)))
      .on(.tap, scope.edit("add") { (state, number: Int) in state.count += number })
  }
}

typealias TileList = ComponentList<String, String, Never>

extension ScopePath {
  static let tile = ScopePath([ScopeKey(typeName: "Tile")])
}

extension ComponentTree {
  var tileCount: Int? { state(of: Tile.self, at: .tile)?.count }
}

extension Identification
where Model == String, SectionModel == String, ItemKey == String, SectionKey == String {
  /// Identifies texts by the part before a slash.
  static var byName: Self {
    Self(items: { String($0.prefix { $0 != "/" }) }, sections: { $0 })
  }
}
