import RosterComponents
import RosterCore
import RosterJSON

/// A component with others in it, whose animations say whose they are.
struct AnimatedBox: AnimatedComponent, Equatable {
  struct State: ComponentState { var size = 0 }

  let name: String
  var color = 0
  var inside: [AnimatedBox] = []

  var identifier: ScopeIdentifier? { .text(name) }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    let grow = scope.edit("grow") { state in state.size += 1 }
    ViewNode("box") { for box in inside { box } }.on(.tap, grow)
  }

  func initialAnimations(_ state: State) -> [AnimationSpec] {
    [.alpha(from: 0), .color(name, from: .number(Double(color)))]
  }

  func changeAnimations(from previous: BuiltComponent<Self>, _ state: State) -> [AnimationSpec] {
    let old = previous.component.color
    let change: AnimationSpec = .color(name, from: .number(Double(old)), to: .number(Double(color)))
    let growth: AnimationSpec = .scale(from: Double(previous.state.size), to: Double(state.size))
    return (old == color ? [] : [change]) + (previous.state == state ? [] : [growth])
  }

  func finalAnimations(_ state: State) -> [AnimationSpec] {
    [.color(name, to: .number(Double(color)))]
  }
}

extension ScopePath {
  /// The scope of a box in others.
  static func boxes(_ names: String...) -> ScopePath {
    ScopePath(
      names.map { ScopeKey(typeName: AnimatedBox.typeName, identifier: .text($0)) })
  }
}

extension ComponentTree<Never> {
  /// The tree of some boxes, which may follow another.
  static func boxes(_ boxes: [AnimatedBox], after previous: Self? = nil) -> Self {
    TreeBuilder().build(Node<Never> { for box in boxes { box } }, after: previous).tree
  }
}
