internal import Roster
internal import RosterComponents
internal import RosterWidgets

/// A button that remembers whether it is pressed.
struct LikeButton: Component, Equatable {
  struct State: ComponentState {
    var isLiked = false
  }

  static let typeName = "LikeButton"

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    Button(
      scope.state.isLiked ? "♥ liked" : "♡ like",
      action: scope.edit("like") { state in state.isLiked.toggle() }
    )
    .selected(scope.state.isLiked)
  }
}
