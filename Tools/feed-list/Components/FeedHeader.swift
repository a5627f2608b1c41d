internal import Roster
internal import RosterComponents
internal import RosterLayout
internal import RosterWidgets

/// The header of the feed, which remembers whether it says what the feed is about, and what was
/// typed into its field.
///
/// Its state is in the file, like those of rows.
struct FeedHeader: Component, Equatable {
  struct State: ComponentState {
    var isOpen = false
  }

  static let typeName = "FeedHeader"

  let section: FeedSection

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<FeedMessage> {
    let look = scope.environment(FeedLook.self)
    ViewNode("box") {
      if look.isInteractive { PostField() }
      ViewNode("box") {
        Text(section.title, .headline).grow(look.growth).shrink(1)
        Button(
          scope.state.isOpen ? "less" : "about",
          action: scope.edit("about") { state in state.isOpen.toggle() })
      }
      .direction(.row).wrap().alignItems(look.buttonAlignment)
      .gap(row: look.lineGap, column: look.buttonGap)
      if scope.state.isOpen { Text(section.about) }
    }
    .gap(look.lineGap).padding(look.margins)
    if look.isInteractive { Divider() }
  }
}
